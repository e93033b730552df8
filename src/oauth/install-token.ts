import { type Rejection, reject } from "./errors.ts";

/** The row of the presented install token; `expiresAt` in microseconds of the database's clock. */
export interface InstallTokenFacts {
  appId: string;
  accountId: string;
  /** Chosen at the install link; null if none was. */
  merchantId: string | null;
  expiresAt: number;
  usedAt: number | null;
}

export interface InstallFacts {
  /** Null if no row has the presented id, or the text is no install token. */
  token: InstallTokenFacts | null;
  /** The presented secret's digest equals the stored one. */
  secretMatches: boolean;
  /** The app that the authorize request names. */
  appId: string;
  /** The account that is signed in. */
  accountId: string;
}

export type InstallDecision =
  /** Note its use; preselect the merchant, and always ask. */
  { kind: "accept"; merchantId: string | null } | Rejection;

/**
 * Whether an authorize request began at this account's click on the app's install link. Every refusal is the same page.
 * @see RFC 9700 §4.7.1 (what a `state` made by the app itself is for: the token takes nothing from it)
 */
export function decideInstall({ token, secretMatches, appId, accountId }: InstallFacts, now: number): InstallDecision {
  const sound = token !== null && secretMatches && token.appId === appId && token.accountId === accountId;
  if (!sound || token.usedAt !== null || token.expiresAt <= now) return reject("install_token_refused");
  return { kind: "accept", merchantId: token.merchantId };
}
