/** Texts of the start page. */
export const en = {
  title: "Welcome",
  lead: (platform: string) =>
    `${platform} lets apps work with a merchant's data. You decide which apps get access to what, and you can revoke it at any time.`,
  greeting: (name: string) => `Hello, ${name}`,
  connectedText: "See and manage the apps with access to your merchants.",
  connectedOpen: "View connected apps",
  portalText: "Submit apps, follow their review, and manage secrets and installations.",
  portalOpen: "Open the developer portal",
  consoleText: "Review apps and manage the platform.",
  consoleOpen: "Open the console",
  merchants: "Your merchants",
  merchantsNone: "Your account does not belong to a merchant yet. The platform can add you to one.",
  merchantsMore: (count: number) => `Only the first ${count} are shown.`,
  connectHint:
    "To connect an app, open its install link, or start in the app itself. Nothing is shared before you allow it.",
  merchantsHeading: "For merchants",
  merchantsText: "To connect an app, open its install link and sign in. Nothing is shared until you allow it.",
  developers: "For developers",
  developersText: "Offer your app to the merchants on this platform.",
  signUp: "Create a developer account",
  metadata: "OAuth server metadata",
  operator: "Operator",
  developer: "Developer",
};
