import { verifierMatches } from "../../credential/pkce.ts";
import { secretMatches } from "../../credential/secret.ts";
import type { Token } from "../../credential/token.ts";
import type { AuditAction } from "../../model/audit-action.ts";
import { type CodeFacts, decideExchange, type ExchangeDecision } from "../../oauth/authorization-code.ts";
import { reject } from "../../oauth/errors.ts";
import { expiryAfter, lifetimesOf } from "../../oauth/lifetimes.ts";
import { refreshModeOf } from "../../oauth/refresh-token.ts";
import { isSameSet, isWithin } from "../../oauth/scope.ts";
import { untilClosesAreRead } from "../../observe/pause-detector.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import {
  type CodeColumns,
  grantInstallations,
  type InstallationGrant,
  type LockedCode,
  lockCodes,
  lockFamilies,
  type Redemption,
  type RenewedInstallation,
  redeemCodes,
  renewExpired,
} from "../../store/tokens/codes.ts";
import { endFamilies, type FamilyEnding } from "../../store/tokens/families.ts";
import { clockOf, marksOf } from "../../store/tokens/token-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
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
import { type TokenPair, toTokenPair } from "./token-pair.ts";

/** Empty texts count as absent. */
export interface ExchangeRequest {
  credentials: Credentials;
  code: string;
  redirectUri: string;
  codeVerifier: string;
}

/**
 * Redeems an authorization code for the first tokens of its family.
 * @see RFC 6749 §4.1.3, RFC 7636 §4.6
 * @throws OAuthError for a rejection; StorageError if nothing was decided or the outcome is unknown
 */
export function exchange(deps: TokenDependencies, request: ExchangeRequest, call: Call): Promise<TokenPair> {
  return padErrors(async () => {
    const code = deps.format.parse(request.code, "ac");
    const item: Item = { ...(await toItem(deps, request, call)), code: code.kind === "token" ? code : null };
    const result = await deps.store.batch({ name: "exchange", pool: "ordinary" }, item, async (tx, items) => {
      const keys = items.map((one) => ({ ...one.credentials.key, codeId: one.code?.id ?? null }));
      const rows = await lockCodes(tx.query, keys);
      const batch = await openBatch(tx, rows);
      // Detects callers that disconnected while the transaction waited for locks, before their codes count as replayed.
      if (mayBeReplay(rows)) await untilClosesAreRead();
      const outcomes = items.map((one, at) =>
        one.call.ended ? late() : exchangeOne(deps, batch, { item: one, row: rows[at]! }),
      );
      tx.write(redeemCodes, batch.redemptions);
      tx.write(grantInstallations, [...batch.grants.values()]);
      tx.write(renewExpired, batch.renewals);
      tx.write(endFamilies, batch.ends);
      return outcomes;
    });
    await deps.store.syncFeed(item);
    const pair = await respond(deps, item, result);
    deps.store.counts.count(request.credentials.clientId, "exchange");
    return pair;
  });
}

interface Item extends AppItem<ExchangeRequest> {
  /** The presented code; null if it is malformed. */
  code: Token | null;
}

/** The state after the earlier items of the batch, and the writes so far. */
interface Batch {
  tx: TransactionContext;
  now: number;
  /** The time at which each used code was used, by the code's id; microseconds. */
  usedAt: Map<string, number>;
  endedFamilies: Set<string>;
  installations: Map<string, Installation>;
  redemptions: Redemption[];
  grants: Map<string, InstallationGrant>;
  renewals: RenewedInstallation[];
  ends: FamilyEnding[];
}

interface Installation extends Pick<LockedCode, "suspendedBy" | "grantedScopes" | "scopesRemovedAt"> {
  state: LockedCode["installationState"];
  version: number;
}

async function openBatch(tx: TransactionContext, rows: readonly LockedCode[]): Promise<Batch> {
  const found = rows.filter((row) => row.id !== null);
  const used = found.filter((row) => row.usedAt !== null);
  const ids = new Set([...used.map((row) => row.id!), ...rows.flatMap((row) => row.lateFamilies)]);
  const families = await lockFamilies(tx.query, [...ids]);
  const active = new Set(families.filter((family) => family.endedAt === null).map((family) => family.id));
  return {
    tx,
    now: clockOf(rows),
    usedAt: new Map(used.map((row) => [row.id!, row.usedAt!])),
    // Families that have expired and were deleted count as ended.
    endedFamilies: new Set([...ids].filter((id) => !active.has(id))),
    installations: new Map(found.map((row) => [row.installationId, toInstallation(row)])),
    redemptions: [],
    grants: new Map(),
    renewals: [],
    ends: [],
  };
}

function toInstallation(row: LockedCode): Installation {
  const { installationState: state, installationVersion: version, suspendedBy, grantedScopes, scopesRemovedAt } = row;
  return { state, version, suspendedBy, grantedScopes, scopesRemovedAt };
}

/** True if a code was used before, or occurs twice in this batch. */
function mayBeReplay(rows: readonly LockedCode[]): boolean {
  const codes = rows.filter((row) => row.id !== null);
  return codes.some((row) => row.usedAt !== null) || new Set(codes.map((row) => row.id)).size < codes.length;
}

interface Presented {
  item: Item;
  row: LockedCode;
}

function exchangeOne(deps: TokenDependencies, batch: Batch, { item, row }: Presented): Outcome<TokenPair> {
  const authenticated = authenticateClient(deps, item, { row, now: batch.now, purpose: "grant" });
  if (authenticated.kind === "reject") return authenticated;
  if (item.request.code === "") return reject("code_missing");
  const { client } = authenticated;
  const decision = decide(batch, { item, row }, client);
  if (decision.kind === "reject") return decision;
  // A code can be redeemed only once, so a request whose client may have disconnected must not use it up.
  if (item.call.mayBeLate) return late();
  if (decision.kind === "replay") {
    endReplayed(batch, { item, row, client });
    return reject(decision.reason);
  }
  return { kind: "answer", answer: redeem(deps, batch, { item, row, client, decision }) };
}

function decide(batch: Batch, { item, row }: Presented, client: Client): ExchangeDecision {
  const { request, code } = item;
  const codeVerifier = request.codeVerifier || null;
  const found = code !== null && row.id !== null;
  const facts: CodeFacts | null = found ? { ...row, usedAt: batch.usedAt.get(row.id!) ?? null } : null;
  return decideExchange(
    {
      request: {
        appId: client.appId,
        redirectUri: request.redirectUri || null,
        codeVerifier,
        secretMatches: found && secretMatches(code.secret, row.digest),
        verifierMatches:
          codeVerifier !== null &&
          found &&
          row.codeChallenge !== null &&
          verifierMatches(codeVerifier, row.codeChallenge),
      },
      code: facts,
      familyEnded: found && batch.endedFamilies.has(row.id!),
      context: found ? contextOf(batch, row) : null,
    },
    batch.now,
  );
}

function contextOf(batch: Batch, row: LockedCode) {
  return {
    account: { state: row.accountState, codesEndedAt: row.codesEndedAt, role: row.accountRole },
    merchant: { state: row.merchantState },
    installation: batch.installations.get(row.installationId)!,
    app: { registeredScopes: row.registeredScopes },
    marks: marksOf(row),
  };
}

interface Authenticated extends Presented {
  client: Client;
}

/** Revokes the tokens of a replayed code's first use, because the code may have been stolen. */
function endReplayed(batch: Batch, presented: Authenticated): void {
  endFamily(batch, presented, { id: presented.row.id!, reason: "code_replay", action: "token.code_replay" });
}

/** The app has lost the current tokens of these families and now gets a new family, so other holders of those tokens are not the app. */
function endLateFamilies(batch: Batch, presented: Authenticated): void {
  for (const id of presented.row.lateFamilies) {
    if (batch.endedFamilies.has(id)) continue;
    endFamily(batch, presented, { id, reason: "reauthorized", action: "token.reauthorized" });
  }
}

function endFamily(
  { tx, now, endedFamilies, ends }: Batch,
  { item, row, client }: Authenticated,
  { id, reason, action }: Pick<FamilyEnding, "id" | "reason"> & { action: AuditAction },
): void {
  endedFamilies.add(id);
  item.endsFamilyOf = row.installationId;
  ends.push({ id, at: now, reason });
  tx.publish({ subject: "FAMILY", subjectId: id, kind: "REVOKED" });
  recordAudit(tx, item.call, { action, ...auditSubjects(client, row), detail: { family_id: id } });
}

function auditSubjects({ clientId }: Client, { installationId, merchantId, accountId }: LockedCode) {
  return { actorClientId: clientId, clientId, installationId, merchantId, accountId };
}

interface Redeemable extends Authenticated {
  decision: Extract<ExchangeDecision, { kind: "redeem" }>;
}

function redeem(deps: TokenDependencies, batch: Batch, given: Redeemable): TokenPair {
  const { now } = batch;
  const { item, row, client, decision } = given;
  const code: CodeColumns = { ...row, id: row.id! };
  const { access, refresh } = createTokens(deps, given, now);
  batch.usedAt.set(code.id, now);
  batch.redemptions.push({
    code,
    at: now,
    familyScopes: decision.requested,
    familyExpiresAt: Math.max(access.expiresAt, refresh?.expiresAt ?? 0),
    access: { id: row.newAccessId, digest: access.digest, expiresAt: access.expiresAt },
    refresh: refresh && { id: row.newRefreshId, digest: refresh.digest, expiresAt: refresh.expiresAt },
  });
  grant(batch, code, decision);
  endLateFamilies(batch, given);
  const { scopes, installs, installationVersion } = decision;
  recordAudit(batch.tx, item.call, {
    action: "token.exchange",
    ...auditSubjects(client, row),
    detail: { family_id: code.id, scopes, installed: installs, installation_version: installationVersion },
  });
  deps.store.lastUse.note("installation", code.installationId, { lastUsedAt: row.installationLastUsedAt, now });
  const { expiresAt: expireAt } = refresh ?? access;
  if (row.tokensExpireAt !== null && row.tokensExpireAt <= now)
    batch.renewals.push({ id: code.installationId, expireAt });
  const issued = { familyId: code.id, lastRefreshedAt: null, now, expireAt, refreshed: false };
  deps.store.health.issued(code.installationId, issued);
  return toTokenPair({ access, refresh, scopes, family: code }, now);
}

function createTokens({ format, random, ...deps }: TokenDependencies, { row, client }: Redeemable, now: number) {
  const lifetimes = lifetimesOf(deps.lifetimes, client);
  const access = { ...format.create("at", row.newAccessId, random), expiresAt: expiryAfter(now, lifetimes.access) };
  if (refreshModeOf(client) === "NONE") return { access, refresh: null };
  const refresh = { ...format.create("rt", row.newRefreshId, random), expiresAt: expiryAfter(now, lifetimes.refresh) };
  return { access, refresh };
}

/** Updates the installation if the exchange changes it. */
function grant(
  batch: Batch,
  { installationId: id, accountId: connectedBy }: CodeColumns,
  { granted: grantedScopes, installs, installationVersion: version }: Redeemable["decision"],
): void {
  const before = batch.installations.get(id)!;
  if (!installs && isSameSet(before.grantedScopes, grantedScopes)) return;
  const earlier = batch.grants.get(id);
  const install = installs || earlier === undefined ? { installs, connectedBy } : earlier;
  batch.grants.set(id, {
    id,
    version,
    grantedScopes,
    installs: install.installs,
    connectedBy: install.connectedBy,
    at: batch.now,
  });
  batch.installations.set(id, { ...before, state: "ACTIVE", version, grantedScopes });
  const type = installs ? "installation.created" : "installation.scopes_changed";
  batch.tx.emit({ type, installationId: id, version, scopes: grantedScopes });
  if (installs || isWithin(before.grantedScopes, grantedScopes)) return;
  batch.tx.publish({ subject: "INSTALLATION", subjectId: id, kind: "SCOPES_REDUCED", installationVersion: version });
}
