import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** A day within a sentence; nothing if the day is unknown. */
const on = (day: string) => (day === "" ? "" : ` on ${day}`);

/** Texts of the connected apps. */
export const en = {
  title: "Connected apps",
  lead: (shop: string) =>
    `Apps connected to ${shop}. Pause stops an app until you resume it. Uninstall ends its access.`,
  /** Above a list of rows, whose apps have their steps on their own pages. */
  leadList: (shop: string) =>
    `Apps connected to ${shop}. Open one to see what it may do, to pause it or to uninstall it.`,
  /** While no app can be paused. */
  leadStopped: (shop: string) => `Apps connected to ${shop}. Uninstall ends the access of an app.`,
  /** On the page of an app that can be paused. */
  effects: "Pause stops the app until you resume it. Uninstall ends its access.",
  leadMember: (shop: string) => `Apps connected to ${shop}.`,
  shops: { label: "Shop", show: "Switch" },
  none: (shop: string) => `No app is connected to ${shop}`,
  noneHint:
    "To connect an app, open the install link from its developer, or start in the app. Nothing is shared until you allow it.",
  noShop: {
    title: "Your account does not belong to a shop yet",
    text: (email: string, platform: string) =>
      `An owner of the shop, or ${platform}, can invite you. You are signed in as ${email}. If the invitation went to another address, sign in with that one.`,
    closedTitle: (count: number) => plural(count, { one: "Your shop was closed", other: "Your shops were closed" }),
    otherAccount: "Use another account",
    createTest: "Create a test merchant",
  },
  readOnly: "Only owners and managers of the shop can pause and uninstall apps.",
  past: "Uninstalled apps",
  pastHint: "These apps have no access. Their developers keep the data they have already copied.",
  lastUsed: "Last used",
  neverUsed: "Never",
  neverUsedInLine: "never",
  expiryMeans: "The app loses its access on this day unless the app renews it.",
  lastUsedMeans: "When the app last used your shop’s data or renewed its access.",
  noPrivacyPolicy: "None given",
  wrong: "Something wrong?",
  connectedSince: "Connected",
  connectedBy: "by",
  /** After the name of the reader. */
  isYou: "(you)",
  mayDo: "What it may do",
  /** In place of `mayDo` while the app has no access. */
  allowed: "Allowed",
  /** In place of `allowed` while the app can only be resumed. */
  allowedOnceResumed: "Allowed once it is resumed",
  /** In place of `mayDo` after an uninstall. */
  wasAllowed: "Allowed until the uninstall",
  /** In place of `mayDo` before the app has finished connecting. */
  asked: "What it asks for",
  morePermissions: (count: number) => plural(count, { one: "1 more permission", other: "# more permissions" }),
  nothingAllowed: (platform: string) => `No permissions left: ${platform} no longer offers them.`,
  shopSuspended: (shop: string, platform: string, day: string) =>
    `${platform} suspended ${shop}${on(day)}. No app has access to its data until ${platform} resumes it.`,
  shopSuspendedMark: "Shop suspended",
  /** The first reason why an app has no access. `you`: for readers who can change it. */
  stopped: {
    app: (platform: string) =>
      `This app gets none of your data until ${platform} resumes it. ${platform} suspended it for all shops.`,
    rejected: (platform: string) =>
      `${platform} rejected this app in its review. It has no access until its developer submits it again.`,
    operator: (platform: string, day: string) =>
      `This app gets none of your data until ${platform} resumes it. ${platform} suspended it for your shop${on(day)}.`,
    developer: (day: string) => `The developer paused this app for your shop${on(day)}. Only they can resume it.`,
    you: (day: string) => `You paused this app${on(day)}. It has no access until you resume it.`,
    shop: (day: string) => `An owner or manager of your shop paused this app${on(day)}.`,
  },
  /** The access of an app that is not stopped has ended. */
  expired: { on: (day: string) => `Access expired${on(day)}.`, also: "Its access has also expired." },
  revoked: { on: (day: string) => `Access revoked${on(day)}.`, also: "Its access was also revoked." },
  /** The effect, and the next step: of an owner or manager, of a member, and for an app that merchants cannot connect here. */
  endedAccess: {
    shop: "The app gets none of your data.",
    member: "The app gets none of your data. An owner or manager can connect the app again.",
    inApp: "The app gets none of your data. Start again in the app to keep using it.",
  },
  /** Further reasons. */
  also: {
    operator: (platform: string) => `${platform} also suspended it for your shop.`,
    developer: "The developer also paused it.",
    you: "You also paused this app. It stays paused until you resume it.",
    shop: "Your shop also paused it.",
  },
  contact: "Contact the developer",
  /** Before an address, if the platform stopped the app. */
  questions: {
    suspension: "About the suspension:",
    review: "About the review:",
    uninstall: "About the uninstall:",
    app: "About the app:",
  },
  /** The states of an app without a current connection. */
  waiting: {
    you: "You allowed this app, but it did not finish connecting, so it gets none of your data. Finish connecting to use it.",
    shop: "Your shop allowed this app, but it did not finish connecting, so it gets none of your data. An owner or manager can finish it.",
    inApp: "You allowed this app, but it did not finish connecting, so it gets none of your data. Finish in the app.",
  },
  waitingTitle: "Not completed",
  uninstalled: {
    you: (day: string) => `You uninstalled it${on(day)}.`,
    shop: (day: string) => `Your shop uninstalled it${on(day)}.`,
    developer: (day: string) => `The developer uninstalled it${on(day)}.`,
    operator: (platform: string, day: string) => `${platform} uninstalled it${on(day)}.`,
    unknown: (day: string) => `It was uninstalled${on(day)}.`,
  },
  noLongerOffered: "The app is no longer offered.",
  heldBack: {
    you: "You paused it before. Resume it to connect it again.",
    shop: "Your shop paused it before. An owner or manager can resume it.",
    developer: "The developer paused it before. You can connect it again after they resume it.",
    operator: (platform: string) =>
      `${platform} suspended it before. You can connect it again after ${platform} resumes it.`,
  },
  details: "Details",
  detailsOf: (app: string) => `Details of ${app}`,
  manage: "Manage",
  manageOf: (app: string) => `Manage ${app}`,
  history: {
    title: "History",
    of: (app: string) => `History of ${app}`,
    all: "Full history",
    none: "Nothing has happened yet.",
    actions: {
      installed: "Installed",
      installedAgain: "Installed again",
      connectedAgain: "Connected again",
      permissionsChanged: "Permissions changed",
      allowed: (count: number): string => (count === 1 ? "Permission allowed" : "Permissions allowed"),
      removed: (count: number): string => (count === 1 ? "Permission removed" : "Permissions removed"),
      paused: "Paused",
      resumed: "Resumed",
      suspended: "Suspended",
      /** The platform lifted its suspension. */
      unsuspended: "Resumed",
      uninstalled: "Uninstalled",
      changed: "Changed",
    },
    by: {
      shop: "by a member of your shop",
      developer: "by the developer",
      platform: (platform: string) => `by ${platform}`,
    },
    allowed: (permissions: string) => `Allowed: ${permissions}`,
    notAllowed: (permissions: string) => `No longer allowed: ${permissions}`,
  },
  change: "Change permissions",
  /** Beside the heading of the permissions. */
  changeInList: "Change",
  changeOf: (app: string) => `Change permissions: ${app}`,
  changeHints: {
    consent:
      "You choose again which optional permissions to allow. The ones that you leave out end when the app connects again.",
    all: "The app requires all of these permissions. To remove them, uninstall it.",
    again: "The app asks for its permissions itself. To allow fewer of them, uninstall it and connect it again.",
  },
  required: "Required",
  remove: "Remove",
  removeOf: (permission: string) => `Remove: ${permission}`,
  removeHints: {
    some: "You can remove each optional permission. The app needs the required ones to work.",
    any: "You can remove each of these permissions.",
  },
  removal: {
    title: "Remove a permission?",
    heading: (permission: string, app: string) => `Remove “${permission}” from ${app}?`,
    stops: "What stops",
    stays: "What stays",
    effect: (app: string, shop: string) => `${app} immediately loses this permission for ${shop}:`,
    features: "Features of the app that need it may stop working.",
    others: "The app keeps its other permissions:",
    allowAgain: "You can allow it again later.",
    submit: "Remove permission",
    cancel: "Keep permission",
    done: (permission: string, app: string) => `${app} no longer has the permission “${permission}”.`,
    notGranted: (permission: string, app: string) =>
      `Nothing was removed: ${app} did not have the permission “${permission}”.`,
    refused: {
      SCOPE_REQUIRED: "The app requires this permission. To remove it, uninstall the app.",
      LAST_SCOPE: "This is the app’s only permission. To remove it, uninstall the app.",
      NOT_INSTALLED: "The app is no longer installed, so it has no permissions.",
    },
    updating:
      "Permissions cannot be removed while the service is being updated. This permission is still granted. Try again in a few minutes.",
  },
  filter: {
    search: "App or developer",
    app: "App",
    group: "State",
    action: "Actions",
    /** The tab of all apps but the uninstalled ones. */
    installed: "Installed",
    showUninstalled: "Show uninstalled apps",
    groups: { attention: "Needs attention", active: "Active", paused: "Paused", uninstalled: "Uninstalled" },
    sorts: {
      state: "Needs attention first",
      name: "Name",
      used: "Last used first",
      connected: "Newest connection first",
    },
  },
  seeWhy: "See why",
  seeWhyOf: (app: string) => `See why: ${app}`,
  partial: "This shop has more than 1,000 apps. Only the newest 1,000 are listed and searched.",
  declined: "Not allowed",
  allow: "Allow",
  allowPermission: (permission: string) => `Allow: ${permission}`,
  open: "Open app",
  openOf: (app: string) => `Open app: ${app}`,
  finish: "Finish connecting",
  finishOf: (app: string) => `Finish connecting ${app}`,
  connectAgain: "Connect again",
  connectAgainOf: (app: string) => `Connect again: ${app}`,
  /** The app was uninstalled before this step. */
  gone: (app: string, shop: string) => `${app} is no longer installed in ${shop}.`,
  done: {
    pause: (app: string) => `${app} is paused. You can resume it at any time.`,
    /** The shop is suspended. */
    pauseHeld: (app: string) => `${app} is paused. You can resume it as soon as the shop is resumed.`,
    resume: (app: string) => `${app} is active again.`,
    resumeHeld: (app: string) => `You resumed ${app}. It still has no access.`,
    disconnect: (app: string) => `${app} is uninstalled and has no access. It stays in the list of uninstalled apps.`,
  },
  reason: "Reason given:",
  /** The name of the reason code `POLICY`. */
  policy: (platform: string) => `Violates the rules of ${platform}`,
  test: "Test",
  pause: "Pause",
  pauseOf: (app: string) => `Pause ${app}`,
  resume: "Resume",
  resumeOf: (app: string) => `Resume ${app}`,
  uninstall: "Uninstall",
  uninstallOf: (app: string) => `Uninstall ${app}`,
  confirm: {
    title: (app: string) => `Uninstall ${app}?`,
    heading: (app: string, shop: string) => `Uninstall ${app} from ${shop}?`,
    stops: "What stops",
    stays: "What stays",
    effect: (app: string) => `${app} loses access to your data immediately.`,
    data: (developer: string) => `Data that the app has already copied stays with ${developer}.`,
    /** Before the support address. */
    deletion: {
      mail: "To have it deleted, write to",
      web: "To have it deleted, contact",
      unknown: "To have it deleted, contact them.",
    },
    theDeveloper: "its developer",
    reconnect: "You can connect it again later. It then asks for your permission again.",
    reconnectSuspended: "You cannot connect it again while it is suspended.",
    reason: "Why are you uninstalling it? (optional)",
    reasonHint: (platform: string) => `The members of your shop, the developer and ${platform} can read the reason.`,
    reasonInvalid: "Use at most 2,000 characters, none of them invisible.",
    submit: "Uninstall",
    cancel: "Keep app",
  },
};
