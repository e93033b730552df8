import { pluralOf } from "../plural.ts";
import type { Cause, FailureName, Stop } from "./causes.ts";

const plural = pluralOf("en");

/** The problem, and the next step. */
export interface Advice {
  title: string;
  toDo: string;
}

/** Texts for each party, by the reader. */
type ByAudience = Readonly<
  Record<"developer" | "operator", (platform: string) => Readonly<Record<"app" | "merchant" | "operator", string>>>
>;

interface Audience {
  /** As within a sentence. */
  who: Readonly<Record<"app" | "merchant" | "operator", string>>;
  stops: (platform: string) => Readonly<Record<Stop, Advice>>;
  causes: Readonly<Record<Cause, Advice>>;
}

const developer: Audience = {
  who: { app: "you", merchant: "the merchant", operator: "the platform" },
  stops: (platform) => ({
    operator: {
      title: `${platform} suspended this installation`,
      toDo: `Fix the problem and contact ${platform}. Only ${platform} can resume it.`,
    },
    app_suspended: {
      title: `${platform} suspended your app`,
      toDo: `Fix the problem and contact ${platform}. No installation works until ${platform} resumes the app.`,
    },
    app_rejected: {
      title: `${platform} rejected your app`,
      toDo: "Change the app and submit it again.",
    },
    merchant_suspended: {
      title: `${platform} suspended this merchant`,
      toDo: `Wait until ${platform} resumes the merchant. Until then, no app works for it.`,
    },
    merchant: {
      title: "The merchant paused this installation",
      toDo: "Ask the merchant to resume it under “Connected apps”. Only the merchant can.",
    },
    app: {
      title: "You paused this installation",
      toDo: "Resume it when you are ready. Until then, its tokens do not work.",
    },
  }),
  causes: {
    unspecified: { title: "Refreshes fail", toDo: "Refresh again." },
    credentials: {
      title: "Refreshes fail: the client secret is wrong",
      toDo: "Check the client secret on your server, then refresh again.",
    },
    expired: {
      title: "Refreshes fail: the refresh token has expired",
      toDo: "Ask the merchant to connect again. Refresh tokens before they expire.",
    },
    reused: {
      title: "A used refresh token was used again, so its tokens were revoked",
      toDo: "Check that your server always stores the newest refresh token and that no token was copied. Then ask the merchant to connect again.",
    },
    ended: {
      title: "The access was revoked",
      toDo: "Ask the merchant to connect again.",
    },
    suspended: {
      title: "The last refresh failed during a suspension",
      toDo: "The suspension has ended. Refresh again.",
    },
    scope: {
      title: "Refreshes fail: a requested scope is not granted",
      toDo: "Request only granted scopes.",
    },
    unrefreshed: {
      title: "The access has expired",
      toDo: "Ask the merchant to connect again. Refresh tokens before they expire.",
    },
  },
};

const operator: Audience = {
  who: { app: "the developer", merchant: "the merchant", operator: "you (an operator)" },
  stops: (platform) => ({
    operator: {
      title: `${platform} suspended this installation`,
      toDo: "Resume it once the problem is fixed. Until then, its tokens do not work.",
    },
    app_suspended: {
      title: `${platform} suspended the app`,
      toDo: "Resume the app once the problem is fixed. Until then, none of its installations works.",
    },
    app_rejected: { title: `${platform} rejected the app`, toDo: "The developer can change it and submit it again." },
    merchant_suspended: {
      title: `${platform} suspended the merchant`,
      toDo: "Resume the merchant once the problem is fixed. Until then, no app works for it.",
    },
    merchant: { title: "The merchant paused this installation", toDo: "Only the merchant can resume it." },
    app: { title: "The developer paused this installation", toDo: "Only the developer can resume it." },
  }),
  causes: {
    unspecified: { title: "Refreshes fail", toDo: "The developer must refresh again." },
    credentials: {
      title: "Refreshes fail: the client secret is wrong",
      toDo: "The developer must correct the client secret on the app’s server.",
    },
    expired: {
      title: "Refreshes fail: the refresh token has expired",
      toDo: "The developer must ask the merchant to connect the app again.",
    },
    reused: {
      title: "A used refresh token was used again, so its tokens were revoked",
      toDo: "The developer must ask the merchant to connect the app again. If this happens often, the app loses tokens, or a token was stolen.",
    },
    ended: {
      title: "The access was revoked",
      toDo: "The developer must ask the merchant to connect the app again.",
    },
    suspended: {
      title: "The last refresh failed during a suspension",
      toDo: "The suspension has ended. The app must refresh again.",
    },
    scope: {
      title: "Refreshes fail: a requested scope is not granted",
      toDo: "The app must request only granted scopes.",
    },
    unrefreshed: {
      title: "The access has expired",
      toDo: "The developer must ask the merchant to connect the app again.",
    },
  },
};

/** Texts about the health of an installation, for its developer and for operators. */
export const en = {
  lastHour: "in the last hour",
  pills: {
    needs_attention: "Needs attention",
    expires_soon: "Expires soon",
    healthy: "Active",
    suspended: "Suspended",
    paused: "Paused",
    uninstalled: "Uninstalled",
    pending: "Not completed",
  },
  tabsLabel: "Parts of the list",
  tabs: {
    all: "All",
    needsAttention: "Needs attention",
    expiresSoon: "Expires soon",
    healthy: "Active",
    suspended: "Paused or suspended",
    pending: "Not completed",
    uninstalled: "Uninstalled",
  },
  failures: {
    unspecified: "Unknown",
    credentials: "Wrong secret",
    expired: "Token expired",
    reused: "Token reused",
    ended: "Access revoked",
    suspended: "Suspended",
    scope: "Scope not granted",
  } satisfies Record<FailureName, string>,
  unrefreshed: "Access has expired",
  expiresIn: (days: number) =>
    days === 0
      ? "Access expires today"
      : plural(days, { one: "Access expires in 1 day", other: "Access expires in # days" }),
  mustConnect: { developer: "Ask the merchant to connect again", operator: "The merchant must connect again" },
  mustFix: { developer: "You must fix it", operator: "The developer must fix it" },
  recovered: (failure: string) => `Recovered from: ${failure}`,
  pausedToo: {
    developer: "You also paused it. Resuming it ends only your own pause.",
    operator: "The developer also paused it.",
  },
  healthyTitle: "Tokens can be refreshed",
  healthyText: "No problems recorded.",
  expiresTitle: (days: number) =>
    days === 0
      ? "Access expires today"
      : plural(days, { one: "Access expires in 1 day", other: "Access expires in # days" }),
  expiresToDo: {
    developer: "Refresh the tokens. After the expiry, the merchant must connect again.",
    operator: "The app must refresh its tokens. After the expiry, the merchant must connect again.",
  },
  uninstalledTitle: { app: "The app uninstalled itself", merchant: "The merchant uninstalled the app" },
  uninstalledBy: (platform: string) => `${platform} uninstalled the app`,
  uninstalledUnknown: "The app was uninstalled",
  uninstalledText: "Its tokens are revoked. The merchant can connect the app again.",
  pendingAgainText: "The merchant allowed the app again, but the app has not exchanged the code yet.",
  blocked: {
    developer: (platform) => ({
      operator: `${platform} suspended it before it was uninstalled. The merchant cannot connect the app again until ${platform} resumes it.`,
      merchant:
        "The merchant paused it before it was uninstalled. The merchant must resume it to connect the app again.",
      app: "You paused it before it was uninstalled. The merchant cannot connect the app again until you resume it.",
    }),
    operator: (platform) => ({
      operator: `${platform} suspended it before it was uninstalled. The merchant cannot connect the app again until ${platform} resumes it.`,
      merchant:
        "The merchant paused it before it was uninstalled. The merchant must resume it to connect the app again.",
      app: "The developer paused it before it was uninstalled. The merchant cannot connect the app again until the developer resumes it.",
    }),
  } as ByAudience,
  pendingTitle: "The app has not exchanged the code yet",
  pendingText: "The merchant allowed the app, and the app has no tokens.",
  since: "Since",
  sinceRefresh: "Last successful refresh",
  sinceConnect: "Connected, never refreshed",
  expired: "Expired",
  revoked: "Revoked",
  expires: "Expires",
  accessExpires: "Access expires",
  accessExpired: "Access expired",
  accessRevoked: "Access revoked",
  reason: "Reason",
  whoMustAct: "Who must act",
  toDo: "What to do",
  firstThen: (first: string, others: string) => `${first}, then ${others}`,
  suspendedBy: "Suspended by",
  developer,
  operator,
  actions: {
    unspecified: "Changed",
    installed: "Installed",
    connected_again: "Connected again",
    suspended: "Suspended",
    paused: "Paused",
    resumed: "Resumed",
    uninstalled: "Uninstalled",
    refresh_token_reused: "Refresh token reused, tokens revoked",
    code_reused: "Code used twice, tokens revoked",
    token_revoked: "Token revoked by the app",
    scopes_removed: "Scopes removed",
    refresh_failed: (failure: string) => `Refresh failed: ${failure}`,
    refreshed: "Last successful refresh",
    reinstalled: "Installed again",
    scopes_changed: "Connected again with other scopes",
  },
  /** The actions by the party that acted. */
  actionsBy: {
    suspended: {
      developer: (platform: string) => ({
        app: "Paused by you",
        merchant: "Paused by the merchant",
        operator: `Suspended by ${platform}`,
      }),
      operator: (platform: string) => ({
        app: "Paused by the developer",
        merchant: "Paused by the merchant",
        operator: `Suspended by ${platform}`,
      }),
    },
    resumed: {
      developer: (platform: string) => ({
        app: "Resumed by you",
        merchant: "Resumed by the merchant",
        operator: `Resumed by ${platform}`,
      }),
      operator: (platform: string) => ({
        app: "Resumed by the developer",
        merchant: "Resumed by the merchant",
        operator: `Resumed by ${platform}`,
      }),
    },
    uninstalled: {
      developer: (platform: string) => ({
        app: "Uninstalled by the app",
        merchant: "Uninstalled by the merchant",
        operator: `Uninstalled by ${platform}`,
      }),
      operator: (platform: string) => ({
        app: "Uninstalled by the app",
        merchant: "Uninstalled by the merchant",
        operator: `Uninstalled by ${platform}`,
      }),
    },
  },
  byApp: "by the app",
  byParty: {
    developer: (platform) => ({ app: "by you", merchant: "by the merchant", operator: `by ${platform}` }),
    operator: (platform) => ({ app: "by the developer", merchant: "by the merchant", operator: `by ${platform}` }),
  } as ByAudience,
  added: (scopes: string) => `Added: ${scopes}`,
  removed: (scopes: string) => `Removed: ${scopes}`,
};
