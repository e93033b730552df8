import { type AuditRow, appendAudit } from "../audit/audit.ts";
import { CONFIRM } from "../connection/commit-warnings.ts";
import { perform, type Query, type Write } from "../connection/query.ts";
import { appendEvents, type FeedEvent } from "../feed/feed.ts";
import { findAppId, hasMerchant } from "./clients.ts";
import * as codes from "./codes.ts";
import { endFamilies, lockFamilies, markLateParents } from "./families.ts";
import * as issue from "./issue.ts";
import { markNotBefore } from "./marks.ts";
import * as refresh from "./refresh-tokens.ts";
import * as revocations from "./revocations.ts";

/** A function of the store without its first argument, the connection. */
type Bound<F> = F extends (query: Query, ...rest: infer A) => infer R ? (...rest: A) => R : never;

/** What a write of the store is about, noted to be written at the end; nothing is written for none. */
type Noted<F> = F extends (rows: infer A) => Write ? (rows: A) => void : never;

/**
 * What happens to tokens inside one transaction, each by the name of the event. Rows are locked in the order: code, token, family,
 * installation. An exchange alone locks families behind installations: nobody else locks both. What is decided about them is written last, in the order in which it was noted.
 */
export interface TokenTransaction {
  lockForIssue: Bound<typeof issue.lockForIssue>;
  createInstallations: Bound<typeof issue.createInstallations>;
  insertCodes: Noted<typeof issue.insertCodes>;
  lockCodes: Bound<typeof codes.lockCodes>;
  redeemCodes: Noted<typeof codes.redeemCodes>;
  grantInstallations: Noted<typeof codes.grantInstallations>;
  lockFamilies: Bound<typeof lockFamilies>;
  markLateParents: Noted<typeof markLateParents>;
  endFamilies: Noted<typeof endFamilies>;
  lockRefreshTokens: Bound<typeof refresh.lockRefreshTokens>;
  readPairs: Bound<typeof refresh.readPairs>;
  rotateRefreshTokens: Noted<typeof refresh.rotateRefreshTokens>;
  noteRetriesElsewhere: Noted<typeof refresh.noteRetriesElsewhere>;
  acceptRefreshTokens: Noted<typeof refresh.acceptRefreshTokens>;
  lockForRevoke: Bound<typeof revocations.lockForRevoke>;
  revokeAccessTokens: Noted<typeof revocations.revokeAccessTokens>;
  findAppId: Bound<typeof findAppId>;
  hasMerchant: Bound<typeof hasMerchant>;
  markNotBefore: Bound<typeof markNotBefore>;
  /** For an answer that relies on what an earlier transaction wrote: a cancelled wait may have left that on the primary alone. */
  confirm(): void;
  /** Tells in the audit what is done here; written with the rest or not at all. */
  audit(row: AuditRow): void;
  /** Tells it in the revocation feed, after everything else of the transaction. */
  publish(event: FeedEvent): void;
}

/** What a transaction writes at its end. */
export interface Told {
  /** Whether the commit must wait although nothing is written. */
  confirms: boolean;
  writes: Write[];
  rows: AuditRow[];
  events: FeedEvent[];
}

/** Nothing to write yet. */
export function createTold(): Told {
  return { confirms: false, writes: [], rows: [], events: [] };
}

/** The token statements on one transaction's connection. */
export function createTokenTransaction(query: Query, told: Told): TokenTransaction {
  const noted =
    <T>(toWrite: (rows: readonly T[]) => Write) =>
    (rows: readonly T[]): void => {
      if (rows.length > 0) told.writes.push(toWrite(rows));
    };
  return {
    lockForIssue: (keys) => issue.lockForIssue(query, keys),
    createInstallations: (pairs) => issue.createInstallations(query, pairs),
    insertCodes: noted(issue.insertCodes),
    lockCodes: (keys) => codes.lockCodes(query, keys),
    redeemCodes: noted(codes.redeemCodes),
    grantInstallations: noted(codes.grantInstallations),
    lockFamilies: (ids) => lockFamilies(query, ids),
    markLateParents: noted(markLateParents),
    endFamilies: noted(endFamilies),
    lockRefreshTokens: (keys) => refresh.lockRefreshTokens(query, keys),
    readPairs: (keys) => refresh.readPairs(query, keys),
    rotateRefreshTokens: noted(refresh.rotateRefreshTokens),
    noteRetriesElsewhere: noted(refresh.noteRetriesElsewhere),
    acceptRefreshTokens: noted(refresh.acceptRefreshTokens),
    lockForRevoke: (keys) => revocations.lockForRevoke(query, keys),
    revokeAccessTokens: noted(revocations.revokeAccessTokens),
    findAppId: (clientId) => findAppId(query, clientId),
    hasMerchant: (merchantId) => hasMerchant(query, merchantId),
    markNotBefore: (mark) => markNotBefore(query, mark),
    confirm() {
      told.confirms = true;
    },
    audit: (row) => void told.rows.push(row),
    publish: (event) => void told.events.push(event),
  };
}

/** What is to be written, in order: what was noted, the audit, and last of all, because of its lock, the feed. */
export function writesOf({ confirms, writes, rows, events }: Told): Write[] {
  const all = [
    ...writes,
    ...(rows.length > 0 ? [appendAudit(rows)] : []),
    ...(events.length > 0 ? [appendEvents(events)] : []),
  ];
  return all.length === 0 && confirms ? [{ statement: CONFIRM, values: [] }] : all;
}

/** Writes it, one after the other. */
export async function writeTold(query: Query, told: Told): Promise<void> {
  for (const write of writesOf(told)) await perform(query, write);
}
