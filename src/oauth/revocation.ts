import { type Rejection, reject } from "./errors.ts";

/** The presented token's row. Moments are microseconds of the database's clock; `revokedAt` is an access token's own revocation. */
export type RevokedToken = { kind: "access"; expiresAt: number; revokedAt: number | null } | { kind: "refresh" };

export interface RevokeFacts {
  /** The authenticated app's id. */
  appId: string;
  /** The presented secret's digest equals the stored one. */
  secretMatches: boolean;
  /** Null if no row has the presented id, or the text is no access or refresh token. */
  token: RevokedToken | null;
  /** Null only together with `token`. */
  family: { appId: string; endedAt: number | null } | null;
}

export type RevokeDecision =
  /** End this access token, one event. */
  | { kind: "revoke_token" }
  /** End the whole family, one event. */
  | { kind: "end_family" }
  /** Answer 200 and write nothing: there is nothing left to end. */
  | { kind: "nothing"; reason: "unknown" | "ended" }
  | Rejection;

/**
 * What a revocation request ends. `token_type_hint` is never decisive, so it is no fact here.
 * @see RFC 7009 §2.1, §2.2 (unknown tokens are no error)
 * @param now microseconds of the database's clock
 */
export function decideRevoke({ appId, secretMatches, token, family }: RevokeFacts, now: number): RevokeDecision {
  if (token === null || family === null || !secretMatches) return { kind: "nothing", reason: "unknown" };
  // RFC 7009 §2.1: the server verifies whether the token was issued to the client making the revocation request.
  if (family.appId !== appId) return reject("token_foreign");
  if (family.endedAt !== null) return { kind: "nothing", reason: "ended" };
  // Any refresh token of the family will do, rotated and expired ones too: who sends it wants the access to end.
  if (token.kind === "refresh") return { kind: "end_family" };
  if (token.revokedAt !== null || token.expiresAt <= now) return { kind: "nothing", reason: "ended" };
  return { kind: "revoke_token" };
}
