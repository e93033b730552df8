import { secretMatches } from "../../credential/secret.ts";
import type { Token } from "../../credential/token.ts";
import { reject } from "../../oauth/errors.ts";
import { decideRevoke, type RevokeDecision } from "../../oauth/revocation.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import { endFamilies, type FamilyEnding } from "../../store/tokens/families.ts";
import { type LockedToken, lockForRevoke, revokeAccessTokens } from "../../store/tokens/revocations.ts";
import { clockOf } from "../../store/tokens/token-rows.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import {
  type AppItem,
  authenticateClient,
  type Client,
  type Credentials,
  type Outcome,
  respond,
  toItem,
} from "./client-authentication.ts";
import type { TokenDependencies } from "./dependencies.ts";
import { padAll } from "./response-time-padding.ts";

export interface RevokeRequest {
  credentials: Credentials;
  token: string;
  /** Ignored, because the token's prefix tells its type. */
  tokenTypeHint: string;
}

/**
 * Revokes an access token, or the family of a refresh token. Unknown and inactive tokens get the same answer at the same latency.
 * @see RFC 7009 §2
 * @throws OAuthError for a rejection; StorageError if nothing was decided or the outcome is unknown
 */
export function revoke(deps: TokenDependencies, request: RevokeRequest, call: Call): Promise<void> {
  return padAll(async () => {
    const token = deps.format.parse(request.token, "at", "rt");
    const item: Item = { ...(await toItem(deps, request, call)), token: token.kind === "token" ? token : null };
    const result = await deps.store.batch({ name: "revoke", pool: "reserved" }, item, async (tx, items) => {
      const rows = await lockForRevoke(tx.query, items.map(toKey));
      const batch: Batch = { tx, now: clockOf(rows), ends: new Map(), revocations: new Map() };
      const outcomes = items.map((one, at) => revokeOne(deps, batch, { item: one, row: rows[at]! }));
      tx.write(revokeAccessTokens, [...batch.revocations.values()]);
      tx.write(endFamilies, [...batch.ends.values()]);
      return outcomes;
    });
    await deps.store.syncFeed(item);
    return respond(deps, item, result);
  });
}

interface Item extends AppItem<RevokeRequest> {
  /** The presented token; null if it is malformed. */
  token: Token | null;
}

function toKey({ token, credentials }: Item) {
  const accessId = token?.type === "at" ? token.id : null;
  const refreshId = token?.type === "rt" ? token.id : null;
  return { ...credentials.key, accessId, refreshId };
}

/** The writes of the earlier items of the batch, by id. */
interface Batch {
  tx: TransactionContext;
  now: number;
  ends: Map<string, FamilyEnding>;
  revocations: Map<string, { id: string; at: number }>;
}

interface Presented {
  item: Item;
  row: LockedToken;
}

function revokeOne(deps: TokenDependencies, batch: Batch, { item, row }: Presented): Outcome<void> {
  const { tx, now } = batch;
  const authenticated = authenticateClient(deps, item, { row, now, purpose: "revoke" });
  if (authenticated.kind === "reject") return authenticated;
  if (item.request.token === "") return reject("token_missing");
  const { client } = authenticated;
  const decision = decide(batch, { item, row }, client);
  if (decision.kind === "reject") return decision;
  if (decision.kind === "revoke_token") {
    batch.revocations.set(row.id, { id: row.id, at: now });
    tx.publish({ subject: "TOKEN", subjectId: row.id, kind: "REVOKED" });
    auditRevocation(tx, { item, row }, client);
  } else if (decision.kind === "end_family") {
    item.endsFamilyOf = row.installationId;
    batch.ends.set(row.familyId, { id: row.familyId, at: now, reason: "revoked" });
    tx.publish({ subject: "FAMILY", subjectId: row.familyId, kind: "REVOKED" });
    auditRevocation(tx, { item, row }, client);
  } else {
    // Called for unknown tokens too: a commit that does not wait for the disk would distinguish them from revoked tokens.
    tx.confirm();
  }
  return { kind: "answer", answer: undefined };
}

function decide(batch: Batch, { item, row }: Presented, { appId }: Client): RevokeDecision {
  const { token } = item;
  if (token === null || row.kind === null) {
    return decideRevoke({ appId, secretMatches: false, token: null, family: null }, batch.now);
  }
  const revokedAt = batch.revocations.get(row.id)?.at ?? row.revokedAt;
  const endedAt = batch.ends.get(row.familyId)?.at ?? row.familyEndedAt;
  return decideRevoke(
    {
      appId,
      secretMatches: secretMatches(token.secret, row.digest),
      token: row.kind === "access" ? { kind: "access", expiresAt: row.expiresAt, revokedAt } : { kind: "refresh" },
      family: { appId: row.appId, endedAt },
    },
    batch.now,
  );
}

function auditRevocation(tx: TransactionContext, { item, row }: Presented, { clientId }: Client): void {
  recordAudit(tx, item.call, {
    action: "token.revoke",
    actorClientId: clientId,
    clientId,
    installationId: row.installationId,
    merchantId: row.merchantId,
    accountId: row.accountId,
    detail: { family_id: row.familyId, ...(row.kind === "access" ? { token_id: row.id } : {}) },
  });
}
