import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { StorageFault } from "../observe/storage-fault.ts";
import { isRefusedCommit, isRolledBack, isTransient, toStorageFault } from "./faults.ts";
import type { Lane } from "./pools.ts";
import type { Query } from "./query.ts";

/** What became of one member of a group: decided and committed, or not decided at all. */
export type Settled<D> = { kind: "decided"; decision: D } | { kind: "fault"; fault: unknown };

/** Locks, decides and writes for all members in one transaction; gives one decision per member, in their order. */
export type GroupWork<R, D> = (query: Query, members: readonly R[]) => Promise<D[]>;

const MAX_RETRIES = 3;

/**
 * Runs the members' lock, decide and write as one transaction and returns the decisions after its commit, so that an error that a decision
 * stands for is thrown when nothing can undo the effects any more. If the database refuses a group, its members are run one by one; a lone
 * member is retried up to three times after a serialization failure or deadlock. A commit of unknown outcome is never repeated.
 */
export async function decideTogether<R, D>(
  lane: Lane,
  members: readonly R[],
  work: GroupWork<R, D>,
): Promise<Settled<D>[]> {
  try {
    const decisions = await transact(lane, (query) => work(query, members));
    return decisions.map((decision) => ({ kind: "decided", decision }));
  } catch (error) {
    if (members.length === 1) return [await retryAlone(lane, members, { work, error })];
    const fault = toStorageFault(error);
    if (!isRolledBack(error)) return members.map(() => ({ kind: "fault", fault }));
    const settled: Settled<D>[] = [];
    for (const member of members) settled.push(...(await decideTogether(lane, [member], work)));
    return settled;
  }
}

async function retryAlone<R, D>(
  lane: Lane,
  members: readonly R[],
  first: { work: GroupWork<R, D>; error: unknown },
): Promise<Settled<D>> {
  let { error } = first;
  for (let retry = 1; isTransient(error) && retry <= MAX_RETRIES; retry++) {
    await delay(Math.random() * 20 * retry);
    try {
      const [decision] = await transact(lane, (query) => first.work(query, members));
      return { kind: "decided", decision: decision as D };
    } catch (again) {
      error = again;
    }
  }
  return { kind: "fault", fault: toStorageFault(error) };
}

/** One transaction at READ COMMITTED. Errors come out as the driver threw them, except a commit of unknown outcome, a StorageFault. */
async function transact<T>(lane: Lane, work: (query: Query) => Promise<T>): Promise<T> {
  const client = await lane.acquire();
  let usable = false;
  try {
    await client.query("begin");
    const result = await work(queryOn(client));
    await commit(client);
    usable = true;
    return result;
  } catch (error) {
    usable = isRolledBack(error) && (await rollback(client));
    throw error;
  } finally {
    // A connection in an unknown state is closed; the server then rolls back what is left on it.
    client.release(!usable);
  }
}

/** Runs statements on a connection outside of any transaction; a lone statement is one of its own. */
export async function withConnection<T>(lane: Lane, work: (query: Query) => Promise<T>): Promise<T> {
  try {
    const client = await lane.acquire();
    let usable = false;
    try {
      const result = await work(queryOn(client));
      usable = true;
      return result;
    } catch (error) {
      usable = isRolledBack(error);
      throw error;
    } finally {
      client.release(!usable);
    }
  } catch (error) {
    throw toStorageFault(error);
  }
}

function queryOn(client: pg.PoolClient): Query {
  return async (statement, values) => {
    const { rows } = await client.query({ name: statement.name, text: statement.text, values: values as unknown[] });
    return rows;
  };
}

async function commit(client: pg.PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query("commit"));
  } catch (error) {
    if (isRefusedCommit(error)) throw error;
    throw new StorageFault("the connection was lost at commit", { outcome: "unknown", cause: error });
  }
  if (command !== "COMMIT") throw new StorageFault("the transaction was rolled back at commit");
}

async function rollback(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
