import { type Rejection, reject } from "./errors.ts";

/** The row of the presented install token. Timestamps are microseconds of the database's clock. */
export interface InstallTokenFacts {
  appId: string;
  accountId: string;
  /** The merchant chosen at the install link; null if none was chosen. */
  merchantId: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export interface InstallFacts {
  /** Null if the id is unknown or the text is no install token. */
  token: InstallTokenFacts | null;
  /** True if the digest of the presented secret equals the stored digest. */
  secretMatches: boolean;
  /** The app of the authorization request. */
  appId: string;
  /** The signed-in account. */
  accountId: string;
}

export type InstallDecision =
  /** Mark the token used, preselect the merchant, and show the consent page. */
  { kind: "accept"; merchantId: string | null } | Rejection;

/**
 * Decides whether this account started the request at the app's install link. All rejections show the same page.
 * @see RFC 9700 §4.7.1 (the app's own `state` still protects against CSRF)
 */
export function decideInstall({ token, secretMatches, appId, accountId }: InstallFacts, now: number): InstallDecision {
  const sound = token !== null && secretMatches && token.appId === appId && token.accountId === accountId;
  if (!sound || token.usedAt !== null || token.expiresAt <= now) return reject("install_token_refused");
  return { kind: "accept", merchantId: token.merchantId };
}
