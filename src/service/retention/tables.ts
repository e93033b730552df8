import type { Query } from "../../store/connection/query.ts";
import { type Batch, EXPIRY_TABLES, type ExpiryTable, removeByExpiry } from "../../store/retention/by-expiry.ts";
import { ID_TABLES, type IdTable, removeById } from "../../store/retention/by-id.ts";
import { isPartitioned, type PartitionedTable } from "../../store/retention/partitions.ts";
import { readScanPosition, saveScanPosition } from "../../store/retention/scan-positions.ts";
import { beginScan, continueScan, REMOVAL_LIMIT, SCAN_LIMIT, type ScanState } from "./scan.ts";

/** Seconds for which rows are kept after they expire, or audit events after they happened. */
export type Keep = Record<IdTable | PartitionedTable, number>;

const DAY = 86_400;
/**
 * The additional time for which rows are kept before they are removed one by one. A partition spans 7 days, so a partition whose rows have
 * equal lifetimes is dropped as a whole before that time.
 */
const GRACE = 8 * DAY;

interface Retention {
  /** In seconds, as the next two. */
  refreshRetryWindow: number;
  refreshRetryWindowPublic: number;
  auditRetention: number;
}

/** How long the rows of each table are kept: as long as retries and reuse detection need them, plus a day. */
export function keepOf({ refreshRetryWindow, refreshRetryWindowPublic, auditRetention }: Retention): Keep {
  // A retry reads its pair, whose access token may have expired.
  const tokens = DAY + Math.max(refreshRetryWindow, refreshRetryWindowPublic);
  return {
    access_token: tokens,
    refresh_token: tokens,
    // A family expires with its last token, and its row must outlive the row of that token.
    token_family: tokens + DAY,
    authorization_code: DAY,
    audit_event: auditRetention,
  };
}

export const TABLES: readonly string[] = [...EXPIRY_TABLES, ...ID_TABLES];

export interface TableRun {
  table: string;
  /** Removes a batch. Changes only the database, because it may be retried. */
  remove(query: Query): Promise<Step>;
}

export interface Step {
  removed: number;
  /** The rest of the run in this table; null at the end of the run. */
  next: TableRun | null;
}

/** All tables before the first batch of a run. */
export async function openTables(query: Query, keep: Keep): Promise<TableRun[]> {
  const scans = await Promise.all(
    ID_TABLES.map(async (table) =>
      byId(table, rowKeep(table, keep), { state: beginScan(await readScanPosition(query, table)), heldFor: 0 }),
    ),
  );
  return [...EXPIRY_TABLES.map(byExpiry), ...scans];
}

function byExpiry(table: ExpiryTable): TableRun {
  return {
    table,
    async remove(query) {
      const batch = await removeByExpiry(query, table, REMOVAL_LIMIT);
      const hasMore = batch.removed === REMOVAL_LIMIT;
      await saveScanPosition(query, {
        table,
        fromId: null,
        dueFor: hasMore ? (batch.oldestDueFor ?? 0) : heldFor(batch),
      });
      return { removed: batch.removed, next: hasMore ? byExpiry(table) : null };
    },
  };
}

/** Seconds for which the row-wise removal keeps rows. */
function rowKeep(table: IdTable, keep: Keep): number {
  return isPartitioned(table) ? keep[table] + GRACE : keep[table];
}

interface ScanRun {
  state: ScanState;
  /** For how many seconds the oldest due row that another transaction has locked has been due. */
  heldFor: number;
}

function byId(table: IdTable, keep: number, run: ScanRun): TableRun {
  return {
    table,
    async remove(query) {
      const batch = await removeById(query, table, {
        fromId: run.state.fromId,
        scanLimit: SCAN_LIMIT,
        limit: REMOVAL_LIMIT,
        keep,
      });
      const state = continueScan(run.state, batch);
      const next = { state, heldFor: Math.max(run.heldFor, heldFor(batch)) };
      const dueFor = state.phase === "done" ? next.heldFor : Math.max(next.heldFor, batch.oldestDueFor ?? 0);
      await saveScanPosition(query, { table, fromId: state.place, dueFor });
      return { removed: batch.removed, next: state.phase === "done" ? null : byId(table, keep, next) };
    },
  };
}

function heldFor({ due, removed, oldestDueFor }: Batch): number {
  return due > removed ? (oldestDueFor ?? 0) : 0;
}
