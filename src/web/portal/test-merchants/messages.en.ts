/** Texts of the test merchants. */
export const en = {
  title: "Test merchants",
  lead: "Try an app on a test merchant before it is approved, with the same steps as on a real merchant.",
  limits: (platform: string) =>
    `Test merchants cannot grant restricted scopes that ${platform} has not allowed. The tokens only work with the sandbox API of ${platform}.`,
  createdAt: "Created",
  connected: "View connected apps",
  connectedOf: (merchant: string) => `View connected apps of ${merchant}`,
  none: "You have no test merchants yet",
  noneHint: "Create one here, then choose an app and install it.",
  created: "Test merchant created. Choose an app below and install it.",
  noApps: "Create an app first.",
  search: "Name",
  create: "Create test merchant",
  name: "Name",
  nameHint: (platform: string) => `Visible only to your team and ${platform}. 1 to 200 characters.`,
  nameInvalid: "Enter a name of 1 to 200 characters.",
  limit: (platform: string) =>
    `A team has at most 100 test merchants. Use an existing one, or ask ${platform} to close some.`,
  submit: "Create test merchant",
  choose: (merchant: string) => `App to install on ${merchant}`,
  install: "Install",
  startsInApp: (app: string) => `Start the installation in ${app}`,
  startsInAppLead: (app: string, platform: string) =>
    `${app} has no launch URL, so ${platform} cannot open it for you.`,
  startsInAppText: "To install it on this test merchant, let the app redirect the browser to this authorization URL:",
  startsInAppUrl: "Authorization URL",
  startsInAppCopy: "Copy authorization URL",
  startsInAppState:
    "A placeholder. The app replaces it with a new random value and stores that in the browser’s session.",
  startsInAppMerchant: "Selects the test merchant.",
  startsInAppHint: "After you allow the app, the browser returns to its redirect URI with a code for its tokens.",
  addLaunchUrl: "Add a launch URL",
  back: "Back to test merchants",
};
