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
  problem: "Please check the following",
  sites: "Main",
  breadcrumbs: "Breadcrumbs",
  connectedApps: "Connected apps",
  portal: "Developer portal",
  console: "Console",
  footer: (platform: string) => `${platform} connects apps to merchants, and only with their consent.`,
};
