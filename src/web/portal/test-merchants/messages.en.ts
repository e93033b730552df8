/** Texts of the test merchants. */
export const en = {
  title: "Test merchants",
  lead: "An app works on your test merchants before its approval, with the same steps as on real merchants, unless it was rejected. Restricted scopes are not granted there. Use their tokens with the platform's sandbox API: its production API rejects them.",
  columns: { merchant: "Merchant", created: "Created", install: "Install an app" },
  none: "You have no test merchants yet. Create one below.",
  noApps: "Create an app first.",
  search: "Name begins with",
  create: "Create test merchant",
  name: "Name",
  nameHint: "Visible only to you. 1 to 200 characters.",
  nameInvalid: "Enter a name of 1 to 200 characters.",
  submit: "Create",
  choose: (merchant: string) => `App to install on ${merchant}`,
  install: "Install",
  startsInApp: (app: string) => `${app} starts installs itself`,
  startsInAppText: (app: string) =>
    `${app} has no launch URL, so an install starts in the app. Redirect the browser to this authorization URL:`,
  startsInAppUrl: "Authorization URL",
  startsInAppHint: "Replace STATE by a new random value and store it in the browser's session.",
};
