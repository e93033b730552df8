import type pg from "pg";
import type { BatchResult } from "../../concurrency/batcher.ts";
import { retry } from "../../concurrency/retry.ts";
import { StorageError } from "../../observe/storage-error.ts";
import { createColumnTypes } from "./column-types.ts";
import { refuseWarningsSince, warningsOn } from "./commit-warnings.ts";
import {
  isDefect,
  isLockTimeout,
  isRolledBack,
  isRolledBackCommit,
  TRANSIENT_RETRIES,
  toStorageError,
} from "./errors.ts";
import type { ConnectionPool } from "./pools.ts";
import { perform, type Query, type Statement, type Write } from "./query.ts";
import { beginOn, isPooled } from "./session.ts";

/** The decisions in the order of the requests, and their writes. */
export interface Decided<D> {
  decisions: D[];
  writes: readonly Write[];
}

/** Locks the rows of all requests and decides on them in one transaction. The writes follow. */
export type BatchWork<R, D> = (query: Query, requests: readonly R[]) => Promise<Decided<D>>;

/** How long a batch waits for a locked row before its requests run individually. */
const BATCH_LOCK_TIMEOUT_MS = 250;
/** Requests that have not been retried after this time get 503, before their callers time out. */
const RETRY_INDIVIDUALLY_MS = 4_000;

const BEGIN = "begin";
const BEGIN_WITH_LOCK_TIMEOUT = `begin; set local lock_timeout = ${BATCH_LOCK_TIMEOUT_MS}`;

/** Requests that share a transaction. */
export interface Batch<R, D> {
  pool: ConnectionPool;
  requests: readonly R[];
  work: BatchWork<R, D>;
  /** The maximum time for running the requests of a failed batch individually, in milliseconds; default 4000. */
  retryIndividuallyMs?: number | undefined;
}

/** As `decideOn`, with a connection of the pool. */
export async function decideTogether<R, D>(
  pool: ConnectionPool,
  requests: readonly R[],
  work: BatchWork<R, D>,
): Promise<BatchResult<D>[]> {
  try {
    return await decideOn(await pool.acquire(), { pool, requests, work });
  } catch (error) {
    const failure = toStorageError(error);
    return requests.map(() => ({ kind: "failure", failure }));
  }
}

/**
 * Locks, decides and writes all requests in one transaction on `client`, then releases it. If the transaction is rolled back, its requests
 * run individually, each with up to three retries. A commit with an unknown outcome is never retried.
 */
export async function decideOn<R, D>(client: pg.PoolClient, batch: Batch<R, D>): Promise<BatchResult<D>[]> {
  const { requests, work } = batch;
  if (requests.length === 1) return [await runAlone(batch, requests[0]!, { begin: BEGIN, client })];
  try {
    const decisions = await transact(client, BEGIN_WITH_LOCK_TIMEOUT, (query) => work(query, requests));
    return decisions.map((decision) => ({ kind: "decided", decision }));
  } catch (error) {
    if (isRolledBack(error) || isDefect(error)) return retryIndividually(batch);
    const failure = toStorageError(error);
    return requests.map(() => ({ kind: "failure", failure }));
  }
}

/** Runs the requests in order. Requests that wait for a locked row run last, so that they do not delay the others. */
async function retryIndividually<R, D>(batch: Batch<R, D>): Promise<BatchResult<D>[]> {
  const until = performance.now() + (batch.retryIndividuallyMs ?? RETRY_INDIVIDUALLY_MS);
  const { requests } = batch;
  const results = new Map<number, BatchResult<D>>();
  const tryEach = async (indexes: readonly number[], begin: string): Promise<void> => {
    for (const at of indexes) {
      if (performance.now() < until) results.set(at, await runAlone(batch, requests[at]!, { begin }));
      else
        results.set(at, {
          kind: "failure",
          failure: new StorageError("the batch failed, and there was no time to retry the request"),
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
  return results.kind === "failure" && results.failure instanceof StorageError && isLockTimeout(results.failure.cause);
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
    return { kind: "failure", failure: toStorageError(error) };
  }
}

/** Runs a transaction at READ COMMITTED. @throws errors of the driver; StorageError for a commit with an unknown outcome */
async function transact<D>(
  client: pg.PoolClient,
  begin: string,
  work: (query: Query) => Promise<Decided<D>>,
): Promise<D[]> {
  let usable = false;
  try {
    const begun = client.query(beginOn(client, begin));
    // `begun` is awaited below. Without a handler here, it would be an unhandled rejection if `work` fails first.
    begun.catch(() => {});
    const progress = { wrote: false };
    const { decisions, writes } = await work(queryBehind(begun, client, progress));
    await begun;
    if (writes.length > 0 || progress.wrote) await writeAndCommit(client, writes);
    else await unlock(client);
    usable = true;
    return decisions;
  } catch (error) {
    usable = isRolledBack(error) && (await rollback(client));
    throw error;
  } finally {
    // Closes a connection that is in an unknown state. The server then rolls back.
    client.release(!usable);
  }
}

/** Runs statements on a connection without an explicit transaction. */
export async function withConnection<T>(pool: ConnectionPool, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    const client = await pool.acquire();
    const before = warningsOn(client);
    let usable = false;
    try {
      const result = await work(queryAlone(client));
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

/** Each statement is a transaction of its own. Through a pooler, it is sent together with the settings in one round trip. */
function queryAlone(client: pg.PoolClient): Query {
  const query = queryOn(client);
  if (!isPooled(client)) return query;
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    const begun = client.query(beginOn(client));
    const [, result, committed] = await Promise.allSettled([begun, query<Row>(statement, values), commit(client)]);
    if (result.status === "rejected") throw result.reason;
    if (committed.status === "rejected") throw committed.reason;
    return result.value;
  };
}

/** Runs the statements of a transaction. A read-only statement is sent without waiting for the result of BEGIN. */
function queryBehind(begun: Promise<unknown>, client: pg.PoolClient, progress: { wrote: boolean }): Query {
  const query = queryOn(client);
  return async <Row>(statement: Statement, values: readonly unknown[]) => {
    if (statement.readOnly !== true) {
      progress.wrote = true;
      await begun;
    }
    const [rows] = await Promise.all([query<Row>(statement, values), begun]);
    return rows;
  };
}

/**
 * Rolls back a transaction that wrote nothing. COMMIT would wait for the disk if a row was locked, and that latency would distinguish a
 * revoked token from an unknown one.
 */
async function unlock(client: pg.PoolClient): Promise<void> {
  await client.query("rollback");
}

/** Sends the writes and the commit in one round trip, which keeps the feed's lock short. After a failed write, COMMIT rolls back. */
async function writeAndCommit(client: pg.PoolClient, writes: readonly Write[]): Promise<void> {
  const query = queryOn(client);
  const sent = [...writes.map((write) => perform(query, write)), commit(client)];
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as unknown] : []));
  if (failures.length === 0) return;
  // The first failed statement has caused the failures of the others.
  throw isRolledBack(failures[0]) ? failures[0] : unknownOutcome(failures[0]);
}

async function commit(client: pg.PoolClient): Promise<void> {
  const before = warningsOn(client);
  const { command } = await client.query("commit").catch((error: unknown) => {
    throw isRolledBackCommit(error) ? error : unknownOutcome(error);
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
