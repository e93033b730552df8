import { secretMatches } from "../../credential/digest.ts";
import { verifierMatches } from "../../credential/pkce.ts";
import type { Token } from "../../credential/token.ts";
import { type CodeFacts, decideExchange, type ExchangeDecision } from "../../oauth/authorization-code.ts";
import { reject } from "../../oauth/errors.ts";
import { expiryAfter, lifetimesOf, secondsLeft } from "../../oauth/lifetimes.ts";
import { refreshModeOf } from "../../oauth/refresh-token.ts";
import { isSameSet, isWithin } from "../../oauth/scope.ts";
import { untilClosesAreRead } from "../../observe/pause-detector.ts";
import type { CodeColumns, InstallationGrant, LockedCode, Redemption } from "../../store/tokens/codes.ts";
import type { FamilyEnding } from "../../store/tokens/families.ts";
import type { TokenTransaction } from "../../store/tokens/token-transaction.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { type Client, judgeClient, noteSecretUse } from "./client.ts";
import type { TokenDependencies } from "./dependencies.ts";
import {
  clockOf,
  dropped,
  isCancelled,
  type Member,
  mayBeLate,
  type Outcome,
  orNull,
  settle,
  toMember,
} from "./member.ts";
import type { ExchangeRequest, TokenOperations, TokenPair } from "./operations.ts";
import { marksOf } from "./token-context.ts";

interface ExchangeMember extends Member<ExchangeRequest> {
  /** The presented code; null if it is none of ours. */
  code: Token | null;
}

/** Redeems an authorization code for the first tokens of its family. */
export function createExchange(deps: TokenDependencies): TokenOperations["exchange"] {
  const join = deps.store.batch<ExchangeMember, Outcome<TokenPair>>(
    { name: "exchange", pool: "ordinary", isCancelled },
    (tx, members) => exchangeTogether(deps, tx, members),
  );
  return async (request, call) => {
    const parsed = deps.format.parse(request.code, "ac");
    const member = { ...(await toMember(deps, request, call)), code: parsed.kind === "token" ? parsed : null };
    return settle(deps, await join(member), member);
  };
}

type InstallationState = Pick<LockedCode, "suspendedBy" | "grantedScopes"> & {
  state: LockedCode["installationState"];
  version: number;
};

/** What the members before have left behind, and what is to be written for them. */
interface Group {
  tx: TokenTransaction;
  now: number;
  /** When each code was used, for those that were. */
  usedAt: Map<string, number>;
  endedFamilies: Set<string>;
  installations: Map<string, InstallationState>;
  redemptions: Redemption[];
  grants: Map<string, InstallationGrant>;
  ends: FamilyEnding[];
}

/** Decides all members in one transaction, each against the state that the ones before it left. */
async function exchangeTogether(
  deps: TokenDependencies,
  tx: TokenTransaction,
  members: readonly ExchangeMember[],
): Promise<Outcome<TokenPair>[]> {
  const rows = await tx.lockCodes(
    members.map(({ code, presented }) => ({ ...presented.key, codeId: code?.id ?? null })),
  );
  const group = await openGroup(tx, rows);
  // A caller that left while the lock was waited for is known to have left before its code is taken for replayed.
  if (mayBeReplay(rows)) await untilClosesAreRead();
  const outcomes = members.map((member, at) =>
    isCancelled(member) ? dropped() : exchangeOne(deps, group, { member, row: rows[at]! }),
  );
  tx.redeemCodes(group.redemptions);
  tx.grantInstallations([...group.grants.values()]);
  tx.endFamilies(group.ends);
  return outcomes;
}

/** True if a code was used before, or is presented twice in this group. */
function mayBeReplay(rows: readonly LockedCode[]): boolean {
  const codes = rows.filter((row) => row.id !== null);
  return codes.some((row) => row.usedAt !== null) || new Set(codes.map((row) => row.id)).size < codes.length;
}

async function openGroup(tx: TokenTransaction, rows: readonly LockedCode[]): Promise<Group> {
  const used = rows.filter((row) => row.id !== null && row.usedAt !== null);
  const ids = new Set([...used.map((row) => row.id!), ...rows.flatMap((row) => row.lateFamilies)]);
  const families = await tx.lockFamilies([...ids]);
  const standing = new Set(families.filter((family) => family.endedAt === null).map((family) => family.id));
  const found = rows.filter((row) => row.id !== null);
  return {
    tx,
    now: clockOf(rows),
    usedAt: new Map(used.map((row) => [row.id!, row.usedAt!])),
    // A family that expired and was removed has ended too.
    endedFamilies: new Set([...ids].filter((id) => !standing.has(id))),
    installations: new Map(found.map((row) => [row.installationId, toInstallationState(row)])),
    redemptions: [],
    grants: new Map(),
    ends: [],
  };
}

function toInstallationState(row: LockedCode): InstallationState {
  const { installationState: state, installationVersion: version, suspendedBy, grantedScopes } = row;
  return { state, version, suspendedBy, grantedScopes };
}

interface Presentation {
  member: ExchangeMember;
  row: LockedCode;
}

function exchangeOne(deps: TokenDependencies, group: Group, { member, row }: Presentation): Outcome<TokenPair> {
  const judged = judgeClient(member.presented, row, { now: group.now, purpose: "grant" });
  if (judged.kind === "reject") return judged;
  noteSecretUse(deps, member.presented, row);
  if (member.request.code === "") return reject("code_missing");
  const decision = decide(group, { member, row }, judged.client);
  if (decision.kind === "reject") return decision;
  // A code cannot be redeemed again for a client that has gone elsewhere meanwhile, so in doubt it stays as it is.
  if (mayBeLate(member)) return dropped();
  if (decision.kind === "replay") {
    endReplayed(group, { member, row }, judged.client);
    return reject(decision.reason);
  }
  return { kind: "answer", answer: redeem(deps, group, { member, row, client: judged.client, decision }) };
}

function decide(group: Group, { member, row }: Presentation, client: Client): ExchangeDecision {
  const { request, code } = member;
  const codeVerifier = orNull(request.codeVerifier);
  const present = code !== null && row.id !== null;
  const facts: CodeFacts | null = present ? { ...row, usedAt: group.usedAt.get(row.id!) ?? null } : null;
  return decideExchange(
    {
      request: {
        appId: client.appId,
        redirectUri: orNull(request.redirectUri),
        codeVerifier,
        secretMatches: present && secretMatches(code.secret, row.digest),
        verifierMatches:
          codeVerifier !== null &&
          present &&
          row.codeChallenge !== null &&
          verifierMatches(codeVerifier, row.codeChallenge),
      },
      code: facts,
      familyEnded: present && group.endedFamilies.has(row.id!),
      context: present ? contextOf(group, row) : null,
    },
    group.now,
  );
}

function contextOf(group: Group, row: LockedCode) {
  return {
    account: { state: row.accountState, codesEndedAt: row.codesEndedAt },
    merchant: { state: row.merchantState },
    installation: group.installations.get(row.installationId)!,
    app: { registeredScopes: row.registeredScopes },
    marks: marksOf(row),
  };
}

/** A code used twice: whoever holds the tokens of the first use may be the thief, so they end. */
function endReplayed(group: Group, presentation: Presentation, client: Client): void {
  const ending = { id: presentation.row.id!, reason: "code_replay", action: "token.code_replay" } as const;
  endFamily(group, { ...presentation, client }, ending);
}

/** The app lost these families' current tokens and has a new family now: whoever uses the old ones is not the app. */
function endLateFamilies(group: Group, presentation: Redeemable): void {
  for (const id of presentation.row.lateFamilies) {
    if (group.endedFamilies.has(id)) continue;
    endFamily(group, presentation, { id, reason: "reauthorized", action: "token.reauthorized" });
  }
}

function endFamily(
  group: Group,
  { member, row, client }: Presentation & { client: Client },
  { id, reason, action }: Pick<FamilyEnding, "id" | "reason"> & { action: string },
): void {
  group.endedFamilies.add(id);
  group.ends.push({ id, at: group.now, reason });
  group.tx.publish({ subject: "FAMILY", subjectId: id, kind: "REVOKED" });
  recordAudit(group.tx, member.call, {
    action,
    actorClientId: client.clientId,
    ...subjectsOf(client, row),
    detail: { family_id: id },
  });
}

function subjectsOf(client: Client, { installationId, merchantId, accountId }: LockedCode) {
  return { clientId: client.clientId, installationId, merchantId, accountId };
}

interface Redeemable extends Presentation {
  client: Client;
  decision: Extract<ExchangeDecision, { kind: "redeem" }>;
}

function redeem(deps: TokenDependencies, group: Group, { member, row, client, decision }: Redeemable): TokenPair {
  const { now } = group;
  const code: CodeColumns = { ...row, id: row.id! };
  const lifetimes = lifetimesOf(deps.lifetimes, client);
  const access = deps.format.create("at", row.newAccessId, deps.random);
  const refresh = refreshModeOf(client) === "NONE" ? null : deps.format.create("rt", row.newRefreshId, deps.random);
  const accessExpiresAt = expiryAfter(now, lifetimes.access);
  const refreshExpiresAt = expiryAfter(now, lifetimes.refresh);
  group.usedAt.set(code.id, now);
  group.redemptions.push({
    code,
    at: now,
    familyScopes: decision.requested,
    familyExpiresAt: refresh === null ? accessExpiresAt : Math.max(accessExpiresAt, refreshExpiresAt),
    access: { id: row.newAccessId, digest: access.digest, expiresAt: accessExpiresAt },
    refresh: refresh && { id: row.newRefreshId, digest: refresh.digest, expiresAt: refreshExpiresAt },
  });
  grant(group, code, decision);
  endLateFamilies(group, { member, row, client, decision });
  const { scopes, installs, installationVersion } = decision;
  recordAudit(group.tx, member.call, {
    action: "token.exchange",
    actorClientId: client.clientId,
    ...subjectsOf(client, row),
    detail: { family_id: code.id, scopes, installed: installs, installation_version: installationVersion },
  });
  deps.store.lastUse.note("installation", code.installationId, { lastUsedAt: row.installationLastUsedAt, now });
  const expireAt = refresh === null ? accessExpiresAt : refreshExpiresAt;
  deps.store.health.issued(code.installationId, { lastRefreshedAt: null, now, expireAt, refreshed: false });
  return {
    accessToken: access.text,
    tokenType: "Bearer",
    expiresIn: secondsLeft(accessExpiresAt, now),
    refreshToken: refresh?.text ?? null,
    refreshTokenExpiresIn: refresh && secondsLeft(refreshExpiresAt, now),
    scopes,
    merchantId: code.merchantId,
    installationId: code.installationId,
  };
}

/** The installation as the exchange leaves it. It is not touched where nothing of it changes. */
function grant(
  group: Group,
  code: CodeColumns,
  { granted, installs, installationVersion }: Redeemable["decision"],
): void {
  const { installationId: id, accountId: connectedBy } = code;
  const before = group.installations.get(id)!;
  if (!installs && isSameSet(before.grantedScopes, granted)) return;
  const earlier = group.grants.get(id);
  const first = installs || earlier === undefined ? { installs, connectedBy } : earlier;
  group.grants.set(id, {
    id,
    version: installationVersion,
    grantedScopes: granted,
    installs: first.installs,
    connectedBy: first.connectedBy,
    at: group.now,
  });
  group.installations.set(id, { ...before, state: "ACTIVE", version: installationVersion, grantedScopes: granted });
  if (installs || isWithin(before.grantedScopes, granted)) return;
  group.tx.publish({ subject: "INSTALLATION", subjectId: id, kind: "SCOPES_REDUCED", installationVersion });
}
