/** Texts of the page frame. */
export const en = {
  skip: "Skip to content",
  errorPrefix: "Error: ",
  accountNavigation: "Account",
  signedInAs: (name: string) => `Signed in as ${name}`,
  signIn: "Sign in",
  signOut: "Sign out",
  language: "Language",
  languageName: "English",
  problem: "Check the following",
  menu: "Menu",
  sites: "Main",
  breadcrumbs: "Breadcrumbs",
  connectedApps: "Connected apps",
  portal: "Developer portal",
  console: "Console",
  footer: (platform: string) => `On ${platform}, apps can access data only with its owner’s consent.`,
};
