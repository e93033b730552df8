import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { type PostgresServer, startPostgres } from "../../../suites/faults/postgres.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";

const RESERVED = 2;

const select = (query: Query) => query({ name: "", text: "select 1 as n" }, []);

describe("with PostgreSQL's connections used up by other clients", () => {
  let server: PostgresServer;
  let pools: ConnectionPools;
  const others: pg.Client[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    server.configure(["max_connections=10", "superuser_reserved_connections=0"]);
    await server.kill();
    await server.start();
    pools = createConnectionPools({ url: server.url, size: 6, reserved: RESERVED, ...LONG_TIMEOUT_POOL });
  });
  afterAll(async () => {
    await Promise.all(others.map((client) => client.end()));
    await pools?.end();
    await server?.drop();
  });

  /** Opens a connection of another client, with a transaction that stays idle. */
  async function useOne(): Promise<string> {
    const client = new pg.Client({ connectionString: server.url });
    client.on("error", () => {});
    try {
      await client.connect();
      await client.query("begin");
      others.push(client);
      return "connected";
    } catch (error) {
      if ((error as { code?: string }).code !== "53300") throw error;
      return "too many clients";
    }
  }

  it("O6 revocations and introspections keep their connections, and other requests fail", async () => {
    const open = () => pools.stats().map((one) => one.open);
    await expect.poll(open).toEqual([0, RESERVED]);
    await expect.poll(useOne).toBe("too many clients");
    const reserved = Array.from({ length: 8 }, () => withConnection(pools.reserved, select));
    expect(await Promise.all(reserved)).toEqual(Array(8).fill([{ n: 1 }]));
    await expect(withConnection(pools.ordinary, select)).rejects.toMatchObject({ cause: { code: "53300" } });
  });

  it("lost connections are reopened in the background as soon as others are free", async () => {
    const [killer, watcher] = [others.pop()!, others.at(-1)!];
    await watcher.query("rollback");
    const mine = "from pg_stat_activity where application_name = 'latchkey tokens'";
    const { rows } = await killer.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${mine}`);
    expect(rows).toHaveLength(RESERVED);
    await killer.end();
    // The pool may notice the loss late.
    const lost = rows.map(({ pid }) => pid);
    const reopened = async () => (await watcher.query(`select 1 ${mine} and pid <> all($1)`, [lost])).rowCount;
    await expect.poll(reopened).toBe(RESERVED);
    await expect.poll(() => pools.stats()[1]).toMatchObject({ pool: "reserved", open: RESERVED, idle: RESERVED });
    expect(await withConnection(pools.reserved, select)).toEqual([{ n: 1 }]);
  });
});
