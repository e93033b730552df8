import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { createManagement, type Management } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { decideTogether, withConnection } from "../../../../src/store/connection/transaction.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { type Replication, STANDBY_NAME, startReplication } from "../../../support/replication.ts";
import { administer } from "../../../support/template.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { type CacheWorld, createCacheWorld, type Installed } from "../../../support/world/replicas.ts";
import { createCall } from "../../../support/world/tokens.ts";

const UNKNOWN = { name: "StorageError", outcome: "unknown" };

let servers: Replication;
let sql: pg.Pool;
let pools: ConnectionPools;
let orm: Awaited<ReturnType<typeof createOrm>>;
let management: Management;
beforeAll(async () => {
  servers = await startReplication();
  const { url } = servers.primary;
  sql = new pg.Pool({ connectionString: url, max: 2 });
  sql.on("error", () => {});
  await sql.query("create table note (n uuid primary key)");
  pools = createConnectionPools({ url, size: 4, reserved: 2, ...LONG_TIMEOUT_POOL });
  orm = await createOrm({ url, ...LONG_TIMEOUT_POOL });
  management = createManagement(orm);
});
afterAll(async () => {
  await pools?.end();
  await orm?.close();
  await sql?.end();
  await servers?.drop();
});

/** Without the standby, every commit waits for it. */
beforeEach(async () => {
  await servers.standby.stop();
  await setSynchronousStandby(STANDBY_NAME);
  await untilCommitsWait();
});
afterEach(async () => {
  await setSynchronousStandby("");
  await servers.standby.stop();
});

async function setSynchronousStandby(name: string): Promise<void> {
  const { url } = servers.primary;
  await administer(url, `alter system set synchronous_standby_names = '${name}'`);
  await administer(url, "select pg_reload_conf()");
  await expect
    .poll(async () => (await sql.query("show synchronous_standby_names")).rows[0])
    .toEqual({
      synchronous_standby_names: name,
    });
}

/** The server's checkpointer applies the setting some time after the backends show it. */
async function untilCommitsWait(): Promise<void> {
  const client = new pg.Client({ connectionString: servers.primary.url });
  await client.connect();
  let hasWaited = false;
  client.on("notice", () => {
    hasWaited = true;
  });
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const cancel = () => void sql.query("select pg_cancel_backend($1)", [rows[0]!.pid]).catch(() => {});
  const timer = setInterval(cancel, 50);
  // A cancellation outside of the wait fails the statement.
  while (!hasWaited) await client.query("select pg_logical_emit_message(true, 'probe', '')").catch(() => {});
  clearInterval(timer);
  await client.end();
}

/**
 * Cancels each wait for the standby, as an operator or a timeout does, until the operation has settled. Deferred writes of an earlier
 * operation, such as the last use of a secret, wait as well and may hold its row locks.
 */
async function cancelWaits<T>(operation: Promise<T>): Promise<T> {
  const isOver = operation.then(
    () => true,
    () => true,
  );
  const waiting = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'";
  do await sql.query(waiting);
  while (!(await Promise.race([isOver, delay(20, false)])));
  return operation;
}

const insert = (query: Query, n: string) => query({ name: "", text: "insert into note values ($1)" }, [n]);
const isThere = async (n: string) => (await sql.query("select from note where n = $1", [n])).rowCount === 1;

describe("a commit whose wait for the synchronous standby is cancelled has an unknown outcome", () => {
  it("in a transaction of the token path, for each request, and is not retried", async () => {
    const n = randomUUID();
    let runs = 0;
    const settling = decideTogether(pools.ordinary, [1, 2], async (query, members) => {
      runs++;
      await insert(query, n);
      return { decisions: [...members], writes: [] };
    });
    expect(await cancelWaits(settling)).toMatchObject([
      { kind: "failure", failure: UNKNOWN },
      { kind: "failure", failure: UNKNOWN },
    ]);
    // It is durable on the primary only; a failover may lose it.
    expect([runs, await isThere(n)]).toEqual([1, true]);
  });

  it("in a single statement", async () => {
    const n = randomUUID();
    const settling = withConnection(pools.ordinary, (query) => insert(query, n)).catch((error: unknown) => error);
    expect(await cancelWaits(settling)).toMatchObject(UNKNOWN);
    expect(await isThere(n)).toBe(true);
  });

  it("in a management transaction, whose connection is closed", async () => {
    const n = randomUUID();
    let pid = 0;
    const settling = management
      .transactional(async ({ query }) => {
        [{ pid }] = (await query({ name: "", text: "select pg_backend_pid() as pid" }, [])) as [{ pid: number }];
        await insert(query, n);
      })
      .catch((error: unknown) => error);
    expect(await cancelWaits(settling)).toMatchObject(UNKNOWN);
    expect(await isThere(n)).toBe(true);
    const backends = async () => (await sql.query("select from pg_stat_activity where pid = $1", [pid])).rowCount;
    await expect.poll(backends).toBe(0);
  });

  it("in a single management statement", async () => {
    const n = randomUUID();
    const settling = management.read((_em, query) => insert(query, n)).catch((error: unknown) => error);
    expect(await cancelWaits(settling)).toMatchObject(UNKNOWN);
    expect(await isThere(n)).toBe(true);
  });
});

describe("until the standby has the commit, no retry succeeds", () => {
  let world: CacheWorld;
  let installed: Installed;
  beforeAll(async () => {
    world = await createCacheWorld({ url: servers.primary.url, drop: async () => {} });
    installed = await world.install();
  });
  afterAll(() => world?.close());

  const refresh = () => {
    const { credentials, pair } = installed;
    return world.tokens.refresh({ credentials, refreshToken: pair.refreshToken, scopes: [] }, createCall());
  };
  const revoke = () => {
    const { credentials, pair } = installed;
    return world.tokens.revoke({ credentials, token: pair.accessToken, tokenTypeHint: "" }, createCall());
  };
  const uninstallByOperator = () => {
    const { installationId } = installed.pair;
    return uninstall(world.deps, { installationId, party: "OPERATOR" }, keyCall());
  };

  it.each<[name: string, operation: () => Promise<unknown>]>([
    ["a refresh, whose retry is a replay", refresh],
    ["a revocation, whose retry finds nothing to revoke", revoke],
    ["an uninstall, whose retry finds nothing installed", uninstallByOperator],
  ])("%s", async (_name, operation) => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const settling = operation().catch((error: unknown) => error);
      expect(await cancelWaits(settling)).toMatchObject(UNKNOWN);
    }
    const last = operation();
    await servers.standby.start();
    await last;
  });
});
