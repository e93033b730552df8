import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the page of an app. */
export const en = {
  clientId: "Client ID",
  overview: "Overview",
  revisionState: (state: string) => `Revision: ${state}`,
  nextTitle: "Next step",
  reviewerMessage: (platform: string) => `Message from ${platform}:`,
  unverified: "You can edit this app and try it on test merchants. To submit it, verify your e-mail address first.",
  next: (platform: string) => ({
    draft: "This is a draft. Complete it, try it on a test merchant, and submit it for review.",
    submitted: "Waiting for review. You can try the app on a test merchant. To change it, withdraw it first.",
    in_review: "Being reviewed now. You can try the app on a test merchant. To change it, withdraw it first.",
    changes_requested: `${platform} requested changes. Make them, then submit the app again.`,
    approved:
      "The app is live. Share its install link with merchants. They keep this version while changes are reviewed.",
    rejected: "The app was rejected. You can change it and submit it again.",
    suspended: `${platform} suspended the app. Its tokens do not work until ${platform} resumes it. Fix the problem and contact ${platform}.`,
    archived: "The app is archived.",
  }),
  /** A draft to which nothing is missing. */
  complete: "This is a draft. It is complete: try it on a test merchant, and submit it for review.",
  /** In place of the sentence about the install link, if it leads nowhere. */
  approvedNowhere:
    "The app is live, but merchants cannot install it from its install link: it has neither a launch URL nor a website.",
  /** Before a submission. */
  nowhere: "Merchants could not install the app from its install link: it has neither a launch URL nor a website.",
  /** After it, while the app is under review and cannot be edited. */
  nowhereSubmitted: "To add one, withdraw the submission, or wait for the decision.",
  nextOfRevision: (platform: string) => ({
    draft:
      "The app is live. Your changes are a draft. Submit them for review: merchants get them once they are approved.",
    submitted: "The app is live. Your changes are waiting for review. To edit them, withdraw them first.",
    in_review: "The app is live. Your changes are being reviewed now. To edit them, withdraw them first.",
    changes_requested: `The app is live. ${platform} requested changes to your revision.`,
    approved: "The app is live.",
    rejected: "The app is live. Your changes were rejected. Edit or discard them.",
    suspended: `${platform} suspended the app.`,
    archived: "The app is archived.",
  }),
  urgent: (count: number) =>
    plural(count, {
      one: "The app is live, but 1 installation needs attention: its refreshes fail, or its access has expired or was revoked.",
      other:
        "The app is live, but # installations need attention: their refreshes fail, or their access has expired or was revoked.",
    }),
  /** The tasks of the developer beside the next step. */
  also: {
    title: "Also to do",
    /** Above the tasks that come before the next step. */
    urgent: "Do this first",
    openEndpoint: "Open this endpoint",
    endpoint: (host: string) => `Check the webhook endpoint ${host}`,
    failing: (day: string) => `Its deliveries have failed since ${day}.`,
    disabled: (day: string) => `It was disabled on ${day}, because its deliveries failed.`,
    attention: (count: number) =>
      plural(count, { one: "1 installation needs attention", other: "# installations need attention" }),
    why: "Refreshes fail, or the access has expired or was revoked.",
    switch: (hint: string) => `Switch your server to secret …${hint}`,
    ends: (hint: string, day: string) => `Secret …${hint} stops working on ${day}.`,
    stillUsed: (hint: string, day: string) => `Your server still uses secret …${hint}, which stops working on ${day}.`,
  },
  /** On a draft, before the link to the other app. */
  sameName: "Your team has another app with this name. Archive this one if it was created by mistake.",
  openOther: (name: string) => `Open the other ${name}`,
  openUrgent: "Open these installations",
  verify: "Verify e-mail address",
  edit: "Edit app",
  /** Beside the heading of the profile. */
  editShort: "Edit",
  editProfile: "Edit profile",
  submit: "Submit for review",
  submitAgain: "Submit again",
  missing: "Fix this before submitting:",
  addNote: "Add a note to the reviewer",
  withdraw: "Withdraw from review",
  discard: "Discard changes",
  pending: (number: number) => `Pending revision ${number}`,
  pendingHint: "The live version does not change until the revision is approved.",
  fields: { website: "Website", support: "Support contact", privacyPolicy: "Privacy policy", launchUrl: "Launch URL" },
  profile: "Profile",
  webhooks: "Manage webhooks",
  /** Before the day since which an endpoint has failed or has been disabled. */
  endpointSince: "Since",
  moreEndpoints: (count: number) => plural(count, { one: "1 more endpoint", other: "# more endpoints" }),
  history: "History",
  earlier: (count: number) => plural(count, { one: "Show 1 earlier step", other: "Show # earlier steps" }),
  byYou: (name: string) => `by you (${name})`,
  byMember: (name: string) => `by ${name}`,
  byReviewer: (platform: string) => `by ${platform}`,
  archiveHeading: "Archive the app",
  archiveHint: "Ends the app for good, and uninstalls it from merchants that have it. This cannot be undone.",
  archive: "Archive app …",
  done: {
    create: "Draft saved. You can try the app on a test merchant, and submit it for review when you are ready.",
    save: "Changes saved.",
    saveFirstDraft: "Draft saved. Submit it for review when you are ready.",
    saveDraft: "Draft saved. Merchants see no change until you submit it and it is approved.",
    /** The page lists what is missing. */
    saveIncomplete: "Saved as a draft. Fix this before submitting, as listed below.",
    saveDraftWithoutNote: "Draft saved, without your note to the reviewer: it is sent when you submit the app.",
    submit: "Submitted for review. You will see the decision on this page.",
    alreadySubmitted: "Already submitted. You will see the decision on this page.",
    withdraw: "Withdrawn from review. Edit the app and submit it again when it is ready.",
    discard: "Changes discarded. The live version stays as it is.",
    archive: "App archived. It is being uninstalled from all merchants.",
    retireNow: "Secret retired. Requests with it fail from now on.",
    retireLater: "Secret will be retired in 7 days. Update your servers before then.",
  },
  /** The page of an unknown secret. */
  secretUnknown: "The app has no such secret.",
  toSecrets: "Go to the secrets",
  late: {
    archived: "The app was archived in another window, so this step is no longer possible.",
    alreadyArchived: "The app is already archived.",
    alreadyWithdrawn: "Already withdrawn from review. Edit the app and submit it again when it is ready.",
    decided: "The review has ended, so nothing was withdrawn. This page shows the decision.",
    nothingToDiscard: "There are no changes to discard: they were already discarded, or approved.",
    changed: "The app was changed in another window, so this step is no longer possible.",
  },
  archivePage: {
    title: (name: string) => `Archive ${name}?`,
    text: "The app is uninstalled everywhere. Its tokens, secrets and install link stop working immediately. Its profile and history stay readable here. This cannot be undone.",
    count: (count: number) =>
      count === 0
        ? "No merchant has it installed."
        : plural(count, { one: "1 merchant loses the app.", other: "# merchants lose the app." }),
    confirm: "I understand the effect",
    unconfirmed: "Select the checkbox to confirm.",
    submit: "Archive app",
    cancel: "Cancel",
  },
  difference: {
    title: "Changes in this revision",
    field: "Field",
    live: "Live",
    pending: "Pending",
    none: "This revision has no changes.",
    empty: "None",
    noLogo: "no logo",
    logo: (digest: string) => `logo ${digest}`,
    optional: "Optional",
    required: "Required",
  },
  /** The figures of the app. */
  summary: {
    title: "Figures of the app",
    installations: "Installed now",
    installs: (count: number) =>
      plural(count, { one: "1 install in the last 30 days", other: "# installs in the last 30 days" }),
    installsFollow: "Installs of the last 30 days follow within minutes",
    expiring: (count: number) =>
      count === 0 ? "None expires soon" : plural(count, { one: "1 more expires soon", other: "# more expire soon" }),
    failures: "Failed refreshes, last 30 days",
  },
  installLink: {
    title: "Install link",
    notYet: "The app gets its install link when it is approved. Until then it works on your test merchants.",
    rejected:
      "The app was rejected, so it does not work, not even on test merchants. It works on test merchants once you submit it again.",
    test: "Try it on a test merchant",
    quickstart: "Use it in the quickstart",
    hint: "Merchants open this link, see what the app requests, and continue to the consent page through your app.",
    hintPlatform: "Merchants open this link, see what the app requests, and continue to the consent page.",
    hintAtApp:
      "Merchants open this link, see what the app requests, and start the connection on its website, because the app has no launch URL.",
    hintNowhere:
      "Merchants cannot install the app from this link, because it has neither a launch URL nor a website: they learn only that they start in the app itself.",
    addLaunchUrl: "Add a launch URL",
    link: "Install link",
    copyLink: "Copy install link",
    codeAlt: "QR code of the install link",
    download: "Download the QR code (SVG)",
  },
};
