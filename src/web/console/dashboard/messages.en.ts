import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the dashboard. */
export const en = {
  title: "Dashboard",
  lead: (time: string) => `As of ${time} UTC, for the whole platform and its test merchants. All times are in UTC.`,
  allGood: "All good",
  allGoodText:
    "The review queue is empty, and no secret or key expires within 24 hours. In the last 24 hours, no refresh token was reused, and no request failed because of an internal error or an outage.",
  needsYou: (count: number) =>
    plural(count, { one: "1 item needs your attention", other: "# items need your attention" }),
  reviews: (count: number) =>
    plural(count, { one: "1 app is waiting for review", other: "# apps are waiting for review" }),
  oldest: "Longest wait:",
  inReview: (count: number) => plural(count, { one: "1 app is being reviewed.", other: "# apps are being reviewed." }),
  reuses: (count: number) =>
    plural(count, { one: "1 refresh token was reused", other: "# refresh tokens were reused" }),
  reusesMore: (count: string) => `In the last 24 hours. ${count} in the last 30 days.`,
  failed: (count: number) =>
    plural(count, {
      one: "1 request failed because of an internal error or an outage",
      other: "# requests failed because of an internal error or an outage",
    }),
  failedMore: (count: string) => `In the last 24 hours. ${count} in the last 30 days.`,
  rateRisen: (rate: string) => `The error rate is ${rate}, above the usual`,
  rateRisenMore: (usual: string) => `In the last 24 hours. The usual rate is ${usual}.`,
  worstApp: "Most refused refreshes:",
  expiringDay: (count: number) =>
    plural(count, {
      one: "1 secret or key expires within 24 hours",
      other: "# secrets and keys expire within 24 hours",
    }),
  expiringMore: (count: string) => `${count} within 30 days.`,
  activity: "Activity",
  period: "Period",
  hours: "Last 24 hours",
  days: "Last 30 days",
  hour: "Hour",
  day: "Day",
  installs: "Installs",
  uninstalls: "Uninstalls",
  tokens: "Tokens issued",
  failures: "Refused refreshes",
  reuse: "Reused refresh tokens",
  installsUnit: "installs",
  uninstallsUnit: "uninstalls",
  tokensUnit: "tokens issued",
  failuresUnit: "refused refreshes",
  uninstallsTotal: (count: number) => plural(count, { one: "1 uninstall", other: "# uninstalls" }),
  errorRate: "Error rate",
  errorsTotal: (count: number) => plural(count, { one: "1 error", other: "# errors" }),
  /** The rate of 24 hours beside the usual one, and that of 30 days beside the days before. */
  rateChange: {
    hours: {
      more: (points: string, usual: string) => `${points} points above the usual ${usual}`,
      less: (points: string, usual: string) => `${points} points below the usual ${usual}`,
      same: (usual: string) => `As usual: ${usual}`,
      none: "Higher than usual: no errors before",
    },
    days: {
      more: (points: string, before: string) => `${points} points above the 29 days before (${before})`,
      less: (points: string, before: string) => `${points} points below the 29 days before (${before})`,
      same: (before: string) => `As in the 29 days before: ${before}`,
      none: "No errors in the 29 days before",
    },
  },
  /** The rate of today, if it is far above the usual one. */
  rateNow: (rate: string, usual: string) => `Today ${rate}, far above the usual ${usual}`,
  allErrors: "Errors",
  now: { hours: "now", days: "today" },
  asTable: "Show as table",
  method: "How these figures are counted",
  note: "Installs are counted within two minutes, requests within ten seconds. The error rate is the share of errors among errors and issued tokens. The usual rate is that of the 29 days before today. The rate of 24 hours is above it if it is higher by more than a tenth; an hour or a day is red if it is higher by more than half, and the current hour or today only from 20 errors on. A dashed line is the average of the period before or, for errors, the usual rate.",
  classes: "Errors by class",
  errorClass: "Class",
  errorClasses: {
    client: "App not authenticated",
    grant: "Code or refresh token refused",
    request: "Invalid OAuth request",
    rate_limit: "Rate limit reached",
    service_key: "Service key refused",
    unavailable: "Outage or timeout",
    internal: "Internal error",
  } as Record<string, string>,
  noErrors: {
    hours: "There were no errors in the last 24 hours.",
    days: "There were no errors in the last 30 days.",
  },
  errorCount: "Errors",
  failingApps: "Apps with most refused refreshes",
  failingDays: { hours: "Today and yesterday: apps are counted by day", days: "Last 30 days" },
  app: "App",
  refused: "Refused",
  refusedShare: "Share of refreshes",
  expiring: "Expiring secrets and keys",
  noneExpiring: "No client secret and no service key expires within 30 days.",
  name: "Name",
  secret: "Client secret",
  key: "Service key",
  expires: "Expires",
};
