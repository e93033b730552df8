import { type AppState, worksOn } from "./app-state.ts";
import { isMarked, type Marks } from "./not-before.ts";
import { effectiveScopes, type ScopeSet } from "./scope.ts";
import type { InstallationState, MerchantState } from "./states.ts";

/** The presented token's row. Timestamps are microseconds of the database's clock. */
export type IntrospectedToken =
  | { kind: "access"; expiresAt: number; revokedAt: number | null; scopes: ScopeSet }
  | { kind: "refresh"; id: string; expiresAt: number };

/** The token's family and its current context. */
export interface IntrospectedContext {
  family: { currentId: string | null; endedAt: number | null; authorizedAt: number; scopes: ScopeSet };
  app: { state: AppState; registeredScopes: ScopeSet };
  /** `test` marks a test merchant; only its developer's apps get tokens for it. */
  merchant: { state: MerchantState; test: boolean };
  installation: { state: InstallationState; grantedScopes: ScopeSet };
  marks: Marks;
}

export interface ActiveFacts {
  /** True if the digest of the presented secret equals the stored digest. */
  secretMatches: boolean;
  /** `token_type_hint` as sent; values other than `refresh_token` are ignored. */
  hint: string;
  /** True if the caller may see tokens of test merchants. */
  seesTest: boolean;
  /** Null if the id is unknown or the text is no access or refresh token. */
  token: IntrospectedToken | null;
  /** Null only together with `token`. */
  context: IntrospectedContext | null;
}

/** Why a token is inactive, for logs and metrics; the response is always `{"active":false}`. @see RFC 7662 §2.2 */
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
      /** Microseconds until the token expires, above 0. */
      validFor: number;
    }
  | { kind: "inactive"; reason: InactiveReason };

/**
 * Decides whether a token is active, and its scopes. A refresh token is active only with its `token_type_hint`.
 * @see RFC 7662 §2.2, §4 (the response may depend on the caller)
 * @param now microseconds of the database's clock
 */
export function decideActive(facts: ActiveFacts, now: number): ActiveDecision {
  const { token, context } = facts;
  if (token === null || context === null || !facts.secretMatches) return { kind: "inactive", reason: "unknown" };
  const { family, merchant } = context;
  const reason = inactiveToken(token, facts.hint, now) ?? inactiveFamily(token, family) ?? inactiveContext(context);
  if (reason === null && merchant.test && !facts.seesTest) return { kind: "inactive", reason: "test_merchant" };
  if (reason !== null) return { kind: "inactive", reason };
  const scopes = effectiveScopes({ token: token.kind === "access" ? token.scopes : family.scopes, ...context });
  if (scopes.length === 0) return { kind: "inactive", reason: "scope_empty" };
  return { kind: "active", scopes, validFor: token.expiresAt - now };
}

function inactiveToken(token: IntrospectedToken, hint: string, now: number): InactiveReason | null {
  if (token.kind === "refresh" && hint !== "refresh_token") return "refresh_without_hint";
  if (token.expiresAt <= now) return "expired";
  return token.kind === "access" && token.revokedAt !== null ? "revoked" : null;
}

function inactiveFamily(token: IntrospectedToken, family: IntrospectedContext["family"]): InactiveReason | null {
  if (family.endedAt !== null) return "family_ended";
  return token.kind === "refresh" && token.id !== family.currentId ? "rotated" : null;
}

function inactiveContext({ family, app, merchant, installation, marks }: IntrospectedContext): InactiveReason | null {
  if (isMarked(family.authorizedAt, marks)) return "marked";
  if (!worksOn(app.state, merchant.test)) return "app";
  if (merchant.state !== "ACTIVE") return "merchant";
  return installation.state === "ACTIVE" ? null : "installation";
}
