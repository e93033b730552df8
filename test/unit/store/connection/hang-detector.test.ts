import { setTimeout as sleep } from "node:timers/promises";
import type { MikroORM } from "@mikro-orm/postgresql";
import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHangDetector, type HangDetector } from "../../../../src/store/connection/hang-detector.ts";
import { createManagement, type Management } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { type ConnectionPools, createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { decideTogether, withConnection } from "../../../../src/store/connection/transaction.ts";
import { type PostgresServer, startPostgres } from "../../../suites/faults/postgres.ts";
import { startProxy } from "../../../suites/faults/proxy.ts";

/** Far above the detector's timeout, so that only the detector ends a request in time. */
const STATEMENT_TIMEOUT_MS = 60_000;
const TIMEOUT_MS = 2_000;

const SELECT = { name: "", text: "select 1 as n" };
const select = (query: Query) => query(SELECT, []);

describe("a database that stops responding", () => {
  let server: PostgresServer;
  let hangs: HangDetector;
  let pools: ConnectionPools;
  let orm: MikroORM;
  let management: Management;
  const messages: string[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    const log = pino({ level: "info" }, { write: (line) => void messages.push(JSON.parse(line).msg) });
    const timeouts = { acquireTimeoutMs: TIMEOUT_MS, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    hangs = createHangDetector({ url: server.url, timeoutMs: TIMEOUT_MS, log });
    pools = createConnectionPools({ url: server.url, size: 5, reserved: 2, ...timeouts, hangs });
    orm = await createOrm({ url: server.url, ...timeouts, hangs });
    management = createManagement(orm);
  });
  afterAll(async () => {
    server?.resume();
    await orm?.close();
    await pools?.end();
    await hangs?.stop();
    await server?.drop();
  });

  /** One request of each kind. */
  const requests = () => [
    withConnection(pools.ordinary, select),
    withConnection(pools.reserved, select),
    decideTogether(pools.ordinary, [1], async (query) => ({ decisions: await select(query), writes: [] })).then(
      ([settled]) => {
        if (settled?.kind === "failure") throw settled.failure;
      },
    ),
    management.read((_em, query) => select(query)),
    management.transactional(({ query }) => select(query)),
  ];
  const outcomes = async () => (await Promise.allSettled(requests())).map(({ status }) => status);

  it("fails every request soon, later ones at once, and serves again without a restart", async () => {
    await expect.poll(outcomes).toEqual(Array(5).fill("fulfilled"));
    server.suspend();
    const settled = await Promise.allSettled(requests());
    expect(settled).toEqual(
      Array(5).fill({ status: "rejected", reason: expect.objectContaining({ name: "StorageError" }) }),
    );
    const began = performance.now();
    const later = await Promise.allSettled(requests());
    expect(later.map((one) => one.status === "rejected" && one.reason.message)).toEqual(
      Array(5).fill("the database does not respond"),
    );
    // Each of these requests would wait for the statement timeout.
    expect(performance.now() - began).toBeLessThan(STATEMENT_TIMEOUT_MS);
    expect(messages).toEqual(["the database does not respond; requests fail until it does"]);
    server.resume();
    await expect.poll(outcomes).toEqual(Array(5).fill("fulfilled"));
    expect(messages.at(-1)).toBe("the database responds again");
  });

  it("is not confused with a lock that is held for longer", async () => {
    await server.query("create table locked (n int)");
    const holder = pools.ordinary.acquire();
    await (await holder).query("begin; lock table locked");
    const waiting = withConnection(pools.ordinary, (query) => query({ name: "", text: "select n from locked" }, []));
    await sleep(2 * TIMEOUT_MS);
    expect(await withConnection(pools.reserved, select)).toEqual([{ n: 1 }]);
    await (await holder).query("commit");
    (await holder).release();
    expect(await waiting).toEqual([]);
  });

  it("replaces a probe connection that the network has lost", async () => {
    const proxy = await startProxy(Number(new URL(server.url).port));
    const url = new URL(server.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const detector = createHangDetector({ url: url.href, timeoutMs: 500, log });
    const client = new pg.Client({ connectionString: url.href });
    client.on("error", () => {});
    try {
      await client.connect();
      const pooled = Object.assign(client, { release: () => {} }) as unknown as pg.PoolClient;
      detector.track(pooled);
      proxy.inject({ losesStatements: true });
      const held = await detector.guard(async () => pooled);
      await expect(held.query("select 1")).rejects.toThrow("terminated");
      // The detector has connected again, and lost that connection too.
      await sleep(1_500);
      proxy.heal();
      await expect.poll(() => lines.at(-1)).toBe("the database responds again");
    } finally {
      await detector.stop();
      await proxy.stop();
    }
  });

  it("ends when the database answers that it has no connection left for the probe", async () => {
    await server.query("create role narrow login password 'narrow'");
    const proxy = await startProxy(Number(new URL(server.url).port));
    const url = Object.assign(new URL(server.url), { port: `${proxy.port}`, username: "narrow", password: "narrow" });
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const detector = createHangDetector({ url: url.href, timeoutMs: 500, log });
    try {
      proxy.inject({ blackHole: true });
      await expect(detector.guard(() => new Promise(() => {}))).rejects.toThrow("does not respond");
      // SQLSTATE 53300, as with max_connections.
      await server.query("alter role narrow connection limit 0");
      proxy.heal();
      await expect.poll(() => lines.at(-1)).toBe("the database responds again");
    } finally {
      await detector.stop();
      await proxy.stop();
    }
  });
});
