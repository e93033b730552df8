import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the developer's list of apps. */
export const en = {
  title: "Your apps",
  create: "Create an app",
  search: "Name",
  state: "State",
  none: "No apps found.",
  columns: { app: "App", state: "State", installations: "Installations", next: "Next step", changed: "Changed" },
  inTwoTabs: "An app with a revision is in two tabs: that of the app’s state and that of the revision’s.",
  /** Below the number of installations. */
  testOnly: "on test merchants",
  attention: (count: number) => plural(count, { one: "# needs attention", other: "# need attention" }),
  next: {
    attention: "Check the installations that need attention.",
    webhooks: "Check the webhook endpoints that fail.",
    secret: "Switch your server to the new secret.",
    draft: "Submit it for review when it is complete.",
    /** For a draft of changes to a live app. */
    revision: "Submit or discard your changes.",
    submitted: "Waiting for review. You can try it on a test merchant.",
    in_review: "Being reviewed now. The decision appears here.",
    changes_requested: "Read the message, make the changes and submit again.",
    approved: "Share the install link.",
    rejected: "Read the reason. You can change it and submit it again.",
    suspended: "Read why it is suspended.",
    archived: "None.",
  },
  /** The urgent tasks above the list. */
  tasks: {
    suspended: (platform: string) => ({
      label: (name: string) => `${name} is suspended`,
      more: `Its tokens do not work until ${platform} resumes it.`,
      act: "Read why",
    }),
    changesRequested: (platform: string) => ({
      label: (name: string) => `Changes requested: ${name}`,
      more: `Make the changes that ${platform} names, and submit it again.`,
      act: "Read the message",
    }),
    rejected: {
      label: (name: string) => `Rejected: ${name}`,
      more: "You can change it and submit it again.",
      act: "Read the reason",
    },
    secret: { label: (name: string) => `Switch ${name} to its new secret`, act: "Open secrets" },
    webhooks: (count: number) => ({
      label: (name: string) =>
        `${name}: ${plural(count, { one: "1 webhook endpoint fails", other: "# webhook endpoints fail" })}`,
      more: "Events do not reach your server.",
      act: "Open webhooks",
    }),
    attention: (count: number) => ({
      label: (name: string) =>
        `${name}: ${plural(count, { one: "1 installation needs attention", other: "# installations need attention" })}`,
      more: "Refreshes fail, or the access has expired or was revoked.",
      act: "Open these installations",
    }),
  },
  start: {
    title: "Get started",
    testMerchants: "Try an app before its review, without a real merchant.",
    team: "Invite the people who work on your apps.",
    check: "Find out why an authorization URL is refused.",
  },
  empty: {
    title: "From an idea to an installed app",
    lead: "You have no apps yet. How it works:",
    steps: [
      [
        "Describe it",
        "Name, purpose, redirect URIs, and which data it needs and why. You can save a draft at any time.",
      ],
      ["Try it", "Install it on your own test merchant. That works before the review."],
      ["Submit it", "A reviewer approves it or requests changes."],
      ["Share its install link", "Merchants open it, see what the app requests, and connect it."],
    ] as readonly (readonly [string, string])[],
  },
};
