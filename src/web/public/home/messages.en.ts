/** Texts of the start page. */
export const en = {
  title: "Welcome",
  lead: (platform: string) =>
    `${platform} lets apps work with a merchant's data. You decide which app gets access and to what, and you can end it at any time.`,
  greeting: (name: string) => `Hello, ${name}`,
  connectedText: "See which apps have access to your merchants, and end it.",
  connectedOpen: "See connected apps",
  portalText: "Submit apps, follow their review, look after their secrets and installations.",
  portalOpen: "Open the developer portal",
  consoleText: "Review apps and look after the platform.",
  consoleOpen: "Open the console",
  merchants: "Your merchants",
  merchantsNone: "Your account does not belong to a merchant yet. The platform can add you to one.",
  merchantsMore: (count: number) => `The first ${count} are shown.`,
  connectHint:
    "To connect an app, open its install link, or start in the app itself. You will see what it asks for before anything is shared.",
  people: "For merchants",
  peopleText:
    "You came here to connect an app? Open the app's install link and sign in. Nothing is shared until you allow it.",
  developers: "For developers",
  developersText: "Offer your app to the merchants on this platform.",
  signUp: "Create a developer account",
  metadata: "OAuth server metadata",
  errorCodes: "OAuth error codes",
  operator: "Operator",
  developer: "Developer",
};
