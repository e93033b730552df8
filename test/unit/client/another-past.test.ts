import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createIntrospector, type Introspector } from "../../../src/client/introspector.ts";
import type { TokenDependencies } from "../../../src/service/tokens/dependencies.ts";
import { createConnectionPools } from "../../../src/store/connection/pools.ts";
import { withConnection } from "../../../src/store/connection/transaction.ts";
import { readFeed, renewEpoch } from "../../../src/store/feed/feed-page.ts";
import { startFeedReader } from "../../../src/store/feed/feed-reader.ts";
import { createTokenStore } from "../../../src/store/tokens/token-store.ts";
import { startCore, type TestCore } from "../../suites/contract/core.ts";
import { LONG_TIMEOUT_POOL, LONG_TIMEOUT_STORE } from "../../support/long-timeouts.ts";
import { type Replication, startReplication } from "../../support/replication.ts";
import { administer, query } from "../../support/template.ts";
import { createTokenOperations, type TokenOperations } from "../../support/token-operations.ts";
import { createCacheWorld, type Installed } from "../../support/world/replicas.ts";
import { createCall, createKeys, format, toKeySet } from "../../support/world/tokens.ts";
import { ISSUER } from "../../support/world/world.ts";

let servers: Replication;
let installed: Installed[];
let core: TestCore | undefined;
let introspector: Introspector | undefined;
const opened: Operations[] = [];
beforeAll(async () => {
  servers = await startReplication();
  const world = await createCacheWorld({ url: servers.primary.url, drop: async () => {} });
  installed = await Promise.all(Array.from({ length: 14 }, () => world.install()));
  await world.close();
});
afterAll(async () => {
  await introspector?.close();
  await core?.stop();
  for (const { close } of opened.splice(0)) await close();
  await servers?.drop();
});

interface Operations {
  deps: TokenDependencies;
  tokens: TokenOperations;
  close(): Promise<void>;
}

/** Starts a core on this database. */
function openOperations(url: string): Operations {
  const log = pino({ level: "silent" });
  const pools = createConnectionPools({ url, size: 6, reserved: 2, ...LONG_TIMEOUT_POOL });
  const feed = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => withConnection(pools.reserved, (query) => renewEpoch(query, old)),
    everyMs: 50,
    log,
  });
  const deps: TokenDependencies = {
    store: createTokenStore(pools, log, LONG_TIMEOUT_STORE),
    keys: toKeySet(...createKeys()),
    format,
    lifetimes: { code: 60, access: 3600, refresh: 7_776_000 },
    windows: { confidential: 600, public: 60 },
    issuer: ISSUER,
    log,
    feed,
    heartbeatMs: 50,
  };
  const operations = {
    deps,
    tokens: createTokenOperations(deps),
    async close() {
      await feed.stop();
      await pools.end();
    },
  };
  opened.push(operations);
  return operations;
}

async function revoke({ tokens }: Operations, one: Installed): Promise<void> {
  const { credentials, pair } = one;
  await tokens.revoke({ credentials, token: pair.accessToken, tokenTypeHint: "" }, createCall());
}

async function headOf(url: string): Promise<number> {
  const [{ cursor }] = (await query(url, "select cursor::int from feed_head")) as [{ cursor: number }];
  return cursor;
}

it("O5 a client gets a reset after a failover to a primary with other events", async () => {
  const { primary, standby } = servers;
  const before = openOperations(primary.url);
  const start = await headOf(primary.url);
  for (const one of installed.slice(0, 3)) await revoke(before, one);
  await expect.poll(() => headOf(standby.url)).toBe(start + 3);
  core = await startCore(before.deps);
  const key = core.createKey("tokens:introspect");
  introspector = createIntrospector({ url: core.grpc, key, timeoutMs: 15_000 });
  const isKnown = async ({ pair }: Installed) => {
    const { hits } = introspector!.stats();
    return (await introspector!.introspect(pair.accessToken)) !== null && introspector!.stats().hits > hits;
  };
  const [lost, revoked] = [installed[5]!, installed[6]!];
  for (const one of [lost, revoked]) await expect.poll(() => isKnown(one)).toBe(true);

  // The standby receives nothing more: three events exist on the primary only, and the client has read the last one.
  await standby.stop();
  for (const one of installed.slice(3, 6)) await revoke(before, one);
  await expect.poll(() => introspector!.introspect(lost.pair.accessToken)).toBeNull();
  expect(await headOf(primary.url)).toBe(start + 6);

  await core.stop();
  await opened.shift()!.close();
  await primary.stop();
  await standby.start();
  await administer(standby.url, "select pg_promote()");
  expect(await headOf(standby.url)).toBe(start + 3);
  const after = openOperations(standby.url);
  for (const one of installed.slice(6, 13)) await revoke(after, one);
  expect(await headOf(standby.url)).toBe(start + 10);
  const { streams } = introspector.stats();
  core = await startCore(after.deps, { before: core });
  await expect.poll(() => introspector!.stats().streams).toBeGreaterThan(streams);
  // The client uses its cache only with a fresh feed, and the cache must not contain a revoked token.
  await expect.poll(() => introspector!.stats().ageMs).toBeLessThan(500);
  expect(await introspector.introspect(revoked.pair.accessToken)).toBeNull();
});
