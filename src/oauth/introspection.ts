import { type AppState, worksOn } from "./app-state.ts";
import { effectiveScopes, type ScopeSet } from "./scope.ts";
import { isMarked, type Marks, type Standing } from "./standing.ts";

/** The presented token and its family. Moments are microseconds of the database's clock. */
export interface IntrospectedToken {
  kind: "access" | "refresh";
  expiresAt: number;
  /** Revoked by itself (access tokens); null if not. */
  revokedAt: number | null;
  /** It is its family's current refresh token; of no meaning for an access token. */
  current: boolean;
  familyEndedAt: number | null;
  authorizedAt: number;
  /** Of the access token's own row; the family's for a refresh token. */
  scopes: ScopeSet;
}

/** What surrounds it. */
export interface IntrospectedSurroundings {
  app: AppState;
  merchant: Standing;
  /** A test merchant of the app's developer. */
  test: boolean;
  installation: Standing;
  granted: ScopeSet;
  registered: ScopeSet;
  marks: Marks;
}

export interface ActiveFacts {
  /** The presented secret's digest equals the stored one. */
  secretMatches: boolean;
  /** As sent; anything but `refresh_token` counts as absent. */
  hint: string;
  /** Null if no row has the presented id, or the text is no access or refresh token. */
  token: IntrospectedToken | null;
  /** Null only together with `token`. */
  surroundings: IntrospectedSurroundings | null;
}

/** Why a token is inactive, for logs and metrics; outside it is `{"active":false}` and nothing else (RFC 7662 §2.2). */
export type InactiveReason =
  | "unknown"
  | "refresh_without_hint"
  | "expired"
  | "revoked"
  | "rotated"
  | "family_ended"
  | "marked"
  | "app"
  | "merchant"
  | "installation"
  | "scope_empty";

export type ActiveDecision =
  | {
      kind: "active";
      /** Effective scopes, never empty. */
      scopes: string[];
      /** Microseconds until it expires, by the database's clock, above 0. */
      validFor: number;
    }
  | { kind: "inactive"; reason: InactiveReason };

/**
 * Whether a token is good at this moment, and for what.
 * @see RFC 7662 §2.2, §4 (a refresh token is active only to who says that it is one)
 * @param now microseconds of the database's clock
 */
export function decideActive(facts: ActiveFacts, now: number): ActiveDecision {
  const { token, surroundings } = facts;
  if (token === null || surroundings === null || !facts.secretMatches) return { kind: "inactive", reason: "unknown" };
  const reason = inactiveToken(token, facts.hint, now) ?? inactiveSurroundings(token, surroundings);
  if (reason !== null) return { kind: "inactive", reason };
  const scopes = effectiveScopes({ token: token.scopes, ...surroundings });
  if (scopes.length === 0) return { kind: "inactive", reason: "scope_empty" };
  return { kind: "active", scopes, validFor: token.expiresAt - now };
}

function inactiveToken(token: IntrospectedToken, hint: string, now: number): InactiveReason | null {
  if (token.kind === "refresh" && hint !== "refresh_token") return "refresh_without_hint";
  if (token.expiresAt <= now) return "expired";
  if (token.revokedAt !== null) return "revoked";
  if (token.kind === "refresh" && !token.current) return "rotated";
  return token.familyEndedAt === null ? null : "family_ended";
}

function inactiveSurroundings(token: IntrospectedToken, at: IntrospectedSurroundings): InactiveReason | null {
  if (isMarked(token.authorizedAt, at.marks)) return "marked";
  if (!worksOn(at.app, at.test)) return "app";
  if (at.merchant !== "good") return "merchant";
  return at.installation === "good" ? null : "installation";
}
