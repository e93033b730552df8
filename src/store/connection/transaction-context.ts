import { type AuditRow, appendAudit } from "../audit/audit.ts";
import { appendEvents, type FeedEvent } from "../feed/feed.ts";
import { enqueueJobs, type NewJob } from "../jobs/enqueue.ts";
import { appendToOutbox, type NewEvent } from "../outbox/append.ts";
import { CONFIRM } from "./commit-warnings.ts";
import type { Query, Write } from "./query.ts";
import type { BatchWork } from "./transaction.ts";

/** A transaction in progress. Writes, audit rows and events are sent with its commit. */
export interface TransactionContext {
  query: Query;
  /** Adds the write of these rows. No effect if `rows` is empty. */
  write<T>(toWrite: (rows: readonly T[]) => Write, rows: readonly T[]): void;
  audit(row: AuditRow): void;
  /** Adds an event to the revocation feed. */
  publish(event: FeedEvent): void;
  /** Adds an event to the outbox, for apps and other services. */
  emit(event: NewEvent): void;
  /** Adds a job, which any replica may run after the commit. */
  enqueue(job: NewJob): void;
  /** Makes the commit wait as a write would, even without writes: the response may rely on an earlier commit that a standby still lacks. */
  confirm(): void;
}

/** Locks, decides and writes for all items; returns one decision each, in their order. */
export type TransactionWork<I, D> = (tx: TransactionContext, items: readonly I[]) => Promise<D[]>;

/**
 * Calls `work` with the context of its transaction. @param onEvents called before the commit if `work` publishes events to the revocation
 * feed
 */
export function inContext<I, D>(
  work: TransactionWork<I, D>,
  onEvents: (items: readonly I[]) => void = () => {},
): BatchWork<I, D> {
  return async (query, items) => {
    const { tx, pending } = createTransactionContext(query);
    const decisions = await work(tx, items);
    if (pending.hasEvents()) onEvents(items);
    return { decisions, writes: pending.writes() };
  };
}

/** The writes to send with the commit. */
export interface Pending {
  hasEvents(): boolean;
  /**
   * The writes in the order of their addition, then audit rows, jobs, outbox and feed. The last two come last because every transaction
   * waits for their locks.
   */
  writes(): Write[];
}

/** The context of a transaction on the connection of `query`. */
export function createTransactionContext(query: Query): { tx: TransactionContext; pending: Pending } {
  const added: Write[] = [];
  const auditRows: AuditRow[] = [];
  const jobs: NewJob[] = [];
  const emitted: NewEvent[] = [];
  const events: FeedEvent[] = [];
  let confirms = false;
  return {
    tx: {
      query,
      write(toWrite, rows) {
        if (rows.length > 0) added.push(toWrite(rows));
      },
      audit: (row) => void auditRows.push(row),
      publish: (event) => void events.push(event),
      emit: (event) => void emitted.push(event),
      enqueue: (job) => void jobs.push(job),
      confirm() {
        confirms = true;
      },
    },
    pending: {
      hasEvents: () => events.length > 0,
      writes() {
        const writes = [...added];
        if (auditRows.length > 0) writes.push(appendAudit(auditRows));
        if (jobs.length > 0) writes.push(enqueueJobs(jobs));
        if (emitted.length > 0) writes.push(appendToOutbox(emitted));
        if (events.length > 0) writes.push(appendEvents(events));
        return writes.length === 0 && confirms ? [{ statement: CONFIRM, values: [] }] : writes;
      },
    },
  };
}
