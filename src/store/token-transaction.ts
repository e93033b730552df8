import { type AuditRow, appendAudit } from "./audit.ts";
import { findAppId, hasMerchant } from "./clients.ts";
import * as codes from "./codes.ts";
import { endFamilies, lockFamilies } from "./families.ts";
import { appendEvents, type FeedEvent } from "./feed.ts";
import * as issue from "./issue.ts";
import { markNotBefore } from "./marks.ts";
import type { Query } from "./query.ts";
import * as refresh from "./refresh-tokens.ts";
import * as revocations from "./revocations.ts";

/** A function of the store without its first argument, the connection. */
type Bound<F> = F extends (query: Query, ...rest: infer A) => infer R ? (...rest: A) => R : never;

/** What happens to tokens inside one transaction, each by the name of the event. Rows are locked in the order: code, token, family, installation. */
export interface TokenTransaction {
  lockForIssue: Bound<typeof issue.lockForIssue>;
  createInstallations: Bound<typeof issue.createInstallations>;
  insertCodes: Bound<typeof issue.insertCodes>;
  lockCodes: Bound<typeof codes.lockCodes>;
  redeemCodes: Bound<typeof codes.redeemCodes>;
  grantInstallations: Bound<typeof codes.grantInstallations>;
  lockFamilies: Bound<typeof lockFamilies>;
  endFamilies: Bound<typeof endFamilies>;
  lockRefreshTokens: Bound<typeof refresh.lockRefreshTokens>;
  readPairs: Bound<typeof refresh.readPairs>;
  rotateRefreshTokens: Bound<typeof refresh.rotateRefreshTokens>;
  acceptRefreshTokens: Bound<typeof refresh.acceptRefreshTokens>;
  lockForRevoke: Bound<typeof revocations.lockForRevoke>;
  revokeAccessTokens: Bound<typeof revocations.revokeAccessTokens>;
  findAppId: Bound<typeof findAppId>;
  hasMerchant: Bound<typeof hasMerchant>;
  markNotBefore: Bound<typeof markNotBefore>;
  /** Tells in the audit what is done here; written with the rest or not at all. */
  audit(row: AuditRow): void;
  /** Tells it in the revocation feed, after everything else of the transaction. */
  event(event: FeedEvent): void;
}

/** What a transaction tells at its end. */
export interface Told {
  rows: AuditRow[];
  events: FeedEvent[];
}

/** The token statements on one transaction's connection. */
export function createTokenTransaction(query: Query, told: Told): TokenTransaction {
  return {
    lockForIssue: (keys) => issue.lockForIssue(query, keys),
    createInstallations: (pairs) => issue.createInstallations(query, pairs),
    insertCodes: (rows) => issue.insertCodes(query, rows),
    lockCodes: (keys) => codes.lockCodes(query, keys),
    redeemCodes: (redemptions) => codes.redeemCodes(query, redemptions),
    grantInstallations: (grants) => codes.grantInstallations(query, grants),
    lockFamilies: (ids) => lockFamilies(query, ids),
    endFamilies: (ends) => endFamilies(query, ends),
    lockRefreshTokens: (keys) => refresh.lockRefreshTokens(query, keys),
    readPairs: (keys) => refresh.readPairs(query, keys),
    rotateRefreshTokens: (rotations) => refresh.rotateRefreshTokens(query, rotations),
    acceptRefreshTokens: (acceptances) => refresh.acceptRefreshTokens(query, acceptances),
    lockForRevoke: (keys) => revocations.lockForRevoke(query, keys),
    revokeAccessTokens: (tokens) => revocations.revokeAccessTokens(query, tokens),
    findAppId: (clientId) => findAppId(query, clientId),
    hasMerchant: (merchantId) => hasMerchant(query, merchantId),
    markNotBefore: (mark) => markNotBefore(query, mark),
    audit: (row) => void told.rows.push(row),
    event: (event) => void told.events.push(event),
  };
}

/** Writes what was told: the audit first, and last of all, because of its lock, the feed. */
export async function writeTold(query: Query, told: Told): Promise<void> {
  await appendAudit(query, told.rows);
  await appendEvents(query, told.events);
}
