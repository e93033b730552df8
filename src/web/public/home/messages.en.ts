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
  connectHint: "To connect an app, open its install link or start in the app. Nothing is shared until you allow it.",
  merchantsHeading: "For shops",
  headline: (platform: string) => `Apps for your shop on ${platform}`,
  steps: [
    ["Open the install link of an app", "Its developer gives it to you, or you start in the app."],
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
