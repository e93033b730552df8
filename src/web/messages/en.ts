import { connectedEn } from "./connected-en.ts";
import { consoleEn } from "./console-en.ts";
import { errorCodesEn } from "./error-codes-en.ts";
import { portalEn } from "./portal-en.ts";
import { refusalsEn } from "./refusals-en.ts";

/** Every text of the pages in English. Another language is a file of the same shape; the type refuses a missing or surplus text. */
export const en = {
  layout: {
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
    connectedApps: "Connected apps",
    portal: "Developer portal",
    console: "Console",
    footer: (platform: string) => `${platform} connects apps to merchants, and only with their consent.`,
  },

  home: {
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
  },

  connected: connectedEn,
  console: consoleEn,
  portal: portalEn,
  errorCodes: errorCodesEn,

  roles: { owner: "Owner", manager: "Manager", member: "Member" },

  signIn: {
    title: "Sign in",
    lead: (platform: string) => `Sign in with your ${platform} account to go on.`,
    toInstall: (app: string) => `To install ${app}, sign in. You then see what it asks for, and decide.`,
    again: "For your safety, please sign in again to go on.",
    email: "E-mail",
    password: "Password",
    submit: "Sign in",
    or: "or",
    noWay: "Sign-in is not set up on this server yet.",
    signUp: "New here? Create a developer account",
    already: (who: string) => `You are signed in as ${who}.`,
    continueAs: "Continue without signing in again",
    refused: "E-mail and password do not match, or the account cannot sign in.",
    emailMissing: "Enter your e-mail address.",
    passwordMissing: "Enter your password.",
    throttled: (wait: string) => `Too many attempts. Please wait ${wait}, then try again.`,
    throttledTitle: "Please wait a little",
  },

  signOut: {
    title: "Sign out",
    question: (who: string) => `You are signed in as ${who}.`,
    submit: "Sign out",
    stay: "Stay signed in",
    nobody: "Nobody is signed in.",
  },

  signUp: {
    title: "Create a developer account",
    lead: "With a developer account you submit apps for review. People of a merchant do not need one: the platform invites them.",
    name: "Your name or your company's",
    nameHint: "Merchants see it beside your app.",
    email: "E-mail",
    password: "Password",
    passwordHint: "At least 12 characters. A few words in a row are easy to remember.",
    submit: "Create account",
    signIn: "You have an account? Sign in",
    nameMissing: "Enter a name.",
    nameWrong: "Use 1 to 200 characters.",
    emailMissing: "Enter your e-mail address.",
    emailTaken: "There is an account with this e-mail address. Sign in instead.",
    emailWrong: "Enter an e-mail address such as name@example.com.",
    passwordWrong: "Use 12 to 256 characters.",
  },

  invitation: {
    title: "You are invited",
    toMerchant: (merchant: string, role: string) => `You are invited to ${merchant} as ${role}.`,
    toAccount: "You are invited to open an account.",
    asDeveloper: "The account can submit apps.",
    asOperator: "The account can review apps and run the platform.",
    forEmail: (email: string) => `The invitation is for ${email}.`,
    name: "Your name",
    password: "Choose a password",
    acceptNew: "Create account and accept",
    accept: "Accept the invitation",
    signInFirst: (email: string) => `There is an account for ${email}. Sign in to accept.`,
    wrongAccount: (who: string) => `You are signed in as ${who}. To accept, sign in with the invited address.`,
    signInOther: "Sign in with another account",
    askPlatform: "If that account is not yours, ask the platform itself for an invitation.",
    held: (email: string) =>
      `An account for ${email} was signed up without verifying the address. If it is yours, sign in to keep it. Otherwise go on here: the address moves to your new account.`,
    heldSignIn: "The account is mine: sign in",
  },

  app: {
    by: (developer: string) => `by ${developer}`,
    verified: "Verified",
    verifiedText: (platform: string) => `${platform} has reviewed this app.`,
    inTest: "In test",
    inTestText: (platform: string) =>
      `${platform} has not reviewed this app yet. It works with its developer's test merchants only.`,
    website: "Website",
    support: "Help from the developer",
    logo: (app: string) => `Logo of ${app}`,
  },

  merchant: {
    heading: "Merchant",
    choose: "Which merchant is this for?",
    pick: "Choose a merchant",
    connected: "already connected",
    test: "test",
    missing: "Choose the merchant that the app should work with.",
  },

  scopes: {
    alwaysHeading: "Needed for the app to work",
    optionalHeading: "Optional: you decide",
    optionalHint: "Tick what you want to share. The app can ask for the rest again later.",
    reason: "Why:",
    sensitive: "Sensitive data",
    restricted: "Highly sensitive data",
    granted: "Already allowed",
    grantedFor: (merchants: string) => `Already allowed for ${merchants}`,
    fresh: "New",
    none: "Allow at least one item, or choose “Do not allow”.",
  },

  consent: {
    title: (app: string) => `Allow ${app} to connect?`,
    headingFor: (app: string, merchant: string) => `${app} asks for access to ${merchant}`,
    heading: (app: string) => `${app} asks for access`,
    asks: (app: string) => `${app} would be able to`,
    asksMore: (app: string) => `${app} is connected already and asks for more. It would be able to`,
    asksAgain: (app: string) => `${app} is connected already and asks again. It is able to`,
    whatHappens: "What happens next",
    onApprove: (app: string) =>
      `Allow: ${app} gets access to the items above and nothing else. It never sees your password.`,
    onDeny: "Do not allow: nothing is shared, and the app is told so.",
    goesTo: (origin: string) => `Either way you then go to ${origin}.`,
    goesToApp: "Either way your device then opens the app.",
    undo: "You can end the access at any time, at once, under",
    approve: "Allow",
    deny: "Do not allow",
    signedInAs: (who: string) => `You are signed in as ${who}.`,
    notYou: "Not you? Sign out, then start again in the app.",
    changed: {
      heading:
        "Something changed while this page was open. Nothing has been allowed yet: please check and decide again.",
      required: (scope: string) => `“${scope}” is now needed for the app to work. It was optional before.`,
      optional: (scope: string) => `“${scope}” is now optional. It was needed before.`,
      merchant: (before: string, now: string) => `The page is now about ${now}. It was about ${before} before.`,
      choice: (before: string) => `The page was about ${before}. Now choose the merchant.`,
      only: (now: string) => `The page is now about ${now} only.`,
      other: "The app, a permission or the merchants that you may connect changed.",
    },
  },

  forbidden: {
    title: "You cannot connect apps",
    member:
      "Only owners and managers of a merchant can connect apps to it, and only while it is not suspended. Ask one of them to open the app's link.",
    noMerchant:
      "Your account belongs to no merchant that this app can be connected to. If that is wrong, ask the platform to add you to the merchant.",
    back: (app: string) => `Back to ${app} without connecting`,
  },

  install: {
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
  },

  wait: {
    seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
    minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  },

  fault: {
    refusals: refusalsEn,
    requestId: "Request id, for support",
    home: "Go to the start page",
    signIn: "Sign in",
    signInOther: "Sign in with another account",
    retry: "Try again",
    wait: (wait: string) => `Please wait ${wait}.`,
    titles: {
      400: "This request does not work",
      403: "This is not allowed",
      404: "Not found",
      405: "This does not work that way",
      409: "This is not possible any more",
      410: "This is over",
      413: "That is too much",
      415: "This request does not work",
      429: "Please wait a little",
      500: "Something went wrong on our side",
      503: "We will be back in a moment",
    },
    reasonTitles: { app_suspended: "This app is suspended" },
    statuses: {
      403: "Your account may not do this.",
      404: "The page does not exist, or not for the account that is signed in.",
      405: "This address works differently. Please start again from the page before.",
      413: "What was sent is larger than we take.",
      429: "There were too many attempts.",
      500: "Nothing you did caused this. Please try again, and tell us the request id if it stays.",
      503: "The service cannot answer at the moment. Please try again.",
    },
    reasons: {
      form_malformed: "The form did not arrive as it should. Go back, load the page again, and send it once more.",
      form_token:
        "The form could not be matched to this browser: it was open for long, or cookies are off. Load the page again and send it once more.",
      form_origin: "The form did not come from a page of this server, so nothing was done.",
      not_found: "The page does not exist, or not for the account that is signed in.",
      interaction_not_found:
        "This request to connect an app has expired, does not exist or belongs to another account. Go back to the app and start again.",
      interaction_used:
        "This request to connect an app has been answered already. If the app is not connected, go back to it and start again.",
      interaction_expired:
        "This request to connect an app has expired: it waits ten minutes. Go back to the app and start again.",
      install_not_found:
        "There is no app to install at this address. Check the link, or ask the developer of the app for the right one.",
      app_suspended:
        "The platform has suspended this app, so it cannot be installed now. The link is right: it works again if the platform resumes the app.",
      app_refused: "The app cannot be connected at the moment. Ask the developer of the app why.",
      consent_refused: "The app cannot be connected like this. Go back to the app and start again.",
      invitation_not_found:
        "This invitation is not valid: it may have been used, withdrawn or expired. Ask for a new one.",
      sign_up_closed: "New accounts are made by invitation here.",
      external_closed: "There is no such way to sign in here.",
      external_failed: "The sign-in did not work. Please start again.",
      external_refused: "Your account there may not sign in here.",
      external_unavailable: "The login of the platform does not answer at the moment. Please try again.",
      limit: "There were too many attempts.",
      sign_up_limit: "Too many accounts were made lately, so none can be made at the moment.",
      authorization_embedded:
        "An app can be connected only from a page of its own, not inside another page. Go back to the app and start again.",
      authorization_limit:
        "Too many requests to connect an app are open at the moment. Answer one that is open, or wait some minutes, then start again at the app.",
      forbidden: "Your account may not do this.",
      unavailable:
        "The service cannot answer at the moment. If you were changing something, look whether it was done before you try again.",
      internal: "Nothing you did caused this. Please try again, and tell us the request id if it stays.",
      developers_only: "The developer portal is for accounts of developers.",
      operators_only: "Only operators of the platform see this page.",
      disconnect_forbidden: "Only owners and managers of the merchant can pause and disconnect its apps.",
      installation_not_found: "There is no such app here, or not for the account that is signed in.",
      bad_request: "The address or the request is not complete.",
      app: "The app is not known, or cannot be connected at the moment. Tell the developer of the app.",
      redirect_uri:
        "The link does not say properly where to go afterwards, or names a place that is not registered for the app. For your safety you stay here. Tell the developer of the app.",
      install_token: "The install link is no longer valid. Start again from the app's install page.",
    },
  },
};

export type Messages = typeof en;
