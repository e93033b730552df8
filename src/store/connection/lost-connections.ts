import type pg from "pg";
import { StorageError } from "../../observe/storage-error.ts";

/**
 * Releases connections that Kysely, which MikroORM uses, never releases. If COMMIT or ROLLBACK fails, the connection would stay in use and
 * exhaust the pool. If a connection opens while the pool ends, the pool would never end.
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
  const releaseOnce = client.release.bind(client);
  const release = (destroy?: Error | boolean) => {
    client.off("end", lost);
    // pg-pool throws at a second release, and the user of the lost connection may still release it.
    client.release = () => {};
    releaseOnce(destroy);
  };
  const lost = () => release(true);
  client.once("end", lost);
  client.release = release;
  return client;
}

/** Closes a connection after a statement has timed out on the client, because the next statement would wait behind it. */
export function endStuckConnections(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => endIfStuck(client, error));
      return result;
    }) as typeof client.query;
  });
}

function endIfStuck(client: pg.PoolClient, error: unknown): void {
  // node-postgres identifies this error by its message only.
  if (error instanceof Error && error.message === "Query read timeout") void client.end();
}
