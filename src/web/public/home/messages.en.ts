import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the start page. */
export const en = {
  title: "Welcome",
  lead: (platform: string) =>
    `Connect apps to your shop on ${platform}. You decide what each app may see and do, and you can uninstall it at any time.`,
  greeting: (name: string) => `Hello, ${name}`,
  connectedText: "See which apps have access to your data, and pause or uninstall them.",
  connectedOpen: "View connected apps",
  portalText: "Submit apps, follow their review, and manage secrets and installations.",
  portalOpen: "Open the developer portal",
  consoleText: "Review apps and manage the platform.",
  consoleOpen: "Open the console",
  merchants: "Your shops",
  merchantsNone: "Your account does not belong to a shop yet. Ask an owner of the shop to invite you.",
  merchantsMore: (count: number) => `Showing the first ${count}.`,
  apps: (count: number) => plural(count, { one: "1 connected app", other: "# connected apps" }),
  noApps: "No connected apps",
  needsAttention: "Needs attention",
  paused: (count: number) => plural(count, { one: "1 app paused", other: "# apps paused" }),
  allActive: "All apps active",
  needsYou: (count: number) =>
    plural(count, { one: "1 item needs your attention", other: "# items need your attention" }),
  moreTasks: (count: number) => plural(count, { one: "And 1 more.", other: "And # more." }),
  nothingToDo: "Nothing needs your attention",
  noReviews: "No apps are waiting for review.",
  inReview: (count: number) => plural(count, { one: "1 app is being reviewed.", other: "# apps are being reviewed." }),
  /** The things that need the account, and the pages that solve them. */
  tasks: {
    reviews: (count: number) =>
      plural(count, { one: "1 app is waiting for review", other: "# apps are waiting for review" }),
    waiting: (count: number): string => (count === 1 ? "Submitted" : "The oldest was submitted"),
    secondFactor: "Set up two-step verification",
    secondFactorMore: "Operators need it to use the console",
    ownReview: "Finish your review",
    claimed: "Claimed",
    returned: (app: string) => `Change ${app} and submit it again`,
    returnedMore: "The reviewer requested changes",
    connectAgain: (app: string) => `Connect ${app} again`,
    expired: (day: string) => `access expired${day === "" ? "" : ` on ${day}`}`,
    finish: (app: string) => `Finish connecting ${app}`,
    finishMore: "allowed, but not connected yet",
    noAccess: (app: string) => `See why ${app} has no access`,
    suspended: (platform: string) => `suspended by ${platform}`,
    rejected: (platform: string) => `rejected by ${platform} in its review`,
    paused: "paused by its developer",
  },
  connectHint: "To connect an app, open its install link or start in the app. Nothing is shared until you allow it.",
  merchantsHeading: "For shops",
  headline: (platform: string) => `Apps for your shop on ${platform}`,
  steps: [
    ["Open an app's install link", "You get it from the developer, or you start in the app."],
    ["Read what it asks for", "You see who offers the app, and each permission in plain words."],
    [
      "Decide, and change your mind later",
      "Nothing is shared until you allow it. Pause or uninstall an app at any time.",
    ],
  ] as readonly (readonly [string, string])[],
  developers: "For developers",
  developersText:
    "Offer your app to the merchants on this platform: a quickstart in four languages, test merchants, and a review before you go live.",
  signUp: "Create a developer account",
  metadata: "OAuth server metadata",
  operator: "Operator",
  developer: "Developer",
};
