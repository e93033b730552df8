import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the installations of an app. */
export const en = {
  title: "Installations",
  search: "Merchant’s name, or any ID",
  activeCount: (count: number) => plural(count, { one: "1 active installation", other: "# active installations" }),
  expiring: (count: number) => plural(count, { one: "# expires soon", other: "# expire soon" }),
  otherCounts: {
    suspended: (count: string) => `${count} paused or suspended`,
    uninstalled: (count: string) => `${count} uninstalled`,
  },
  none: "No merchant has installed the app yet.",
  noneIn: {
    all: { title: "No merchant has installed the app yet.", text: "" },
    needsAttention: {
      title: "No installation needs attention",
      text: "Installations whose refreshes fail or whose access has expired or was revoked appear here.",
    },
    expiresSoon: {
      title: "No access expires in the next 7 days",
      text: "Each refresh extends access.",
    },
    healthy: {
      title: "No installation is active",
      text: "Installations that can refresh their tokens appear here.",
    },
    suspended: {
      title: "No installation is paused or suspended",
      text: "You can pause an installation on its page.",
    },
    uninstalled: {
      title: "No uninstalled merchants",
      text: "After an uninstall, a merchant stays in this list until it connects the app again.",
    },
  },
  showAll: "Show all installations",
  searchAll: "Search all installations",
  noneYetLive: "Share the install link with merchants. Each installation appears here with its health.",
  noneYetTest: "Try the app on a test merchant first. Each installation appears here with its health.",
  testMerchants: "Go to test merchants",
  export: "Export as CSV",
  /** The orders of the list; "" is the usual one. */
  sorts: {
    "": "Needs attention first",
    "created-desc": "Newest first",
    created: "Oldest first",
    "changed-desc": "Latest change first",
    changed: "Oldest change first",
  },
  columns: {
    merchant: "Merchant",
    refreshed: "Last refresh",
    failed: "Last failure",
    expires: "Access expires",
  },
  charts: {
    title: (days: number) => plural(days, { one: "Today", other: "Last # days" }),
    installs: "Installs",
    uninstallsTotal: (count: number) => plural(count, { one: "1 uninstall", other: "# uninstalls" }),
    installsUnit: "installed",
    uninstalls: "Uninstalls",
    uninstallsUnit: "uninstalled",
    refreshes: "Refreshes",
    refreshesTotal: (count: number) => plural(count, { one: "1 refresh", other: "# refreshes" }),
    failures: "Failed refreshes",
    failuresUnit: "failed",
    reuses: "Token reuse",
    day: "Day",
    today: "today",
    nothing: "No activity in this period. Figures follow within minutes.",
    /** The sentences in place of a chart. */
    none: {
      installs: "No installs and no uninstalls in the last 30 days.",
      refreshes: "No refreshes in the last 30 days.",
      failures: "No failed refreshes in the last 30 days.",
    },
    asTable: "Show as table",
    method: "How these figures are counted",
    note: "Days are in UTC and include test merchants. Installs can appear two minutes late. Failed refreshes are those with a token of your app; requests with an unknown token are not counted. A dashed line is the average of the 30 days before, if there were at least 10.",
  },
  never: "never",
  noFailure: "None",
  details: "Details",
  health: "Health",
  id: "Installation ID",
  merchantId: "Merchant ID",
  connected: "Connected",
  scopes: "Scopes",
  granted: "Granted",
  declined: "Not granted",
  nothing: "None",
  usage: (platform: string) =>
    `The API of ${platform} checks scopes, so this page cannot show which ones your app uses.`,
  lastAnswer: "Your app received",
  deliveries: "Webhook deliveries",
  pauseTitle: "Pause",
  pauseText: "The tokens of a paused installation do not work. The merchant sees that you paused it.",
  pauseTooText: "Its tokens are already blocked. If you pause it too, they stay blocked until you resume it.",
  reason: "Reason (optional)",
  reasonHint: "Shown to the merchant. Up to 2,000 characters.",
  reasonInvalid: "Use at most 2,000 characters.",
  pause: "Pause installation",
  resume: "Resume installation",
  paused: "Installation paused.",
  resumed: "Installation resumed.",
  uninstalledMeanwhile: "The app was uninstalled from this merchant meanwhile, so it was not paused.",
  events: "Recent events",
  eventsNote:
    "Refreshes are recorded once an hour, and only the last success and the last failure are kept. Older events are removed.",
  eventsCharts: "Refreshes of the whole app in the last 30 days",
  access: "Access",
  openApp: "Open the app",
  openSecrets: "Check the secrets of the app",
  installLink: "Install link for the merchant",
  /** A message that the developer sends to the merchant, so it uses the words of the pages for merchants. */
  message: {
    label: "Message to the merchant",
    copy: "Copy message",
    connectAgain: (app: string, shop: string, link: string) =>
      `Hello,\n${app} no longer has access to your shop ${shop}. To connect the app again, open this link and allow its permissions:\n${link}`,
    resume: (app: string, shop: string, link: string) =>
      `Hello,\n${app} is paused for your shop ${shop}. To resume the app, open this link and choose “Resume”:\n${link}`,
  },
  tokensRevoked: "Tokens revoked",
  /** Links to the documentation. */
  guides: {
    rotation: "How refresh tokens rotate",
    store: "What to store, and when to refresh",
    program: "Sample code: refresh with retries",
    scopes: "How to read the granted scopes",
  },
};
