import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the start page. */
export const en = {
  title: "Welcome",
  lead: (platform: string) =>
    `On ${platform}, each shop decides which apps may use its data, and can stop them at any time.`,
  greeting: (name: string) => `Hello, ${name}`,
  connectedText: "See which apps have access to your data, and pause or uninstall them.",
  connectedOpen: "View connected apps",
  portalText: "Submit apps, follow their review, and manage secrets and installations.",
  portalOpen: "Open the developer portal",
  consoleText: "Review apps and manage the platform.",
  consoleOpen: "Open the console",
  dashboardOpen: "Open the dashboard",
  merchants: "Your shops",
  merchantsNone: "Your account does not belong to a shop yet. Ask an owner of the shop to invite you.",
  merchantsMore: (count: number) => `Showing the first ${count}.`,
  apps: (count: number) => plural(count, { one: "1 connected app", other: "# connected apps" }),
  noApps: "No connected apps",
  needsAttention: "Needs attention",
  paused: (count: number) => plural(count, { one: "1 app paused", other: "# apps paused" }),
  allActive: "All apps active",
  moreTasks: (count: number) => plural(count, { one: "And 1 more.", other: "And # more." }),
  nothingToDo: "No open tasks",
  noReviews: "No apps are waiting for review.",
  inReview: (count: number) => plural(count, { one: "1 app is being reviewed.", other: "# apps are being reviewed." }),
  /** The things that need the account, and the pages that solve them. */
  tasks: {
    secondFactor: "Set up two-step verification",
    secondFactorMore: "Operators need it to use the console",
    ownReview: (app: string) => `Finish the review of ${app}`,
    claimEnds: "Claim ends",
    openReview: "Open the review",
    returned: (app: string) => `Change ${app} and submit it again`,
    returnedMore: "The reviewer requested changes",
    connectAgain: (app: string) => `Connect ${app} again`,
    expired: (day: string) => `access expired${day === "" ? "" : ` on ${day}`}`,
    revoked: (day: string) => `access revoked${day === "" ? "" : ` on ${day}`}`,
    finish: (app: string) => `Finish connecting ${app}`,
    finishMore: "allowed, but not connected yet",
    noAccess: (app: string) => `See why ${app} has no access`,
    suspended: (platform: string) => `suspended by ${platform}`,
    rejected: (platform: string) => `rejected by ${platform} in its review`,
    paused: "paused by its developer",
  },
  connectHint:
    "To connect an app, open its install link or start in the app. You get the link from the app’s developer. Nothing is shared until you allow it.",
  headline: (platform: string) => `Apps for your shop on ${platform}`,
  shops: {
    title: "I run a shop",
    text: "See which apps are connected to your shop, and what each of them may do.",
    points: ["Pause or uninstall an app at any time", "Read each permission in plain words", "Invite your team"],
    hint: "New here? An owner of the shop can invite you.",
  },
  developers: {
    title: "I build apps",
    text: (platform: string) => `Offer your app to the shops on ${platform}.`,
    points: [
      "A quickstart in curl, JavaScript, Python or Go",
      "Test merchants to try your app on",
      "A review before you go live",
    ],
    hint: "Already have an account?",
    signIn: "Sign in to the developer portal",
  },
  docs: "Read the documentation",
  how: "How a shop connects an app",
  steps: [
    ["Open the app’s install link", "You get it from the developer, or you start in the app."],
    ["Read what it asks for", "You see who offers the app, and each permission in plain words."],
    ["Decide what to allow", "Nothing is shared until you allow it, and you can change your mind later."],
  ] as readonly (readonly [string, string])[],
  signUp: "Create account",
  operator: "Operator",
  developer: "Developer",
};
