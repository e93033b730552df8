/** Texts of the install page. */
export const en = {
  title: (app: string) => `Install ${app}`,
  heading: (app: string) => `Install ${app}`,
  may: (app: string) => `${app} can ask you for`,
  next: "What happens next",
  launch: (origin: string) => `You go to the app at ${origin}. It then asks for your consent, here.`,
  platform: "On the next page you see once more what the app asks for, and allow it or not.",
  nothingYet: "Nothing is shared by this step.",
  submit: "Go on to install",
  atApp: (app: string) =>
    `${app} is installed from within the app: open it and look for the way to connect this platform.`,
  openWebsite: "Open the app's website",
};
