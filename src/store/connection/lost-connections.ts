import type pg from "pg";
import { StorageError } from "../../observe/storage-error.ts";

/**
 * Gives a connection that is lost while in use back to its pool, closed. MikroORM's query builder keeps it for good when COMMIT or ROLLBACK
 * fails on it, so that a few lost connections would leave the pool empty until the process ends. It does the same with one that was made while
 * the pool began to end, which would then never end.
 */
export function releaseLostConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (async () => {
    const client = await connect();
    if (!pool.ending) return watch(client);
    client.release(true);
    throw new StorageError("the pool is ending");
  }) as typeof pool.connect;
}

function watch(client: pg.PoolClient): pg.PoolClient {
  const giveBack = client.release.bind(client);
  const release = (destroy?: Error | boolean) => {
    client.off("end", lost);
    // pg-pool throws at a second release, which whoever lost the connection may well ask for.
    client.release = () => {};
    giveBack(destroy);
  };
  const lost = () => release(true);
  client.once("end", lost);
  client.release = release;
  return client;
}

/** Ends a connection on which a statement was not answered in time: whatever came next would wait behind that statement. */
export function endStuckConnections(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    client.query = ((...given: unknown[]) => {
      const answer = query(...given);
      if (answer instanceof Promise) answer.catch((error: unknown) => endIfStuck(client, error));
      return answer;
    }) as typeof client.query;
  });
}

function endIfStuck(client: pg.PoolClient, error: unknown): void {
  // node-postgres tells it by these words alone. What the connection then says of its end is nobody's business any more.
  if (error instanceof Error && error.message === "Query read timeout") void client.end();
}
