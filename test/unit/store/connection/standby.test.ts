import pg from "pg";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../../src/app/app.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { readFeed } from "../../../../src/store/feed/feed-page.ts";
import { readTokens } from "../../../../src/store/tokens/introspection.ts";
import { createTokenStore } from "../../../../src/store/tokens/token-store.ts";
import { findPorts } from "../../../suites/start/ports.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { type Replication, startReplication } from "../../../support/replication.ts";
import { insertKey } from "../../../support/start-service.ts";
import { administer } from "../../../support/template.ts";
import { type CacheWorld, createCacheWorld } from "../../../support/world/replicas.ts";
import { createKeys } from "../../../support/world/tokens.ts";

const STANDBY = { name: "StorageError", message: "the database is a standby, and its answers may be outdated" };

let servers: Replication;
let world: CacheWorld;
let token: string;
let tokenId: string;
let key: string;
/** Runs statements on the standby without the check at connect, as behind a pooler. */
let client: pg.Client;
const query: Query = async ({ text }, values) => (await client.query(text, values as unknown[])).rows;
beforeAll(async () => {
  servers = await startReplication();
  world = await createCacheWorld({ url: servers.primary.url, drop: async () => {} });
  const { pair } = await world.install();
  token = pair.accessToken;
  client = new pg.Client({ connectionString: servers.standby.url });
  await client.connect();
  key = await insertKey(world.sql, ["tokens:introspect"]);
  const arrived = async () => expect((await client.query("select from service_key")).rowCount).toBe(1);
  await vi.waitFor(arrived, { timeout: 60_000 });
  tokenId = (await client.query("select id from access_token")).rows[0].id;
});
afterAll(async () => {
  await client?.end();
  await world?.close();
  await servers?.drop();
});

describe("a standby counts as an outage", () => {
  it.each<[name: string, read: () => Promise<unknown>]>([
    ["the feed", () => readFeed(query, 0, 10)],
    ["a token that it has", () => readTokens(query, "access", [tokenId])],
    ["a token that it lacks", () => readTokens(query, "access", ["018f0000-0000-7000-8000-000000000000"])],
    ["a refresh token that it lacks", () => readTokens(query, "refresh", ["018f0000-0000-7000-8000-000000000000"])],
  ])("for %s on an unchecked connection", async (_name, read) => {
    await expect(read()).rejects.toMatchObject(STANDBY);
  });

  it("for token statements", async () => {
    const pools = createConnectionPools({ url: servers.standby.url, size: 4, reserved: 2, ...LONG_TIMEOUT_POOL });
    const store = createTokenStore(pools, pino({ level: "silent" }));
    await expect(store.lookUp((query) => query({ name: "", text: "select 1" }, []))).rejects.toMatchObject(STANDBY);
    await expect(store.readTokens("access", [tokenId])).rejects.toMatchObject(STANDBY);
    await pools.end();
  });

  it("for management operations", async () => {
    const orm = await createOrm({ url: servers.standby.url, ...LONG_TIMEOUT_POOL });
    const management = createManagement(orm);
    await expect(management.read((em) => em.getConnection().execute("select 1"))).rejects.toMatchObject({
      name: "StorageError",
    });
    await expect(management.transactional(async () => {})).rejects.toMatchObject({ name: "StorageError" });
    await orm.close();
  });

  it("a core on it is alive but not ready, responds 503, and serves after its promotion", async () => {
    const { HTTP_PORT, GRPC_PORT, CONNECT_PORT } = await findPorts();
    const config = loadConfig({
      ...{ HTTP_PORT, GRPC_PORT, CONNECT_PORT, HOST: "127.0.0.1", PUBLIC_URL: `http://127.0.0.1:${HTTP_PORT}` },
      ...{ DATABASE_URL: servers.standby.url, TOKEN_KEY: createKeys().join() },
    });
    const app = await createApp(config, pino({ level: "silent" }));
    await app.start();
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${CONNECT_PORT}${path}`)).status;
    const introspect = async () => {
      const answer = await fetch(`${config.publicUrl}/oauth/introspect`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: new URLSearchParams({ token }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    try {
      expect([await statusOf("/healthz"), await statusOf("/readyz")]).toEqual([200, 503]);
      expect(await introspect()).toMatchObject({ status: 503, body: { error: "temporarily_unavailable" } });
      await administer(servers.standby.url, "select pg_promote()");
      await expect.poll(() => statusOf("/readyz")).toBe(200);
      await expect.poll(introspect).toMatchObject({ status: 200, body: { active: true } });
    } finally {
      await app.close();
    }
  });
});
