/** Texts of the install page. */
export const en = {
  title: (app: string) => `Install ${app}`,
  heading: (app: string) => `Install ${app}`,
  scopesLead: (app: string) => `${app} can ask for`,
  next: "What happens next",
  launch: (origin: string) => `You are redirected to the app at ${origin}. It then asks for your consent here.`,
  platform: "On the next page you review the app's request and allow it or not.",
  nothingYet: "Nothing is shared in this step.",
  submit: "Continue",
  startsInApp: (app: string) =>
    `${app} can only be installed from within the app. Open the app and connect it to this platform there.`,
  openWebsite: "Open the app's website",
};
