import type { OAuthReason } from "./errors.ts";

// Reasons of one topic share a page, so that the page reveals neither whether an app exists nor its state.
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

/** The reasons shown only on a page, because no redirect URI is validated. @see RFC 6749 §4.1.2.1 */
export type PageReason = keyof typeof TOPICS;

/** The topic that a page may name. */
export type PageTopic = (typeof TOPICS)[PageReason];

/** True if `reason` must not be redirected, from authorize or issue. @see RFC 6749 §4.1.2.1 */
export function isPageReason(reason: string): reason is PageReason {
  return Object.hasOwn(TOPICS, reason);
}

/** The topic of a page reason. */
export function pageTopicOf(reason: PageReason): PageTopic {
  return TOPICS[reason];
}
