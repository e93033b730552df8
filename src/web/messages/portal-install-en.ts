/** Texts of the developer portal about its install link and its test merchants. */
export const portalInstallEn = {
  install: {
    title: "Install link",
    notYet: "The app gets its install link when it is approved. Until then it works on your test merchants.",
    rejected:
      "The app was rejected, so it works nowhere, not on your test merchants either. Once you submit it again, it works there.",
    test: "Try it on a test merchant",
    hint: "People of a merchant follow this link, read what the app asks for, and go on to the consent page through your app.",
    hintPlatform: "People of a merchant follow this link, read what the app asks for, and go on to the consent page.",
    hintAtApp:
      "People of a merchant who follow this link read what the app asks for and that they connect it in the app itself: it has no launch URL.",
    link: "Install link",
    codeAlt: "QR code of the install link",
    download: "Download the QR code (SVG)",
    installations: (count: number) =>
      count === 0
        ? "Installations: none yet"
        : count === 1
          ? "1 installation and its health"
          : `${count} installations and their health`,
  },
  testMerchants: {
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
  },
};
