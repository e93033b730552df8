import { type OAuthReason, type Rejection, reject } from "./errors.ts";
import { secondsLeft } from "./lifetimes.ts";
import { effectiveScopes, isSameSet, isWithin, type ScopeSet, toScopeSet } from "./scope.ts";
import { type InstallationState, isMarked, type Marks, type MerchantState } from "./status.ts";

/** ROTATE: a new refresh token each time. KEEP: the same one until its end. NONE: access tokens only. */
export type RefreshMode = "ROTATE" | "KEEP" | "NONE";

/** The row of the presented refresh token, locked. Moments are microseconds of the database's clock. */
export interface RefreshTokenFacts {
  id: string;
  expiresAt: number;
  /**
   * When it was first exchanged for a successor: the retry window starts here, and only an outage of the service extends it. A token that KEEP or NONE has
   * accepted may have a moment here, too; without a `successorId` it starts no window.
   */
  usedAt: number | null;
  successorId: string | null;
  /** The scope set asked for by the request that rotated it (`requested` of that decision); null if it was never rotated. */
  successorScopes: ScopeSet | null;
}

/** The family's row, locked together with the token. */
export interface FamilyFacts {
  appId: string;
  currentId: string | null;
  /** When Refresh first accepted the family's current token, which only KEEP and NONE leave in place; null if it has not. */
  currentUsedAt: number | null;
  /** When the direct parent of the unused current token was presented after its retry window; null if it was not. */
  lateParentAt: number | null;
  endedAt: number | null;
  authorizedAt: number;
  /** What the code granted; a narrowed refresh narrows its access token and never this. */
  scopes: ScopeSet;
}

/** What surrounds the family at this moment. */
export interface RefreshSurroundings {
  merchant: { state: MerchantState };
  installation: { state: InstallationState; grantedScopes: ScopeSet };
  app: { registeredScopes: ScopeSet };
  marks: Marks;
}

/** What the request brings, and the app's way of refreshing. */
export interface RefreshRequest {
  /** The authenticated app's id. */
  appId: string;
  /** The presented secret's digest equals the stored one. */
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
  /** Null if no row has the presented id. */
  token: RefreshTokenFacts | null;
  /** Null only together with `token`. */
  family: FamilyFacts | null;
  surroundings: RefreshSurroundings | null;
  /** The pair that the presented token was rotated into; null if it was not, or the pair is gone. */
  pair: PairFacts | null;
}

/** A pair that a retry may get again. Moments are microseconds of the database's clock. */
export interface PairFacts {
  accessExpiresAt: number;
  /** When the access token was revoked by itself. */
  accessRevokedAt: number | null;
  /** Microseconds since the rotation in which the service was out: they do not count towards the window. */
  outage: number;
}

/** `requested` goes into rows (the access token's scopes, `successorScopes`); `scopes` is what the answer says. */
interface Granted {
  requested: string[];
  scopes: string[];
}

export type RefreshDecision =
  /** Insert the successor pair, make it current, note `usedAt`, `successorId` and `successorScopes` on the presented row. */
  | ({ kind: "rotate" } & Granted)
  /** Write nothing; derive the same pair again and answer it with `expires_in` counting down. */
  | ({ kind: "replay"; successorId: string } & Granted)
  /** New access token; the presented refresh token goes back as it is, its end unchanged. Note its first use (`currentUsedAt`). */
  | ({ kind: "keep" } & Granted)
  /** New access token and no refresh token in the answer; rows as for `keep`. */
  | ({ kind: "none" } & Granted)
  /** Mark the family (`lateParentAt`), one audit event, then answer the reason. */
  | { kind: "late_parent"; reason: OAuthReason }
  /** End the family, one event, then answer the reason. */
  | { kind: "reuse"; reason: OAuthReason }
  | Rejection;

/**
 * What a refresh request gets. Other refusals than `late_parent` and `reuse` change nothing.
 * @see RFC 6749 §6, RFC 9700 §4.14.2
 * @param now microseconds of the database's clock, read after the lock was had
 */
export function decideRefresh(facts: RefreshFacts, now: number): RefreshDecision {
  const { request, token, family, surroundings } = facts;
  if (token === null || family === null || surroundings === null || !request.secretMatches)
    return reject("refresh_unknown");
  const refusal = refuseToken({ request, token, family }, now) ?? refuseSurroundings(family, surroundings);
  if (refusal !== null) return reject(refusal);
  const place = placeOf(facts, { token, family }, now);
  if (place === "ancestor") return { kind: "reuse", reason: "refresh_reused" };
  if (place === "late_parent") return refuseLateParent(family);
  // Whoever presented the parent so late lost the successor, so its holder is somebody else (RFC 9700 §4.14.2).
  if (place === "current" && family.lateParentAt !== null) return { kind: "reuse", reason: "refresh_reused" };
  const requested = request.scopes === null ? toScopeSet(family.scopes) : toScopeSet(request.scopes);
  const scopes = effectiveScopes({ token: requested, ...surroundings });
  const scopeRefusal = refuseScopes({ requested, scopes, token, family });
  if (scopeRefusal !== null) return reject(scopeRefusal);
  if (place === "current") return { kind: KINDS[request.mode], requested, scopes };
  if (facts.pair?.accessRevokedAt != null) return reject("refresh_access_revoked");
  return { kind: "replay", successorId: place.successorId, requested, scopes };
}

const KINDS = { ROTATE: "rotate", KEEP: "keep", NONE: "none" } as const;

/** The family stands: a successor that nobody uses was lost on its way. The first late parent marks it. */
function refuseLateParent({ lateParentAt }: FamilyFacts): RefreshDecision {
  const reason = "refresh_window_over";
  return lateParentAt === null ? { kind: "late_parent", reason } : reject(reason);
}

type TokenCheck = { request: RefreshRequest; token: RefreshTokenFacts; family: FamilyFacts };

/** Faults of the token itself. An expired token is only that: it never ends its family, not even inside the window. */
function refuseToken({ request, token, family }: TokenCheck, now: number): OAuthReason | null {
  // RFC 6749 §6: the server MUST ensure that the refresh token was issued to the authenticated client.
  if (family.appId !== request.appId) return "refresh_foreign";
  if (family.endedAt !== null) return "refresh_family_ended";
  if (token.expiresAt <= now) return "refresh_expired";
  return null;
}

/** Ends first, for good; a suspension only pauses, and before reuse is judged, so that a pause consumes nothing. */
function refuseSurroundings(family: FamilyFacts, at: RefreshSurroundings): OAuthReason | null {
  if (isMarked(family.authorizedAt, at.marks)) return "refresh_marked";
  if (at.merchant.state === "CLOSED") return "refresh_merchant_ended";
  if (at.installation.state === "UNINSTALLED" || at.installation.state === "PENDING")
    return "refresh_installation_ended";
  if (at.merchant.state === "SUSPENDED") return "refresh_merchant_suspended";
  if (at.installation.state === "SUSPENDED") return "refresh_installation_suspended";
  return null;
}

/**
 * Where the presented token stands in its family: the current one, the direct parent of an unused current one inside or outside the retry
 * window, or an ancestor whose return means that two hold the family (RFC 9700 §4.14.2).
 */
function placeOf(
  { request, pair }: RefreshFacts,
  { token, family }: { token: RefreshTokenFacts; family: FamilyFacts },
  now: number,
): "current" | "ancestor" | "late_parent" | { successorId: string } {
  if (token.id === family.currentId) return "current";
  const { usedAt, successorId } = token;
  if (usedAt === null || successorId === null || successorId !== family.currentId) return "ancestor";
  // The successor's acceptance proves that the answer arrived, so an honest client has no more need of the parent.
  if (family.currentUsedAt !== null) return "ancestor";
  // A longer window, set meanwhile, does not open again: the successor of a marked family is for nobody.
  if (family.lateParentAt !== null) return "late_parent";
  return isInWindow({ usedAt, retryWindow: request.retryWindow, pair }, now) ? { successorId } : "late_parent";
}

/** Whether a retry gets its pair again: inside the window, outages not counted, and while the pair's access token has a second left. */
function isInWindow(
  { usedAt, retryWindow, pair }: { usedAt: number; retryWindow: number; pair: PairFacts | null },
  now: number,
): boolean {
  if (pair === null || secondsLeft(pair.accessExpiresAt, now) === 0) return false;
  // The outage is read a moment after `now`, so one that lasted all the time may seem longer than the time.
  return Math.max(0, now - usedAt - pair.outage) < retryWindow * 1_000_000;
}

type ScopeCheck = { requested: ScopeSet; scopes: ScopeSet; token: RefreshTokenFacts; family: FamilyFacts };

function refuseScopes({ requested, scopes, token, family }: ScopeCheck): OAuthReason | null {
  // RFC 6749 §6: the requested scope MUST NOT include any scope not originally granted.
  if (!isWithin(requested, family.scopes)) return "refresh_scope_wider";
  if (token.successorScopes !== null && !isSameSet(requested, token.successorScopes)) return "refresh_scope_changed";
  return scopes.length === 0 ? "refresh_scope_empty" : null;
}

/** Whether a retry is the first from another address than the one that rotated the token, as far as both are known. */
export function isRetryElsewhere(facts: {
  usedFrom: string | null;
  retriedFrom: string | null;
  address: string | null;
}): boolean {
  const { usedFrom, retriedFrom, address } = facts;
  return usedFrom !== null && retriedFrom === null && address !== null && address !== usedFrom;
}

/** The mode that holds for an app: public apps always rotate, as RFC 9700 §2.2.2 demands of tokens that no secret guards. */
export function refreshModeOf(app: { confidential: boolean; refreshMode: RefreshMode }): RefreshMode {
  return app.confidential ? app.refreshMode : "ROTATE";
}
