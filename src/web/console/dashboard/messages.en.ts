import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the dashboard. */
export const en = {
  title: "Dashboard",
  lead: (time: string) => `As of ${time} UTC, for the whole platform. All times are in UTC.`,
  allGood: "No open tasks",
  allGoodText: (isClear: boolean) =>
    `The review queue is empty, and no secret or key expires within ${isClear ? "30 days" : "24 hours"}. In the last 24 hours, no refresh token was reused, and no request failed because of an internal error or an outage.`,
  openTasks: "Open tasks",
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
  rateRisen: (rate: string, usual: string) => `Error rate in 24 hours: ${rate}, above the usual ${usual}`,
  rateHighSince: (time: string, rate: string, usual: string) =>
    `Error rate up since ${time} UTC: ${rate}, usually ${usual}`,
  mostFrequent: (kind: string) => `Most frequent error: ${kind}.`,
  appRefused: (app: string, share: string) => `${app}: ${share} of refreshes refused today`,
  appRefusedMore: (refused: string, all: number) =>
    `${refused} of ${plural(all, { one: "1 refresh", other: "# refreshes" })} since 00:00 UTC.`,
  needAttention: (count: number) =>
    plural(count, { one: "1 installation needs attention", other: "# installations need attention" }),
  expireSoon: (count: number) => plural(count, { one: "1 other expires soon.", other: "# others expire soon." }),
  ofInstallations: (all: number) =>
    plural(all, { one: "Of 1 connected installation.", other: "Of # connected installations." }),
  /** The act that a task leads to. */
  acts: {
    review: "Open the queue",
    errors: "See the errors",
    app: "Open the app",
    reuses: "See the events",
    expiring: "See the credentials",
    installations: "See the installations",
  },
  health: "Installations",
  healthPeriod: "Now",
  healthNow: (count: number) =>
    plural(count, {
      one: "1 connected installation, including those of test merchants",
      other: "# connected installations, including those of test merchants",
    }),
  healthOfNewest: "Of the newest 1,000 installations, including those of test merchants",
  expiringDay: (count: number) =>
    plural(count, {
      one: "1 secret or key expires within 24 hours",
      other: "# secrets and keys expire within 24 hours",
    }),
  expiringMore: (count: string) => `${count} within 30 days.`,
  activity: "Activity",
  period: "Period",
  hours: "Last 24 hours",
  week: "Last 7 days",
  days: "Last 30 days",
  /** The links of the periods. */
  short: { hours: "24 hours", week: "7 days", days: "30 days", chosen: "Custom" },
  between: (from: string, to: string) => `${from} – ${to}`,
  from: "From (UTC)",
  to: "To, inclusive (UTC)",
  show: "Show",
  periodErrors: {
    DATE: "Enter a day.",
    TOO_OLD: "Enter a day of the last 365 days.",
    FUTURE: "Enter today or an earlier day.",
    ORDER: "Enter a day that is not before the first day.",
    TOO_MANY_DAYS: "Choose at most 92 days.",
  } as Record<string, string>,
  hour: "Hour",
  day: "Day",
  installs: "Installs",
  uninstalls: "Uninstalls",
  tokens: "Tokens issued",
  failures: "Refused refreshes",
  reuse: "Reused refresh tokens",
  installsTotal: (count: number) => plural(count, { one: "1 install", other: "# installs" }),
  tokensTotal: (count: number) => plural(count, { one: "1 token issued", other: "# tokens issued" }),
  reusesTotal: (count: number) => plural(count, { one: "1 reused refresh token", other: "# reused refresh tokens" }),
  uninstallsTotal: (count: number) => plural(count, { one: "1 uninstall", other: "# uninstalls" }),
  errorRate: "Error rate",
  /** The base of the error rate: errors and issued tokens. */
  errorsOf: (errors: string, requests: number) =>
    `${errors} of ${plural(requests, { one: "1 request", other: "# requests" })}`,
  errorsTotal: (count: number) => plural(count, { one: "1 error", other: "# errors" }),
  /** The rate with which that of the period is compared; null without errors. */
  againstUsual: (usual: string | null) => (usual === null ? "No errors before" : `from the usual ${usual}`),
  allErrors: "Errors",
  now: { hours: "now", week: "today", days: "today", chosen: "today" },
  yesterday: (time: string) => `yesterday ${time}`,
  asTable: "Show as table",
  /** The meaning of the marks below the charts: a red bar, and the dashed line of the rate and of the counts. */
  highRate: "Error rate much higher than usual",
  usualRate: "Usual error rate",
  average: {
    both: "Average before (tokens, installs)",
    tokens: "Average before (tokens)",
    installs: "Average before (installs)",
  },
  method: "How these figures are counted",
  notes: [
    "Installs and uninstalls exclude those of test merchants, which the audit trail lists as well. Tokens and errors include test merchants, because a refused request often names no merchant. Installs are counted within two minutes, requests within ten seconds.",
    "The error rate is the share of errors in all requests: errors and issued tokens. The usual rate of 24 hours is that of the 29 days before today. That of a longer period is the rate of as many days before it or, without requests then, of the 29 days before today.",
    "The rate of a period is red from 5 errors on if it is more than a quarter higher than the usual rate, unless that is 0%; the open tasks at the top say so for the last 24 hours.",
    "An hour or a day is red from 5 errors on if its rate is more than half higher than the usual rate, the current hour or today from 20 errors on. Rates are compared as shown, with one decimal.",
    "A dashed line is the average of the period before, from 10 installs or tokens on, or the usual error rate.",
    "Refused refreshes of apps are counted per UTC day, so beside the figures of 24 hours they stand for today, which began at 00:00 UTC, and for yesterday. The share is that of today. An app’s share of refused refreshes is red from 10 refused refreshes on if it is 10% or more than twice the usual error rate, because the app then probably has a fault.",
  ],
  classes: "Errors by kind",
  errorClass: "Kind",
  errorClasses: {
    client: "App not authenticated",
    grant: "Code or refresh token refused",
    request: "Invalid OAuth request",
    rate_limit: "Rate limit reached",
    service_key: "Service key refused",
    unavailable: "Outage or timeout",
    internal: "Internal error",
  } as Record<string, string>,
  errorShare: "Share",
  /** The usual cause of a kind, and who acts. */
  errorCauses: {
    client: "Usually a wrong or expired client secret. The app’s developer replaces it.",
    grant:
      "Usually a code or token that expired, was used twice or belongs to an uninstalled app. The developer handles it in the app.",
    request: "Usually a missing or wrong parameter. The app’s developer corrects the request.",
    rate_limit: "An app sends too many requests. Its developer spreads them.",
    service_key: "Usually an expired or revoked key. An operator creates a new one.",
    unavailable: "The service or its database did not answer in time. The administrators of the service act.",
    internal: "A fault of the service. The administrators of the service find it in the log.",
  } as Record<string, string>,
  /** The sentences in place of a chart, before `inPeriod`. */
  none: {
    installs: "No installs and no uninstalls",
    tokens: "No tokens issued",
    errors: "No errors",
    requests: "No requests",
  },
  inPeriod: {
    hours: "in the last 24 hours",
    week: "in the last 7 days",
    days: "in the last 30 days",
    chosen: "in this period",
  },
  errorCount: "Errors",
  failingApps: "Apps with most refused refreshes",
  failingDays: "Today and yesterday (UTC days)",
  app: "App",
  refused: "Refused",
  refusedOf: (all: string) => `of ${all}`,
  refusedShare: "Share of refreshes",
  refusedToday: "Refused today",
  refusedYesterday: "Refused yesterday",
  refusedShareToday: "Share of today’s refreshes",
  highShare: "high",
  fewRefreshes: "few refreshes",
  fewRefusals: "few refusals",
  expiring: "Expiring credentials",
  expiringPeriod: "Next 30 days",
  noneExpiring: "No client secret and no service key expires within 30 days.",
  name: "Name",
  secret: "Client secret",
  key: "Service key",
  expires: "Expires",
};
