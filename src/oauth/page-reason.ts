import type { OAuthReason } from "./errors.ts";

// Each with what the page is about. The reasons of one topic read alike: whether an app exists, or in what state, is not for everybody.
const TOPICS = {
  client_missing: "app",
  client_duplicated: "app",
  client_malformed: "app",
  client_unknown: "app",
  client_unusable: "app",
  redirect_uri_missing: "redirect_uri",
  redirect_uri_duplicated: "redirect_uri",
  redirect_uri_unregistered: "redirect_uri",
  install_token_refused: "install_token",
} as const satisfies Partial<Record<OAuthReason, string>>;

/** The reasons that are told on a page only, since there is no redirect URI known to be the app's. @see RFC 6749 §4.1.2.1 */
export type PageReason = keyof typeof TOPICS;

/** What a page may say that it is about. */
export type PageTopic = (typeof TOPICS)[PageReason];

/** True if `reason` must not be redirected, wherever it comes from (authorize, or issue minutes later). */
export function isPageReason(reason: string): reason is PageReason {
  return Object.hasOwn(TOPICS, reason);
}

/** What the page of a reason may say. */
export function pageTopicOf(reason: PageReason): PageTopic {
  return TOPICS[reason];
}
