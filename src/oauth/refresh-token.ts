import { type OAuthReason, type Rejection, reject } from "./errors.ts";
import { secondsLeft } from "./lifetimes.ts";
import { isMarked, type Marks } from "./not-before.ts";
import { effectiveScopes, isSameSet, isWithin, type ScopeSet, toScopeSet } from "./scope.ts";
import type { InstallationState, MerchantState } from "./states.ts";

/** ROTATE: each refresh replaces the refresh token. KEEP: it stays until it expires. NONE: access tokens only. */
export type RefreshMode = "ROTATE" | "KEEP" | "NONE";

/** The presented refresh token, locked. Times are microseconds of the database's clock. */
export interface RefreshTokenFacts {
  id: string;
  expiresAt: number;
  /** When the token was rotated, which starts the retry window. If `successorId` is null: when mode KEEP or NONE accepted the token. */
  usedAt: number | null;
  successorId: string | null;
  /** `requested` of the decision that rotated the token; null if the token was not rotated. */
  successorScopes: ScopeSet | null;
}

/** The family of the token, locked. */
export interface FamilyFacts {
  appId: string;
  currentId: string | null;
  /** When mode KEEP or NONE first accepted the current token; null before that. */
  currentUsedAt: number | null;
  /** When the parent of the unused current token was presented after the retry window; null if that has not happened. */
  lateParentAt: number | null;
  endedAt: number | null;
  authorizedAt: number;
  /** The scopes of the code. A refresh with fewer scopes affects its access token only. */
  scopes: ScopeSet;
  /** The scopes that the authorization requested and the merchant did not grant; null for none. */
  ungrantedScopes: ScopeSet | null;
}

/** The current state of merchant, installation and app. */
export interface RefreshContext {
  merchant: { state: MerchantState };
  installation: { state: InstallationState; grantedScopes: ScopeSet };
  app: { registeredScopes: ScopeSet };
  marks: Marks;
}

/** The authenticated request and the settings of its app. */
export interface RefreshRequest {
  /** The id of the authenticated app. */
  appId: string;
  /** True if the digest of the presented secret equals the stored digest. */
  secretMatches: boolean;
  /** Null if the request names no scope. */
  scopes: ScopeSet | null;
  /** By `refreshModeOf`. */
  mode: RefreshMode;
  /** Seconds, by `retryWindowOf`. */
  retryWindow: number;
}

export interface RefreshFacts {
  request: RefreshRequest;
  /** Null if the token is unknown. */
  token: RefreshTokenFacts | null;
  /** Null only together with `token`. */
  family: FamilyFacts | null;
  /** Null only together with `token`. */
  context: RefreshContext | null;
  /** The successor pair of the presented token; null if it was not rotated, or the pair was deleted. */
  pair: PairFacts | null;
}

/** A pair that a retry may get again. Times are microseconds of the database's clock. */
export interface PairFacts {
  accessExpiresAt: number;
  /** When the access token was revoked individually. */
  accessRevokedAt: number | null;
  /** Microseconds of service outage since the rotation, which do not count towards the retry window. */
  outage: number;
}

/** `requested` is stored in the access token and as `successorScopes`; `scopes` are the effective scopes of the response. */
interface Granted {
  requested: string[];
  scopes: string[];
}

export type RefreshDecision =
  /** Insert the successor pair and make it current; store `usedAt`, `successorId` and `successorScopes` in the presented token. */
  | ({ kind: "rotate" } & Granted)
  /** Write nothing, and return the successor pair again, with the remaining `expires_in`. */
  | ({ kind: "replay"; successorId: string } & Granted)
  /** Issue an access token, and return the presented refresh token unchanged. Store its first use in `currentUsedAt`. */
  | ({ kind: "keep" } & Granted)
  /** As `keep`, but the response has no refresh token. */
  | ({ kind: "none" } & Granted)
  /** Set `lateParentAt` of the family, audit it, and reject with the reason. */
  | { kind: "late_parent"; reason: OAuthReason }
  /** Revoke the family, publish an event, and reject with the reason. */
  | { kind: "reuse"; reason: OAuthReason }
  | Rejection;

/**
 * Decides on a refresh. Rejections other than `late_parent` and `reuse` change nothing.
 * @see RFC 6749 §6, RFC 9700 §4.14.2
 * @param now microseconds of the database's clock, read after the locks
 */
export function decideRefresh(facts: RefreshFacts, now: number): RefreshDecision {
  const { request, token, family, context } = facts;
  if (token === null || family === null || context === null || !request.secretMatches) return reject("refresh_unknown");
  const error = findTokenError({ request, token, family }, now) ?? findContextError(family, context);
  if (error !== null) return reject(error);
  const position = positionOf(facts, { token, family }, now);
  if (position === "ancestor") return { kind: "reuse", reason: "refresh_reused" };
  if (position === "late_parent") return rejectLateParent(family);
  // RFC 9700 §4.14.2: the client that presented the parent late does not have the successor, so another client has it.
  if (position === "current" && family.lateParentAt !== null) return { kind: "reuse", reason: "refresh_reused" };
  const requested = withoutUngranted(request.scopes ?? family.scopes, family);
  const scopes = effectiveScopes({ token: requested, ...context });
  const scopeError = findScopeError({ requested, scopes, token, family });
  if (scopeError !== null) return reject(scopeError);
  if (position === "current") return { kind: KINDS[request.mode], requested, scopes };
  if (facts.pair?.accessRevokedAt != null) return reject("refresh_access_revoked");
  return { kind: "replay", successorId: position.successorId, requested, scopes };
}

const KINDS = { ROTATE: "rotate", KEEP: "keep", NONE: "none" } as const;

/** True for a rotated token, and for any token of a family with a late parent: `decideRefresh` may find a reuse. */
export function mayBeReuse(facts: { id: string | null } & Pick<FamilyFacts, "currentId" | "lateParentAt" | "endedAt">) {
  const { id, currentId, lateParentAt, endedAt } = facts;
  return id !== null && endedAt === null && (id !== currentId || lateParentAt !== null);
}

/** The family stays active: its unused successor was probably lost in transit. Only the first late parent marks it. */
function rejectLateParent({ lateParentAt }: FamilyFacts): RefreshDecision {
  const reason = "refresh_window_over";
  return lateParentAt === null ? { kind: "late_parent", reason } : reject(reason);
}

type TokenCheck = { request: RefreshRequest; token: RefreshTokenFacts; family: FamilyFacts };

/** Errors of the token itself. An expired token never revokes its family, not even as a reuse. */
function findTokenError({ request, token, family }: TokenCheck, now: number): OAuthReason | null {
  // RFC 6749 §6: the server MUST ensure that the refresh token was issued to the authenticated client.
  if (family.appId !== request.appId) return "refresh_foreign";
  if (family.endedAt !== null) return "refresh_family_ended";
  if (token.expiresAt <= now) return "refresh_expired";
  return null;
}

/** Final states come first. Suspensions precede reuse detection, so that they consume no token. */
function findContextError(family: FamilyFacts, context: RefreshContext): OAuthReason | null {
  if (isMarked(family.authorizedAt, context.marks)) return "refresh_marked";
  if (context.merchant.state === "CLOSED") return "refresh_merchant_ended";
  if (context.installation.state === "UNINSTALLED" || context.installation.state === "PENDING")
    return "refresh_installation_ended";
  if (context.merchant.state === "SUSPENDED") return "refresh_merchant_suspended";
  if (context.installation.state === "SUSPENDED") return "refresh_installation_suspended";
  return null;
}

/**
 * The position of the presented token in its family: the current token, the parent of an unused current token (inside or after the retry
 * window), or an older ancestor. An ancestor proves that two clients hold the family's tokens.
 * @see RFC 9700 §4.14.2
 */
function positionOf(
  { request, pair }: RefreshFacts,
  { token, family }: { token: RefreshTokenFacts; family: FamilyFacts },
  now: number,
): "current" | "ancestor" | "late_parent" | { successorId: string } {
  if (token.id === family.currentId) return "current";
  const { usedAt, successorId } = token;
  if (usedAt === null || successorId === null || successorId !== family.currentId) return "ancestor";
  // The use of the successor proves that the response arrived, so an honest client does not present the parent.
  if (family.currentUsedAt !== null) return "ancestor";
  // The retry window of a family with a late parent stays closed, even if the setting is extended.
  if (family.lateParentAt !== null) return "late_parent";
  return isInWindow({ usedAt, retryWindow: request.retryWindow, pair }, now) ? { successorId } : "late_parent";
}

/** True if a retry gets its pair again: within the retry window, not counting outages, and before the pair's access token expires. */
function isInWindow(
  { usedAt, retryWindow, pair }: { usedAt: number; retryWindow: number; pair: PairFacts | null },
  now: number,
): boolean {
  if (pair === null || secondsLeft(pair.accessExpiresAt, now) === 0) return false;
  // The outage is read after `now`, so it may exceed the elapsed time.
  return Math.max(0, now - usedAt - pair.outage) < retryWindow * 1_000_000;
}

/**
 * Ignores scopes that the merchant did not grant, because many clients repeat the scopes of their authorization request at each refresh.
 * @see RFC 6749 §3.3 (the server may ignore a part of the requested scope and reports the issued one)
 */
function withoutUngranted(scopes: ScopeSet, { ungrantedScopes }: FamilyFacts): string[] {
  const requested = toScopeSet(scopes);
  return ungrantedScopes === null ? requested : requested.filter((scope) => !ungrantedScopes.includes(scope));
}

type ScopeCheck = { requested: ScopeSet; scopes: ScopeSet; token: RefreshTokenFacts; family: FamilyFacts };

function findScopeError({ requested, scopes, token, family }: ScopeCheck): OAuthReason | null {
  // RFC 6749 §6: the requested scope MUST NOT include any scope that was not originally granted.
  if (!isWithin(requested, family.scopes)) return "refresh_scope_wider";
  if (token.successorScopes !== null && !isSameSet(requested, token.successorScopes)) return "refresh_scope_changed";
  return scopes.length === 0 ? "refresh_scope_empty" : null;
}

/** True for the first retry from another address than that of the rotation, if both are known. */
export function isRetryElsewhere(facts: {
  usedFrom: string | null;
  retriedFrom: string | null;
  address: string | null;
}): boolean {
  const { usedFrom, retriedFrom, address } = facts;
  return usedFrom !== null && retriedFrom === null && address !== null && address !== usedFrom;
}

/** The effective mode of an app. RFC 9700 §2.2.2: refresh tokens of public clients MUST be rotated or sender-constrained. */
export function refreshModeOf(app: { confidential: boolean; refreshMode: RefreshMode }): RefreshMode {
  return app.confidential ? app.refreshMode : "ROTATE";
}
