import type pg from "pg";
import type { BatchResult } from "../../concurrency/batcher.ts";
import { retry } from "../../concurrency/retry.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { createColumnTypes } from "./column-types.ts";
import { refuseWarningsSince, warningsOn } from "./commit-warnings.ts";
import { isDefect, isLockTimeout, isRefusedCommit, isRolledBack, TRANSIENT_RETRIES, toStorageError } from "./errors.ts";
import type { ConnectionPool } from "./pools.ts";
import { perform, type Query, type Statement, type Write } from "./query.ts";

/** One decision per request, in their order, and the writes that carry the decisions out. */
export interface Decided<D> {
  decisions: D[];
  writes: readonly Write[];
}

/** Locks and decides all requests in one transaction, which ends with the writes. */
export type BatchWork<R, D> = (query: Query, requests: readonly R[]) => Promise<Decided<D>>;

/** How long a batch waits for a locked row before its requests run individually. */
const BATCH_LOCK_TIMEOUT_MS = 250;
/** A request that was not retried by then gets 503: its caller is about to give up. */
const RETRY_INDIVIDUALLY_MS = 4_000;

const BEGIN = "begin";
const BEGIN_WITH_LOCK_TIMEOUT = `begin; set local lock_timeout = ${BATCH_LOCK_TIMEOUT_MS}`;

/** Requests that share a transaction. */
export interface Batch<R, D> {
  pool: ConnectionPool;
  requests: readonly R[];
  work: BatchWork<R, D>;
  /** Milliseconds for running the requests of a failed batch individually; default 4000. */
  retryIndividuallyMs?: number | undefined;
}

/** `decideOn` with a connection of the pool. */
export async function decideTogether<R, D>(
  pool: ConnectionPool,
  requests: readonly R[],
  work: BatchWork<R, D>,
): Promise<BatchResult<D>[]> {
  try {
    return await decideOn(await pool.acquire(), { pool, requests, work });
  } catch (error) {
    const fault = toStorageError(error);
    return requests.map(() => ({ kind: "fault", fault }));
  }
}

/**
 * Runs the requests' lock, decide and write as one transaction on `client`, which it releases, and returns the decisions after its commit, so
 * that an error that a decision stands for is thrown when nothing can undo the effects any more. If the database refuses a batch, its requests
 * are run one by one; a lone request is retried up to three times after a serialization failure or deadlock. A commit of unknown outcome is
 * never repeated.
 */
export async function decideOn<R, D>(client: pg.PoolClient, batch: Batch<R, D>): Promise<BatchResult<D>[]> {
  const { requests, work } = batch;
  if (requests.length === 1) return [await runAlone(batch, requests[0]!, { begin: BEGIN, client })];
  try {
    const decisions = await transact(client, BEGIN_WITH_LOCK_TIMEOUT, (query) => work(query, requests));
    return decisions.map((decision) => ({ kind: "decided", decision }));
  } catch (error) {
    if (isRolledBack(error) || isDefect(error)) return retryIndividually(batch);
    const fault = toStorageError(error);
    return requests.map(() => ({ kind: "fault", fault }));
  }
}

/** One by one, in order; whoever needs a row that somebody else holds comes last, so that only those wait for it. */
async function retryIndividually<R, D>(batch: Batch<R, D>): Promise<BatchResult<D>[]> {
  const until = performance.now() + (batch.retryIndividuallyMs ?? RETRY_INDIVIDUALLY_MS);
  const { requests } = batch;
  const results = new Map<number, BatchResult<D>>();
  const tryEach = async (turns: readonly number[], begin: string): Promise<void> => {
    for (const at of turns) {
      if (performance.now() < until) results.set(at, await runAlone(batch, requests[at]!, { begin }));
      else
        results.set(at, {
          kind: "fault",
          fault: new StorageError("the request's batch was refused, and its turn alone came too late"),
        });
    }
  };
  const all = [...requests.keys()];
  await tryEach(all, BEGIN_WITH_LOCK_TIMEOUT);
  await tryEach(
    all.filter((at) => isLockedOut(results.get(at)!)),
    BEGIN,
  );
  return all.map((at) => results.get(at)!);
}

function isLockedOut(results: BatchResult<unknown>): boolean {
  return results.kind === "fault" && results.fault instanceof StorageError && isLockTimeout(results.fault.cause);
}

/** One request's own transaction. The first attempt uses `client` if there is one. */
async function runAlone<R, D>(
  { pool, work }: Batch<R, D>,
  request: R,
  { begin, client }: { begin: string; client?: pg.PoolClient },
): Promise<BatchResult<D>> {
  let acquired = client;
  const attempt = async () => {
    const connection = acquired ?? (await pool.acquire());
    acquired = undefined;
    return transact(connection, begin, (query) => work(query, [request]));
  };
  try {
    const [decision] = await retry(TRANSIENT_RETRIES, attempt);
    return { kind: "decided", decision: decision as D };
  } catch (error) {
    return { kind: "fault", fault: toStorageError(error) };
  }
}

/** One transaction at READ COMMITTED. Errors come out as the driver threw them, except a commit of unknown outcome, a StorageError. */
async function transact<D>(
  client: pg.PoolClient,
  begin: string,
  work: (query: Query) => Promise<Decided<D>>,
): Promise<D[]> {
  let usable = false;
  try {
    const begun = client.query(begin);
    // Whoever needs it waits for it; a work that failed before has nobody who does.
    begun.catch(() => {});
    const sofar = { wrote: false };
    const { decisions, writes } = await work(queryBehind(begun, client, sofar));
    await begun;
    if (writes.length > 0 || sofar.wrote) await writeAndCommit(client, writes);
    else await unlock(client);
    usable = true;
    return decisions;
  } catch (error) {
    usable = isRolledBack(error) && (await rollback(client));
    throw error;
  } finally {
    // A connection in an unknown state is closed; the server then rolls back what is left on it.
    client.release(!usable);
  }
}

/** Runs statements on a connection outside of any transaction; a lone statement is one of its own. */
export async function withConnection<T>(pool: ConnectionPool, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    const client = await pool.acquire();
    const before = warningsOn(client);
    let usable = false;
    try {
      const result = await work(queryOn(client));
      refuseWarningsSince(client, before);
      usable = true;
      return result;
    } catch (error) {
      usable = isRolledBack(error);
      throw error;
    } finally {
      client.release(!usable);
    }
  } catch (error) {
    throw toStorageError(error);
  }
}

const types = createColumnTypes();

function queryOn(client: pg.PoolClient): Query {
  return async ({ name, text }, values) => {
    const { rows } = await client.query({ name, text, values: values as unknown[], types });
    return rows;
  };
}

/** Statements of a transaction that has perhaps not begun yet: one that only reads and locks is sent right behind its begin. */
function queryBehind(begun: Promise<unknown>, client: pg.PoolClient, sofar: { wrote: boolean }): Query {
  const query = queryOn(client);
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    if (statement.readOnly !== true) {
      sofar.wrote = true;
      await begun;
    }
    const [rows] = await Promise.all([query<Row>(statement, values), begun]);
    return rows;
  };
}

/**
 * Ends a transaction that wrote nothing. A commit would wait for the disk wherever a row was locked, and the time that it takes would tell
 * a token that has ended from one that never was.
 */
async function unlock(client: pg.PoolClient): Promise<void> {
  await client.query("rollback");
}

/**
 * Sends the writes, one behind the other, and the commit behind them: one round trip, during which alone the feed is locked. Where the
 * database refuses a write it makes a rollback of the commit.
 */
async function writeAndCommit(client: pg.PoolClient, writes: readonly Write[]): Promise<void> {
  const query = queryOn(client);
  const sent = [...writes.map((write) => perform(query, write)), commit(client)];
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  if (failures.length === 0) return;
  // The first to fail is why the rest did.
  throw isRolledBack(failures[0]) ? failures[0] : unknownOutcome(failures[0]);
}

async function commit(client: pg.PoolClient): Promise<void> {
  const before = warningsOn(client);
  const { command } = await client.query("commit").catch((error: unknown) => {
    throw isRefusedCommit(error) ? error : unknownOutcome(error);
  });
  if (command !== "COMMIT") throw new StorageError("the transaction was rolled back at commit");
  refuseWarningsSince(client, before);
}

function unknownOutcome(cause: unknown): unknown {
  return cause instanceof StorageError
    ? cause
    : new StorageError("the connection was lost at commit", { outcome: "unknown", cause });
}

async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
