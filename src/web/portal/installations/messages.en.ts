import { pluralOf } from "../../components/plural.ts";

const plural = pluralOf("en");

/** Texts of the installations of an app. */
export const en = {
  title: "Installations",
  installationCount: (count: number) =>
    plural(count, { one: "1 active installation", other: "# active installations" }),
  search: "Merchant ID",
  none: "No installations found.",
  since: "since",
  accuracy: "Times are accurate to the hour.",
  columns: {
    merchant: "Merchant",
    state: "State",
    refreshed: "Last refresh",
    failed: "Last failure",
    expires: "Expires in",
  },
  never: "never",
  noFailure: "none",
  back: "All installations",
  health: "Health",
  id: "installation_id",
  version: "Version",
  merchantId: "merchant_id",
  connected: "Connected",
  ended: "Uninstalled",
  scopes: "Scopes",
  granted: "Granted",
  declined: "Not granted",
  nothing: "none",
  usage: "The platform's API checks scopes, so this page cannot show which ones your app uses.",
  suspendedUntil: (party: string) => `Paused or suspended by ${party}. Only they can resume it.`,
  pauseTitle: "Pause",
  pauseText: "Its tokens do not work until you resume it. The merchant sees that you paused it.",
  reason: "Reason (optional)",
  reasonHint: "Shown to the merchant. Up to 2,000 characters.",
  reasonInvalid: "Use at most 2,000 characters.",
  pause: "Pause installation",
  resumeTitle: "Resume",
  resumeText:
    "You paused it. When you resume it, its tokens work again, unless the merchant has paused it or the platform has suspended it.",
  resumeEnded:
    "You paused it before it was uninstalled. The merchant cannot connect the app again until you resume it.",
  resume: "Resume installation",
  suspendedByOther: (party: string) => `suspended by ${party}.`,
  failures: {
    unspecified: "unknown",
    credentials: "wrong secret",
    expired: "token expired",
    reused: "token reused",
    ended: "access revoked",
    suspended: "suspended",
    scope: "scope not granted",
  },
  advice: {
    unspecified: "",
    credentials: "Check the secret on your server.",
    expired: "The merchant must connect again. Refresh tokens before they expire.",
    reused:
      "An old refresh token was used again, so the grant was revoked. Store the newest token; the merchant must connect again.",
    ended: "The merchant must connect again.",
    suspended: "It works again after it is resumed.",
    scope: "Request only granted scopes.",
  },
  days: (days: number) => plural(days, { one: "1 day", other: "# days" }),
  expired: "expired",
};
