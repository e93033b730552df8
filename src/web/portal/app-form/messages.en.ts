import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** A label and its hint. */
type Choice = readonly [label: string, hint: string];

/** Texts of the form of an app. */
export const en = {
  newTitle: "Create an app",
  editTitle: (name: string) => `Edit ${name}`,
  liveHint:
    "The app is live. Your changes take effect after they are approved. Only the refresh token mode changes immediately.",
  sectionsLabel: "Sections of the form",
  sections: {
    about: "About",
    kind: "Where it runs",
    redirects: "Redirect URIs",
    scopes: "Scopes",
    options: "Options",
  },
  errorCount: (count: number) => plural(count, { one: "1 error", other: "# errors" }),
  optionsHint: "Most apps set only the launch URL.",
  about: "About the app",
  name: "Name",
  nameHint: "Shown to merchants on the consent page. Up to 60 characters.",
  purpose: "Purpose",
  purposeHint: "One or two sentences for merchants. Up to 1,000 characters.",
  logo: "Logo",
  logoHint: "PNG, JPEG or WebP, up to 256 KiB, preferably square. Optional.",
  logoNow: "Current logo",
  logoRemove: "Remove logo",
  logoChosen: "Chosen logo",
  logoKept: "The chosen logo is kept. Choose a file to replace it.",
  website: "Website (optional)",
  websiteHint: "Begins with https://",
  support: "Support contact (optional)",
  supportHint: "An e-mail address or an https:// link",
  privacyPolicy: "Privacy policy (optional)",
  privacyPolicyHint: "Begins with https://. Merchants can read it before they connect the app.",
  kind: "Where the app runs",
  kindHint: "This cannot be changed later.",
  kindFixed: "Chosen when the app was created. It cannot be changed.",
  confidential: ["On your server", "The app gets a client_secret and keeps it on the server."] as Choice,
  public: [
    "On users’ devices",
    "A mobile app, desktop app or single-page app: no secret, PKCE on every request.",
  ] as Choice,
  redirectUris: "Redirect URIs",
  redirectUri: (number: string) => `Redirect URI ${number}`,
  redirectHint:
    "Where the browser returns after the consent page. It must match exactly; http:// is only for loopback addresses. You can add up to 20.",
  addRows: "Add another redirect URI",
  removeRow: "Remove",
  removeRowOf: (number: string) => `Remove redirect URI ${number}`,
  scopes: "Scopes",
  scopesHint:
    "Request only what the app needs. Give a one-sentence reason for each: merchants see it on the consent page.",
  scopesNone: (platform: string) => `${platform} offers no scopes yet.`,
  why: (scope: string) => `Why do you need “${scope}”?`,
  optional: "Optional: the app also works without it",
  sensitive: "Sensitive",
  restricted: (platform: string) => `Restricted: ${platform} must allow it`,
  retired: "Retired",
  start: "Where the install link leads",
  startHint: "Choose where merchants go from the install link: to your app, or directly to the consent page.",
  startValues: (platform: string) => ({
    app: "To your app or website",
    platform: `To the consent page of ${platform}`,
  }),
  launchUrl: "Launch URL (optional)",
  launchHint:
    "Merchants go to this address of your app, with an install_token. Your app then opens the consent page with its own state.",
  platformStart: (platform: string) => `${platform} can open the consent page directly`,
  platformStartHint: (platform: string) =>
    `Only without a launch URL. Merchants do not pass through your app first. ${platform} creates the state, so your app cannot check it.`,
  startNeither: "With neither, merchants must start the connection on your website.",
  refresh: "Refresh tokens",
  refreshHint: "Takes effect immediately. Apps on users’ devices always rotate.",
  refreshModes: {
    rotate: [
      "Rotate (recommended)",
      "Each refresh returns a new refresh token. A lost response can be requested again.",
    ],
    keep: ["Keep", "The same refresh token until a fixed date."],
    none: ["None", "Access tokens only."],
  } as Record<"rotate" | "keep" | "none", Choice>,
  preview: {
    title: "Preview of the consent page",
    link: "Preview",
    hint: "As merchants see it when the app is approved.",
    /** Stands for the missing name of the app. */
    name: "Your app",
    merchant: "Example shop",
    /** Stands for the scopes of an app that requests none yet. */
    noScopes: "The scopes that you choose appear here",
    update: "Update preview",
  },
  review: "Note to the reviewer",
  noteValue: "Optional",
  reviewer: (platform: string) => `Message from ${platform}`,
  note: "Your note (optional)",
  noteHint:
    "For example how to try the app, or what you changed. Sent when you submit the app. Up to 1,000 characters.",
  /** A note on the page after a draft was created. */
  noteKept: "Your note to the reviewer",
  noteKeptHint: "The note is not saved with a draft. Copy it, and enter it again when you submit the app.",
  mustVerify: (email: string) =>
    email === ""
      ? "To submit an app, verify your e-mail address first. You can save a draft before that."
      : `To submit an app, verify your e-mail address first (${email}). You can save a draft before that.`,
  mustVerifyShort: "Submitting needs a verified e-mail address.",
  submit: "Submit for review",
  save: "Save as draft",
  cancel: "Cancel",
  conflict: {
    title: "The app was changed after you opened this form",
    changed: "Changed",
  },
  /** Above a form that was sent when the app could no longer be changed. */
  locked: {
    submitted: "The app was submitted for review in another window. Your input is kept here and is not saved.",
    archived: "The app was archived in another window. Your input is kept here and is not saved.",
    withdraw: "To change the app, withdraw it from review first. Then save this form again.",
    toApp: "Open the app in another tab",
  },
  errors: {
    logoTooLarge: "The image file must not exceed 256 KiB.",
    logoEmpty: "The image file is empty. Choose another file.",
    required: {
      name: "Enter the app’s name.",
      purpose: "Enter the app’s purpose.",
      redirect_uris: "Enter at least one redirect URI.",
      scopes: "Choose at least one scope.",
      "scopes.reason": "Enter the reason why the app needs this scope.",
    } as Record<string, string>,
    fields: {
      image: "Choose a PNG, JPEG or WebP image of at most 256 KiB and 4,096 by 4,096 pixels.",
      refresh_mode: "An app on users’ devices always rotates its refresh tokens.",
    } as Record<string, string>,
    tooMany: (limit: string) => `Enter at most ${limit}. Remove some of them.`,
    codes: {
      APP_LIMIT:
        "You have reached the maximum number of apps. Archive one that you no longer need, and try again the next day.",
      REQUIRED: "Fill in this field.",
      NOT_HTTPS: "Enter an address that begins with https://, without a user name or fragment.",
      NOT_CONTACT: "Enter an e-mail address, or an address that begins with https://",
      TWICE: "This is listed twice. Remove one of them.",
      UNKNOWN: "This scope no longer exists. Clear its checkbox.",
      RETIRED: "This scope is retired and cannot be registered. Clear its checkbox.",
      NOT_ABSOLUTE: "Enter an absolute URI that begins with https:// in lower case and a host.",
      SCHEME_REFUSED: "This scheme can run or show content in the browser; use https.",
      SCHEME_WITHOUT_DOT: "A private-use URI scheme is a reversed domain name, such as com.example.app.",
      SCHEME_NEEDS_PUBLIC_APP: "Only an app on users’ devices may use a private-use URI scheme; use https.",
      HOST_MISSING: "Enter the host after https://, such as app.example.com.",
      HOST_MALFORMED: "Enter the host as a lower-case ASCII name or an IP address in its usual form.",
      USERINFO: "Remove the user name and password.",
      FRAGMENT: "Remove the fragment (#).",
      WILDCARD: "Wildcards are not supported. Enter each address separately.",
      HTTP_NOT_LOOPBACK: "http is only allowed for loopback addresses; use https.",
      LOOPBACK_NEEDS_IP: "Use http://127.0.0.1 or http://[::1] instead of localhost.",
      LOOPBACK_REFUSED:
        "An app with a secret may use a loopback address only if this platform itself runs on loopback.",
      ANSWER_IN_QUERY: "Remove code, state, iss, error and error_description from the query: the response adds them.",
    } as Record<string, string>,
    /** Codes that mean something else in redirect URIs than in other fields. */
    uriCodes: {
      ILLEGAL_CHARACTER: "Use only ASCII characters that a URI may contain; percent-encode the others.",
    } as Record<string, string>,
  },
  created: {
    heading: (name: string) => `${name} saved`,
    submittedHeading: (name: string) => `${name} submitted`,
    submitted: "Submitted for review. You will see the decision on the app’s page.",
    incompleteHeading: (name: string) => `Draft saved: ${name}`,
    incomplete: "Saved as a draft. Fix this before submitting:",
    backToForm: "Back to the form",
    credentials: "Your app’s credentials",
    clientId: "client_id",
    continueToApp: "Continue to the app",
    quickstart: "Use them in the quickstart",
  },
  underReview: {
    title: (name: string) => `Withdraw ${name} from review?`,
    text: "The app cannot be changed during the review. To change it, withdraw it and submit it again afterwards.",
    effect: "The app becomes a draft and leaves the review queue. A new submission waits at the end of the queue.",
    effectLive:
      "The changes become a draft and leave the review queue. The live version stays as it is. A new submission waits at the end of the queue.",
    cancel: "Back to the app",
  },
};
