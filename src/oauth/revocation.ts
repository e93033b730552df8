import { type Rejection, reject } from "./errors.ts";

/** The presented token's row. Timestamps are microseconds of the database's clock. */
export type RevokedToken = { kind: "access"; expiresAt: number; revokedAt: number | null } | { kind: "refresh" };

export interface RevokeFacts {
  /** The authenticated app's id. */
  appId: string;
  /** True if the digest of the presented secret equals the stored digest. */
  secretMatches: boolean;
  /** Null if the id is unknown or the text is no access or refresh token. */
  token: RevokedToken | null;
  /** Null only together with `token`. */
  family: { appId: string; endedAt: number | null } | null;
}

export type RevokeDecision =
  /** Revoke this access token and append one event. */
  | { kind: "revoke_token" }
  /** Revoke the family and append one event. */
  | { kind: "end_family" }
  /** Respond 200 and write nothing. */
  | { kind: "nothing"; reason: "unknown" | "ended" }
  | Rejection;

/**
 * Decides a revocation request, independent of `token_type_hint`.
 * @see RFC 7009 §2.1, §2.2 (unknown tokens are not an error)
 * @param now microseconds of the database's clock
 */
export function decideRevoke({ appId, secretMatches, token, family }: RevokeFacts, now: number): RevokeDecision {
  if (token === null || family === null || !secretMatches) return { kind: "nothing", reason: "unknown" };
  // RFC 7009 §2.1: the server verifies whether the token was issued to the client making the revocation request.
  if (family.appId !== appId) return reject("token_foreign");
  if (family.endedAt !== null) return { kind: "nothing", reason: "ended" };
  // Rotated and expired refresh tokens revoke the family too: the app intends to end the access.
  if (token.kind === "refresh") return { kind: "end_family" };
  if (token.revokedAt !== null || token.expiresAt <= now) return { kind: "nothing", reason: "ended" };
  return { kind: "revoke_token" };
}
