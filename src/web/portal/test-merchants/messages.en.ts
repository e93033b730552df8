/** Texts of the test merchants. */
export const en = {
  title: "Test merchants",
  lead: "An app that is not approved yet works on your own test merchants, by the same steps as later on real ones, unless it was rejected. Restricted scopes are not granted there. Call the platform's sandbox API with their tokens: its production API refuses them.",
  columns: { merchant: "Merchant", made: "Made", install: "Install an app" },
  none: "You have no test merchant yet. Make one below.",
  noApps: "Make an app first.",
  search: "Name begins with",
  create: "Make a test merchant",
  name: "Name",
  nameHint: "Only you see it. 1 to 200 characters.",
  nameWrong: "Enter a name of 1 to 200 characters.",
  submit: "Make it",
  choose: (merchant: string) => `App to install on ${merchant}`,
  install: "Install",
  atApp: (app: string) => `${app} starts by itself`,
  atAppText: (app: string) =>
    `${app} has no launch URL, so an install begins in the app. Send the browser to the authorization endpoint like this:`,
  atAppUrl: "Authorization URL",
  atAppHint: "Put a fresh value that nobody can guess in place of STATE, and keep it in the browser's session.",
};
