import { secretMatches } from "../../credential/secret.ts";
import type { Token } from "../../credential/token.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { type Rejection, reject } from "../../oauth/errors.ts";
import { expiryAfter, lifetimesOf, retryWindowOf } from "../../oauth/lifetimes.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import { mayNoteFailure, refreshFailureOf } from "../../oauth/refresh-failure.ts";
import {
  decideRefresh,
  isRetryElsewhere,
  mayBeReuse,
  type RefreshDecision,
  refreshModeOf,
} from "../../oauth/refresh-token.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import { untilClosesAreRead } from "../../observe/pause-detector.ts";
import { StorageError } from "../../observe/storage-error.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import { endFamilies, markLateParents } from "../../store/tokens/families.ts";
import {
  type Acceptance,
  acceptRefreshTokens,
  type LockedRefreshToken,
  lockRefreshTokens,
  noteRetriesElsewhere,
  type RetryElsewhere,
  type Rotation,
  readPairs,
  rotateRefreshTokens,
} from "../../store/tokens/refresh-tokens.ts";
import { clockOf, contextOf } from "../../store/tokens/token-rows.ts";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import {
  type AppItem,
  authenticateClient,
  type Client,
  type Credentials,
  late,
  type Outcome,
  respond,
  toItem,
} from "./client-authentication.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { padErrors } from "./response-time-padding.ts";
import { createSuccessor, formatSuccessor, recoverSuccessor, type TokenPair, toTokenPair } from "./token-pair.ts";

export interface RefreshRequest {
  credentials: Credentials;
  refreshToken: string;
  /** Empty means all granted scopes. */
  scopes: string[];
}

/**
 * Rotates a refresh token. A retry within the retry window gets the tokens of the first request.
 * @see RFC 6749 §6, RFC 9700 §4.14.2
 * @throws OAuthError for a rejection; StorageError if nothing was decided or the outcome is unknown
 */
export function refresh(deps: TokenDependencies, request: RefreshRequest, call: Call): Promise<TokenPair> {
  return padErrors(async () => {
    const token = deps.format.parse(request.refreshToken, "rt");
    const presented = token.kind === "token" ? token : null;
    const item: Item = { ...(await toItem(deps, request, call)), token: presented, isOwnFailure: false };
    const result = await deps.store.batch({ name: "refresh", pool: "ordinary" }, item, async (tx, items) => {
      const keys = items.map((one) => ({ ...one.credentials.key, tokenId: one.token?.id ?? null }));
      const rows = await lockRefreshTokens(tx.query, keys);
      const batch = await openBatch(tx, rows);
      // Detects callers that disconnected while the transaction waited for locks, before their tokens count as reused.
      if (rows.some(mayBeReuse)) await untilClosesAreRead();
      const outcomes = items.map((one, at) =>
        one.call.ended ? late() : refreshOne(deps, batch, { item: one, row: rows[at]! }),
      );
      tx.write(rotateRefreshTokens, batch.rotations);
      tx.write(noteRetriesElsewhere, batch.retriesElsewhere);
      tx.write(acceptRefreshTokens, batch.acceptances);
      tx.write(markLateParents, batch.lateParents);
      tx.write(endFamilies, batch.ends);
      return outcomes;
    });
    await deps.store.syncFeed(item);
    const { clientId } = request.credentials;
    const isRejected = result.kind === "decided" && result.decision.kind === "reject";
    if (isRejected && item.isOwnFailure) deps.store.counts.count(clientId, "refresh_failure");
    const { pair, isRetry } = await respond(deps, item, result);
    if (isRetry) deps.countRetry?.(clientId);
    else deps.store.counts.count(clientId, "refresh");
    return pair;
  });
}

interface Item extends AppItem<RefreshRequest> {
  /** The presented refresh token; null if it is malformed. */
  token: Token | null;
  /** True if the presented token belongs to the app and the refresh was rejected. */
  isOwnFailure: boolean;
}

type TokenState = Pick<LockedRefreshToken, "usedAt" | "successorId" | "successorScopes" | "usedFrom" | "retriedFrom">;
type FamilyState = Pick<LockedRefreshToken, "currentId" | "currentUsedAt" | "lateParentAt" | "endedAt">;
type RefreshBatch = Awaited<ReturnType<typeof openBatch>>;

/** The state of the locked rows after each item, the pairs that retries may get again, and the writes so far. */
async function openBatch(tx: TransactionContext, rows: readonly LockedRefreshToken[]) {
  const found = rows.filter((row) => row.id !== null);
  const replayable = found.filter((row) => row.successorAccessId !== null && row.successorId === row.currentId);
  const keys = replayable.map((row) => ({ refreshId: row.successorId!, accessId: row.successorAccessId! }));
  const pairs = await readPairs(tx.query, keys);
  return {
    tx,
    now: clockOf(rows),
    tokens: new Map<string, TokenState>(found.map((row) => [row.id!, row])),
    families: new Map<string, FamilyState>(found.map((row) => [row.familyId, row])),
    /** The key is the id of the pair's refresh token. */
    pairs: new Map(pairs.map((pair) => [pair.id, pair])),
    rotations: [] as Rotation[],
    acceptances: [] as Acceptance[],
    retriesElsewhere: [] as RetryElsewhere[],
    lateParents: [] as { id: string; at: number }[],
    ends: [] as { id: string; at: number; reason: "reuse" }[],
  };
}

type Refreshed = Outcome<{ pair: TokenPair; isRetry: boolean }>;

interface Presented {
  item: Item;
  row: LockedRefreshToken;
}

function refreshOne(deps: TokenDependencies, batch: RefreshBatch, { item, row }: Presented): Refreshed {
  const { request, token } = item;
  const authenticated = authenticateClient(deps, item, { row, now: batch.now, purpose: "grant" });
  if (authenticated.kind === "reject") return noteFailure(deps, { item, row }, authenticated);
  if (request.refreshToken === "") return reject("refresh_token_missing");
  if (!request.scopes.every(isScopeToken)) return reject("refresh_scope_malformed");
  const { client } = authenticated;
  const decision = decide(deps, batch, { item, row, client });
  if (decision.kind === "reject") return noteFailure(deps, { item, row }, decision);
  // Every other decision is about a row, and only a well-formed token finds a row.
  const accepted: Accepted = { item, row, client, id: row.id!, secret: token!.secret };
  if (decision.kind === "reuse" || decision.kind === "late_parent") {
    if (item.call.mayBeLate) return late();
    (decision.kind === "reuse" ? endReused : markLateParent)(batch, accepted);
    return noteFailure(deps, accepted, reject(decision.reason));
  }
  const known = { lastUsedAt: row.installationLastUsedAt, now: batch.now };
  deps.store.lastUse.note("installation", row.installationId, known);
  if (decision.kind === "replay") return replay(deps, batch, { ...accepted, decision });
  if (decision.kind === "rotate") return rotate(deps, batch, { ...accepted, decision });
  return keep(deps, batch, { ...accepted, decision });
}

/** Records the failure in the installation's health, which the developer sees. The failure is counted after the commit. */
function noteFailure(deps: TokenDependencies, { item, row }: Presented, rejection: Rejection): Rejection {
  const failure = row.id === null ? null : refreshFailureOf(rejection.reason);
  if (failure === null || item.token === null) return rejection;
  const matches = secretMatches(item.token.secret, row.digest);
  if (mayNoteFailure({ secretMatches: matches, tokenAppId: row.appId, namedAppId: row.clientAppId })) {
    deps.store.health.failed(row.installationId, failure, row.now);
    item.isOwnFailure = true;
  }
  return rejection;
}

type Authenticated = Presented & { client: Client };

function decide(deps: TokenDependencies, batch: RefreshBatch, { item, row, client }: Authenticated): RefreshDecision {
  const { request, token } = item;
  const found = token !== null && row.id !== null;
  const state = found ? batch.tokens.get(row.id!)! : null;
  const facts = {
    request: {
      appId: client.appId,
      secretMatches: found && secretMatches(token.secret, row.digest),
      scopes: request.scopes.length === 0 ? null : toScopeSet(request.scopes),
      mode: refreshModeOf(client),
      retryWindow: retryWindowOf(deps.windows, client),
    },
    pair: (state?.successorId && batch.pairs.get(state.successorId)) || null,
  };
  if (state === null) return decideRefresh({ ...facts, token: null, family: null, context: null }, batch.now);
  const { appId, authorizedAt, familyScopes: scopes, familyUngrantedScopes: ungrantedScopes } = row;
  const family = { ...batch.families.get(row.familyId)!, appId, authorizedAt, scopes, ungrantedScopes };
  const presented = { ...state, id: row.id!, expiresAt: row.expiresAt };
  return decideRefresh({ ...facts, token: presented, family, context: contextOf(row) }, batch.now);
}

interface Accepted extends Authenticated {
  /** The id and secret of the presented token. */
  id: string;
  secret: Uint8Array;
}

/** Revokes the family after reuse: two clients hold its tokens, and one of them may be a thief. */
function endReused(batch: RefreshBatch, accepted: Accepted): void {
  const { familyId: id, installationId } = accepted.row;
  accepted.item.endsFamilyOf = installationId;
  batch.families.get(id)!.endedAt = batch.now;
  batch.ends.push({ id, at: batch.now, reason: "reuse" });
  batch.tx.publish({ subject: "FAMILY", subjectId: id, kind: "REVOKED" });
  batch.tx.emit({ type: "refresh_token.reuse_detected", installationId });
  auditFamily(batch, accepted, { action: "token.reuse" });
}

/** Marks the family: the response with the successor was lost or stolen, so from now on a use of the successor counts as reuse. */
function markLateParent(batch: RefreshBatch, accepted: Accepted): void {
  const { id, row } = accepted;
  batch.families.get(row.familyId)!.lateParentAt = batch.now;
  batch.lateParents.push({ id: row.familyId, at: batch.now });
  const detail: AuditDetail = { first_address: batch.tokens.get(id)!.usedFrom };
  auditFamily(batch, accepted, { action: "token.late_parent", detail });
}

function auditFamily(
  { tx }: RefreshBatch,
  { item, row, client: { clientId } }: Accepted,
  { action, detail }: Pick<AuditEntry, "action" | "detail">,
): void {
  const { installationId, merchantId, accountId, familyId } = row;
  const subjects = { actorClientId: clientId, clientId, installationId, merchantId, accountId };
  recordAudit(tx, item.call, { action, ...subjects, detail: { family_id: familyId, ...detail } });
}

type Granting<K> = Accepted & { decision: Extract<RefreshDecision, { kind: K }> };

function rotate(deps: TokenDependencies, batch: RefreshBatch, given: Granting<"rotate">): Refreshed {
  const { now } = batch;
  const { item, row, client, decision, id, secret } = given;
  const { familyId } = row;
  const { address } = item.call;
  const lifetimes = lifetimesOf(deps.lifetimes, client);
  const ids = { refreshId: row.newRefreshId, accessId: row.newAccessId };
  const successor = createSuccessor(deps, { familyId, secret }, { now, lifetimes, ...ids });
  const { pair } = successor;
  batch.rotations.push({
    presentedId: id,
    familyId,
    at: now,
    address,
    scopes: decision.requested,
    next: { id: pair.id, digest: pair.digest, expiresAt: pair.expiresAt, salt: pair.salt!, keyId: pair.keyId! },
    access: { id: pair.accessId, digest: pair.accessDigest, expiresAt: pair.accessExpiresAt },
  });
  const used = { usedAt: now, successorId: pair.id, successorScopes: decision.requested };
  batch.tokens.set(id, { ...used, usedFrom: address, retriedFrom: null });
  batch.pairs.set(pair.id, pair);
  batch.families.set(familyId, { currentId: pair.id, currentUsedAt: null, lateParentAt: null, endedAt: null });
  noteSuccess(deps, row, { now, expireAt: pair.expiresAt });
  const tokens = formatSuccessor(deps.format, successor, { scopes: decision.scopes, family: row, now });
  return { kind: "answer", answer: { pair: tokens, isRetry: false } };
}

/**
 * Returns the tokens of the first request again. If they cannot be derived, nothing changes, and the error in the log tells operators why.
 */
function replay(deps: TokenDependencies, batch: RefreshBatch, given: Granting<"replay">): Refreshed {
  const { row, decision, secret } = given;
  const { familyId } = row;
  const recovery = recoverSuccessor(deps.keys, { familyId, secret }, batch.pairs.get(decision.successorId));
  if (recovery.kind === "recovered") {
    noteRetryElsewhere(batch, given);
    batch.tx.confirm();
    const response = { scopes: decision.scopes, family: row, now: batch.now };
    const pair = formatSuccessor(deps.format, recovery.successor, response);
    return { kind: "answer", answer: { pair, isRetry: true } };
  }
  deps.log.error({ familyId, reason: recovery.reason }, "could not derive the tokens of an earlier refresh again");
  return { kind: "failure", failure: new StorageError(`the successor is lost: ${recovery.reason}`) };
}

/** Audits the first retry from another address: the client has moved, or another client holds the token. */
function noteRetryElsewhere(batch: RefreshBatch, accepted: Accepted): void {
  const token = batch.tokens.get(accepted.id)!;
  const { address } = accepted.item.call;
  if (!isRetryElsewhere({ usedFrom: token.usedFrom, retriedFrom: token.retriedFrom, address })) return;
  token.retriedFrom = address;
  batch.retriesElsewhere.push({ id: accepted.id, address: address! });
  auditFamily(batch, accepted, { action: "token.retry_elsewhere", detail: { first_address: token.usedFrom } });
}

/** Modes KEEP and NONE: issues an access token, and the presented refresh token stays current. */
function keep(deps: TokenDependencies, batch: RefreshBatch, given: Granting<"keep" | "none">): Refreshed {
  const { now } = batch;
  const { item, row, client, decision, id } = given;
  const { text, digest } = deps.format.create("at", row.newAccessId, deps.random);
  const expiresAt = expiryAfter(now, lifetimesOf(deps.lifetimes, client).access);
  const access = { id: row.newAccessId, digest, expiresAt };
  batch.acceptances.push({ presentedId: id, familyId: row.familyId, at: now, scopes: decision.requested, access });
  batch.families.get(row.familyId)!.currentUsedAt ??= now;
  const refresh = decision.kind === "keep" ? { text: item.request.refreshToken, expiresAt: row.expiresAt } : null;
  noteSuccess(deps, row, { now, expireAt: refresh?.expiresAt ?? expiresAt });
  const pair = toTokenPair({ access: { text, expiresAt }, refresh, scopes: decision.scopes, family: row }, now);
  return { kind: "answer", answer: { pair, isRetry: false } };
}

function noteSuccess(deps: TokenDependencies, row: LockedRefreshToken, times: { now: number; expireAt: number }): void {
  const known = { familyId: row.familyId, lastRefreshedAt: row.installationLastRefreshedAt, ...times };
  deps.store.health.issued(row.installationId, { ...known, refreshed: true });
}
