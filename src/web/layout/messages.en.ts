/** Texts of the page frame. */
export const en = {
  skip: "Skip to content",
  errorPrefix: "Error: ",
  accountNavigation: "Account",
  account: "Your account",
  signedInAs: (name: string) => `Signed in as ${name}`,
  accountPages: "Pages of your account",
  signIn: "Sign in",
  signOut: "Sign out",
  language: "Language",
  languageName: "English",
  /** The switch of a password field. */
  reveal: { show: "Show password", hide: "Hide password" },
  problem: "Check the following",
  menu: "Menu",
  sites: "Main",
  breadcrumbs: "Breadcrumbs",
  connectedApps: "Connected apps",
  portal: "Developer portal",
  console: "Console",
  contact: (platform: string) => `Contact ${platform}`,
  footer: (platform: string) => `On ${platform}, an app gets a shop’s data only if the shop allows it.`,
};
