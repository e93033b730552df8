import { secretMatches } from "../../credential/digest.ts";
import type { Token } from "../../credential/token.ts";
import { type Rejection, reject } from "../../oauth/errors.ts";
import { expiryAfter, lifetimesOf, retryWindowOf, secondsLeft } from "../../oauth/lifetimes.ts";
import { isScopeToken } from "../../oauth/parameters.ts";
import { mayNoteFailure, refreshFailureOf } from "../../oauth/refresh-failure.ts";
import { decideRefresh, isRetryElsewhere, type RefreshDecision, refreshModeOf } from "../../oauth/refresh-token.ts";
import { toScopeSet } from "../../oauth/scope.ts";
import { untilClosesAreRead } from "../../observe/pause-detector.ts";
import { StorageError } from "../../observe/storage-error.ts";
import type { LockedRefreshToken } from "../../store/tokens/refresh-tokens.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { type AuditEntry, recordAudit } from "../audit/record-audit.ts";
import { type Client, judgeClient, noteSecretUse } from "./client.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { dropped, isCancelled, type Member, mayBeLate, type Outcome, settle, toMember } from "./member.ts";
import type { RefreshRequest, TokenOperations, TokenPair } from "./operations.ts";
import { type Group, mayBeReuse, openGroup } from "./refresh-group.ts";
import { createSuccessor, recoverSuccessor, type Successor } from "./successor.ts";
import { surroundingsOf } from "./token-context.ts";

interface RefreshMember extends Member<RefreshRequest> {
  /** The presented refresh token; null if it is none of ours. */
  token: Token | null;
  /** It got the pair of an earlier request. */
  isRetry?: boolean;
}

/** Rotates a refresh token, or answers a retry with the pair that the first request got. */
export function createRefresh(deps: TokenDependencies): TokenOperations["refresh"] {
  const join = deps.store.batch<RefreshMember, Outcome<TokenPair>>(
    { name: "refresh", pool: "ordinary", isCancelled },
    (tx, members) => refreshTogether(deps, tx, members),
  );
  return async (request, call) => {
    const parsed = deps.format.parse(request.refreshToken, "rt");
    const member: RefreshMember = {
      ...(await toMember(deps, request, call)),
      token: parsed.kind === "token" ? parsed : null,
    };
    const pair = await settle(deps, await join(member), member);
    if (member.isRetry) deps.countRetry?.(request.credentials.clientId);
    return pair;
  };
}

/** Decides all members in one transaction, each against the state that the ones before it left. */
async function refreshTogether(
  deps: TokenDependencies,
  tx: TokenTransaction,
  members: readonly RefreshMember[],
): Promise<Outcome<TokenPair>[]> {
  const rows = await tx.lockRefreshTokens(
    members.map(({ token, presented }) => ({ ...presented.key, tokenId: token?.id ?? null })),
  );
  const group = await openGroup(tx, rows);
  // A caller that left while the lock was waited for is known to have left before its token is taken for reused.
  if (rows.some(mayBeReuse)) await untilClosesAreRead();
  const outcomes = members.map((member, at) =>
    isCancelled(member) ? dropped() : refreshOne(deps, group, { member, row: rows[at]! }),
  );
  tx.rotateRefreshTokens(group.rotations);
  tx.noteRetriesElsewhere(group.retriesElsewhere);
  tx.acceptRefreshTokens(group.acceptances);
  tx.markLateParents(group.lateParents);
  tx.endFamilies(group.ends);
  return outcomes;
}

interface Presentation {
  member: RefreshMember;
  row: LockedRefreshToken;
}

function refreshOne(deps: TokenDependencies, group: Group, { member, row }: Presentation): Outcome<TokenPair> {
  const judged = judgeClient(member.presented, row, { now: group.now, purpose: "grant" });
  if (judged.kind === "reject") return noted(deps, { member, row }, judged);
  noteSecretUse(deps, member.presented, row);
  const { request, token } = member;
  if (request.refreshToken === "") return reject("refresh_token_missing");
  if (!request.scopes.every(isScopeToken)) return reject("refresh_scope_malformed");
  const { client } = judged;
  const decision = decide(deps, group, { member, row, client });
  if (decision.kind === "reject") return noted(deps, { member, row }, decision);
  // Every other decision is about a row, which only a token of ours has found.
  const accepted: Accepted = { member, row, client, id: row.id!, secret: token!.secret };
  if (decision.kind === "reuse" || decision.kind === "late_parent") {
    if (mayBeLate(member)) return dropped();
    (decision.kind === "reuse" ? endReused : markLateParent)(group, accepted);
    return noted(deps, accepted, reject(decision.reason));
  }
  noteInstallationUse(deps, group, row);
  if (decision.kind === "replay") return replay(deps, group, { ...accepted, decision });
  if (decision.kind === "rotate") return rotate(deps, group, { ...accepted, decision });
  return accept(deps, group, { ...accepted, decision });
}

/** The refusal, noted for the developer who wonders about the installation. */
function noted(deps: TokenDependencies, { member, row }: Presentation, rejection: Rejection): Rejection {
  const failure = row.id === null ? null : refreshFailureOf(rejection.reason);
  if (failure === null || member.token === null) return rejection;
  const matches = secretMatches(member.token.secret, row.digest);
  if (mayNoteFailure({ secretMatches: matches, tokenAppId: row.appId, namedAppId: row.clientAppId })) {
    deps.store.health.failed(row.installationId, failure);
  }
  return rejection;
}

interface Judged extends Presentation {
  client: Client;
}

function decide(deps: TokenDependencies, group: Group, { member, row, client }: Judged): RefreshDecision {
  const { request, token } = member;
  const present = token !== null && row.id !== null;
  const state = present ? group.tokens.get(row.id!)! : null;
  const pair = state?.successorId ? group.pairs.get(state.successorId) : undefined;
  return decideRefresh(
    {
      request: {
        appId: client.appId,
        secretMatches: present && secretMatches(token.secret, row.digest),
        scopes: request.scopes.length === 0 ? null : toScopeSet(request.scopes),
        mode: refreshModeOf(client),
        retryWindow: retryWindowOf(deps.windows, client),
      },
      token: state && { id: row.id!, expiresAt: row.expiresAt, ...state },
      family: present
        ? {
            appId: row.appId,
            authorizedAt: row.authorizedAt,
            scopes: row.familyScopes,
            ...group.families.get(row.familyId)!,
          }
        : null,
      surroundings: present ? surroundingsOf(row) : null,
      pair: pair ?? null,
    },
    group.now,
  );
}

interface Accepted extends Judged {
  /** The presented token's id and secret. */
  id: string;
  secret: Uint8Array;
}

type Granting<K> = Accepted & { decision: Extract<RefreshDecision, { kind: K }> };

/** A token that should be nobody's any more came back: two hold the family, and nobody can tell which of them may. */
function endReused(group: Group, accepted: Accepted): void {
  const { familyId: id } = accepted.row;
  group.families.get(id)!.endedAt = group.now;
  group.ends.push({ id, at: group.now, reason: "reuse" });
  group.tx.publish({ subject: "FAMILY", subjectId: id, kind: "REVOKED" });
  auditFamily(group, accepted, { action: "token.reuse" });
}

/** The answer was lost, or another took it: from now on the use of the successor is reuse. */
function markLateParent(group: Group, accepted: Accepted): void {
  const { id, row } = accepted;
  group.families.get(row.familyId)!.lateParentAt = group.now;
  group.lateParents.push({ id: row.familyId, at: group.now });
  const detail = { first_address: group.tokens.get(id)!.usedFrom };
  auditFamily(group, accepted, { action: "token.late_parent", detail });
}

function auditFamily(
  { tx }: Group,
  { member, row, client: { clientId } }: Accepted,
  { action, detail }: Pick<AuditEntry, "action" | "detail">,
): void {
  recordAudit(tx, member.call, {
    action,
    actorClientId: clientId,
    clientId,
    installationId: row.installationId,
    merchantId: row.merchantId,
    accountId: row.accountId,
    detail: { family_id: row.familyId, ...detail },
  });
}

function rotate(deps: TokenDependencies, group: Group, given: Granting<"rotate">): Outcome<TokenPair> {
  const { now } = group;
  const { member, row, client, decision, id, secret } = given;
  const successor = createSuccessor(
    deps,
    { familyId: row.familyId, secret },
    { now, lifetimes: lifetimesOf(deps.lifetimes, client), refreshId: row.newRefreshId, accessId: row.newAccessId },
  );
  const { pair } = successor;
  noteHealth(deps, group, { row, expireAt: pair.expiresAt });
  group.rotations.push({
    presentedId: id,
    familyId: row.familyId,
    at: now,
    address: member.call.address,
    scopes: decision.requested,
    next: { id: pair.id, digest: pair.digest, expiresAt: pair.expiresAt, salt: pair.salt!, keyId: pair.keyId! },
    access: { id: pair.accessId, digest: pair.accessDigest, expiresAt: pair.accessExpiresAt },
  });
  group.pairs.set(pair.id, pair);
  group.tokens.set(id, {
    usedAt: now,
    successorId: pair.id,
    successorScopes: decision.requested,
    usedFrom: member.call.address,
    retriedFrom: null,
  });
  group.families.set(row.familyId, { currentId: pair.id, currentUsedAt: null, lateParentAt: null, endedAt: null });
  return toPair(deps, successor, { row, now, scopes: decision.scopes });
}

/** Answers the first request's pair again. One that cannot be had again is our loss: nothing changes, and somebody has to look. */
function replay(deps: TokenDependencies, group: Group, given: Granting<"replay">): Outcome<TokenPair> {
  const { row, decision, secret } = given;
  const { familyId } = row;
  const recovery = recoverSuccessor(deps.keys, { familyId, secret }, group.pairs.get(decision.successorId));
  if (recovery.kind === "recovered") {
    given.member.isRetry = true;
    noteRetryElsewhere(group, given);
    group.tx.confirm();
    return toPair(deps, recovery.successor, { row, now: group.now, scopes: decision.scopes });
  }
  deps.log.error({ familyId, reason: recovery.reason }, "a refresh could not be answered again with the pair it made");
  return { kind: "fault", fault: new StorageError(`the successor is lost: ${recovery.reason}`) };
}

/** One audit event for a retry from another address than the first use: the client has moved, or a second one holds the token. */
function noteRetryElsewhere(group: Group, accepted: Accepted): void {
  const token = group.tokens.get(accepted.id)!;
  const { address } = accepted.member.call;
  if (!isRetryElsewhere({ usedFrom: token.usedFrom, retriedFrom: token.retriedFrom, address })) return;
  token.retriedFrom = address;
  group.retriesElsewhere.push({ id: accepted.id, address: address! });
  auditFamily(group, accepted, { action: "token.retry_elsewhere", detail: { first_address: token.usedFrom } });
}

function toPair(
  { format }: TokenDependencies,
  { pair, refreshSecret, accessSecret }: Successor,
  { row, now, scopes }: { row: LockedRefreshToken; now: number; scopes: string[] },
): Outcome<TokenPair> {
  const answer: TokenPair = {
    accessToken: format.format("at", pair.accessId, accessSecret),
    tokenType: "Bearer",
    expiresIn: secondsLeft(pair.accessExpiresAt, now),
    refreshToken: format.format("rt", pair.id, refreshSecret),
    refreshTokenExpiresIn: secondsLeft(pair.expiresAt, now),
    scopes,
    merchantId: row.merchantId,
    installationId: row.installationId,
  };
  return { kind: "answer", answer };
}

/** Modes KEEP and NONE: a new access token, and the presented refresh token stays what it is. */
function accept(deps: TokenDependencies, group: Group, given: Granting<"keep" | "none">): Outcome<TokenPair> {
  const { now } = group;
  const { member, row, client, decision, id } = given;
  const access = deps.format.create("at", row.newAccessId, deps.random);
  const expiresAt = expiryAfter(now, lifetimesOf(deps.lifetimes, client).access);
  group.acceptances.push({
    presentedId: id,
    familyId: row.familyId,
    at: now,
    scopes: decision.requested,
    access: { id: row.newAccessId, digest: access.digest, expiresAt },
  });
  group.families.get(row.familyId)!.currentUsedAt ??= now;
  const keeps = decision.kind === "keep";
  noteHealth(deps, group, { row, expireAt: keeps ? row.expiresAt : expiresAt });
  const answer: TokenPair = {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: secondsLeft(expiresAt, now),
    refreshToken: keeps ? member.request.refreshToken : null,
    refreshTokenExpiresIn: keeps ? secondsLeft(row.expiresAt, now) : null,
    scopes: decision.scopes,
    merchantId: row.merchantId,
    installationId: row.installationId,
  };
  return { kind: "answer", answer };
}

function noteInstallationUse(deps: TokenDependencies, { now }: Group, row: LockedRefreshToken): void {
  deps.store.lastUse.note("installation", row.installationId, { lastUsedAt: row.installationLastUsedAt, now });
}

function noteHealth(
  deps: TokenDependencies,
  { now }: Group,
  { row, expireAt }: { row: LockedRefreshToken; expireAt: number },
): void {
  const { installationId, installationLastRefreshedAt: lastRefreshedAt } = row;
  deps.store.health.issued(installationId, { lastRefreshedAt, now, expireAt, refreshed: true });
}
