import { type AppState, worksOn } from "./app-state.ts";
import { effectiveScopes, type ScopeSet } from "./scope.ts";
import { type InstallationState, isMarked, type Marks, type MerchantState } from "./status.ts";

/** The presented token's row. Moments are microseconds of the database's clock; `revokedAt` is an access token's own revocation. */
export type IntrospectedToken =
  | { kind: "access"; expiresAt: number; revokedAt: number | null; scopes: ScopeSet }
  | { kind: "refresh"; id: string; expiresAt: number };

/** The family's row, and what surrounds it. */
export interface IntrospectedSurroundings {
  family: { currentId: string | null; endedAt: number | null; authorizedAt: number; scopes: ScopeSet };
  app: { state: AppState; registeredScopes: ScopeSet };
  /** `test` is true for a test merchant, which only its developer's apps can have reached. */
  merchant: { state: MerchantState; test: boolean };
  installation: { state: InstallationState; grantedScopes: ScopeSet };
  marks: Marks;
}

export interface ActiveFacts {
  /** The presented secret's digest equals the stored one. */
  secretMatches: boolean;
  /** As sent; anything but `refresh_token` counts as absent. */
  hint: string;
  /** The caller may see tokens of test merchants. */
  seesTest: boolean;
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
  | "test_merchant"
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
 * @see RFC 7662 §2.2, §4 (a refresh token is active only to who says that it is one; the answer may depend on the caller)
 * @param now microseconds of the database's clock
 */
export function decideActive(facts: ActiveFacts, now: number): ActiveDecision {
  const { token, surroundings } = facts;
  if (token === null || surroundings === null || !facts.secretMatches) return { kind: "inactive", reason: "unknown" };
  const { family, merchant } = surroundings;
  const reason = inactiveToken(token, facts.hint, now) ?? inactiveFamily(token, family) ?? inactivePlace(surroundings);
  if (reason === null && merchant.test && !facts.seesTest) return { kind: "inactive", reason: "test_merchant" };
  if (reason !== null) return { kind: "inactive", reason };
  const scopes = effectiveScopes({ token: token.kind === "access" ? token.scopes : family.scopes, ...surroundings });
  if (scopes.length === 0) return { kind: "inactive", reason: "scope_empty" };
  return { kind: "active", scopes, validFor: token.expiresAt - now };
}

function inactiveToken(token: IntrospectedToken, hint: string, now: number): InactiveReason | null {
  if (token.kind === "refresh" && hint !== "refresh_token") return "refresh_without_hint";
  if (token.expiresAt <= now) return "expired";
  return token.kind === "access" && token.revokedAt !== null ? "revoked" : null;
}

function inactiveFamily(token: IntrospectedToken, family: IntrospectedSurroundings["family"]): InactiveReason | null {
  if (family.endedAt !== null) return "family_ended";
  return token.kind === "refresh" && token.id !== family.currentId ? "rotated" : null;
}

function inactivePlace({
  family,
  app,
  merchant,
  installation,
  marks,
}: IntrospectedSurroundings): InactiveReason | null {
  if (isMarked(family.authorizedAt, marks)) return "marked";
  if (!worksOn(app.state, merchant.test)) return "app";
  if (merchant.state !== "ACTIVE") return "merchant";
  return installation.state === "ACTIVE" ? null : "installation";
}
