import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { resumeMerchant } from "../../../../src/service/accounts/resume-merchant.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import { removeScopes } from "../../../../src/service/installations/remove-scopes.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { uninstallByApp } from "../../../../src/service/installations/uninstall-by-app.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { renewEpoch } from "../../../../src/store/feed/feed-page.ts";
import { approve, profile, scopeNamed } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { type CacheWorld, createCacheWorld, type Installed, readerOf } from "../../../support/world/replicas.ts";
import { createCall, format, introspector } from "../../../support/world/tokens.ts";

const reason = { reasonCode: "abuse", reasonText: "It sent spam." };
const noSettings = { refreshMode: null, accessTokenTtl: null, refreshTokenTtl: null };

let world: CacheWorld;
beforeAll(async () => {
  world = await createCacheWorld();
});
afterAll(() => world.close());

/** A replica that counts its selects and can hold them back. */
async function counting() {
  const state = { reads: 0, done: 0, hold: Promise.resolve() };
  const replica = world.replica({
    store: {
      async readTokens(kind, ids) {
        state.reads++;
        const rows = await world.deps.tokens.store.readTokens(kind, ids);
        state.done++;
        await state.hold;
        return rows;
      },
    },
  });
  await replica.feed.read();
  return Object.assign(replica, { state });
}

const fully = (token: string) => ({ token, tokenTypeHint: "", consistency: "fully_consistent" }) as const;
const revokeToken = ({ credentials }: Installed, token: string) =>
  world.tokens.revoke({ credentials, token, tokenTypeHint: "" }, createCall());

describe("what is cached", () => {
  it("a cached token is read once, and its valid_for decreases", async () => {
    const { pair, merchantId } = await world.install();
    const replica = await counting();
    const first = await replica.look(pair.accessToken);
    const second = await replica.look(pair.accessToken);
    expect(replica.state.reads).toBe(1);
    expect(second).toMatchObject({ active: true, merchantId, scopes: ["orders.read", "products.read"] });
    if (!first.active || !second.active) throw new Error("inactive");
    expect(second.validFor).toBeLessThanOrEqual(first.validFor);
    expect(second.validFor).toBeGreaterThan(first.validFor - 60_000_000);
    expect({ ...second }).toMatchObject({ tokenId: first.tokenId, familyId: first.familyId, issuer: first.issuer });
  });

  it("inactive tokens and refresh tokens are never cached", async () => {
    const { pair } = await world.install();
    const replica = await counting();
    const unknown = format.create("at", "01890a5d-ac96-774b-bcce-b302099a8057").text;
    const refresh = {
      token: pair.refreshToken,
      tokenTypeHint: "refresh_token",
      consistency: "minimize_latency",
    } as const;
    for (let twice = 0; twice < 2; twice++) {
      expect(await replica.isActive(unknown)).toBe(false);
      expect(await replica.tokens.introspect(refresh, createCall())).toMatchObject({ active: true });
    }
    expect(replica.state.reads).toBe(4);
    expect(replica.cache.size).toBe(0);
  });

  it("FULLY_CONSISTENT reads the database each time and leaves the cache as it is", async () => {
    const { pair } = await world.install();
    const replica = await counting();
    for (let twice = 0; twice < 2; twice++) {
      expect(await replica.tokens.introspect(fully(pair.accessToken), createCall())).toMatchObject({ active: true });
    }
    expect(replica.state.reads).toBe(2);
    expect(replica.cache.size).toBe(0);
    expect(await replica.isActive(pair.accessToken)).toBe(true);
    expect(replica.state.reads).toBe(3);
    expect(replica.cache.size).toBe(1);
  });

  it("a batch reads its uncached tokens with one select", async () => {
    const known = await world.install();
    const others = [await world.install(), await world.install()];
    const replica = await counting();
    await replica.look(known.pair.accessToken);
    const tokens = ["garbage", ...[others[0]!, known, others[1]!].map(({ pair }) => pair.accessToken)];
    const answers = await replica.tokens.batchIntrospect({ tokens, consistency: "minimize_latency" }, createCall());
    expect(answers.map((answer) => answer.active && answer.merchantId)).toEqual([
      false,
      others[0]!.merchantId,
      known.merchantId,
      others[1]!.merchantId,
    ]);
    expect(replica.state.reads).toBe(2);
  });

  it("each lookup of a token is counted once", async () => {
    const [known, other] = [await world.install(), await world.install()];
    const replica = await counting();
    await replica.look(known.pair.accessToken);
    expect(replica.cache.counts).toEqual({ hits: 0, misses: 1, bypassed: 0 });
    const tokens = [known, known, other].map(({ pair }) => pair.accessToken);
    await replica.tokens.batchIntrospect({ tokens, consistency: "minimize_latency" }, createCall());
    expect(replica.cache.counts).toEqual({ hits: 2, misses: 2, bypassed: 0 });
    await replica.tokens.batchIntrospect({ tokens, consistency: "minimize_latency" }, createCall());
    expect(replica.cache.counts).toEqual({ hits: 5, misses: 2, bypassed: 0 });
  });

  it("a cached token of a test merchant is a miss for callers without tokens:introspect_test", async () => {
    const [draft, other] = [await world.install({ draft: true }), await world.install()];
    const replica = await counting();
    const tokens = [draft, other].map(({ pair }) => pair.accessToken);
    const [privileged, plain] = [introspector({ test: true }), introspector({ test: false })];
    for (const token of tokens) await replica.look(token, privileged);
    expect(await replica.look(draft.pair.accessToken, plain)).toEqual({ active: false });
    const batch = replica.tokens.batchIntrospect({ tokens, consistency: "minimize_latency" }, plain);
    expect(await batch).toMatchObject([{ active: false }, { active: true }]);
    // As slow as for an unknown token: each lookup reads the database. The entry stays for other callers.
    const { reads } = replica.state;
    await replica.look(draft.pair.accessToken, plain);
    expect(replica.state.reads).toBe(reads + 1);
    expect(await replica.look(draft.pair.accessToken, privileged)).toMatchObject({ active: true, test: true });
    expect(replica.state.reads).toBe(reads + 1);
  });

  it("an uncached introspection is one round trip to the database", async () => {
    const { pair } = await world.install();
    const statements: string[] = [];
    const { acquire } = world.pools.reserved;
    world.pools.reserved.acquire = async () => {
      const client = await acquire();
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const counted = (...given: unknown[]) => {
        statements.push((given[0] as { name: string }).name);
        return query(...given);
      };
      return Object.assign(Object.create(client), { query: counted, release: client.release.bind(client) });
    };
    await world.look(pair.accessToken);
    world.pools.reserved.acquire = acquire;
    expect(statements).toEqual(["introspect-access"]);
  });
});

describe("the age of the feed", () => {
  it("the cache is bypassed while the feed is older than FEED_MAX_AGE", async () => {
    const installed = await world.install();
    const { pair } = installed;
    let broken = false;
    const read = readerOf(world.pools.reserved);
    const replica = world.replica({
      maxAgeMs: 40,
      everyMs: 5,
      readPage: (from, limit) => (broken ? Promise.reject(new Error("no database")) : read(from, limit)),
    });
    await expect.poll(() => replica.feed.ageMs()).toBeLessThan(40);
    await replica.look(pair.accessToken);
    broken = true;
    await replica.feed.read();
    await revokeToken(installed, pair.accessToken);
    await expect.poll(() => replica.feed.ageMs()).toBeGreaterThan(40);
    expect(await replica.isActive(pair.accessToken)).toBe(false);
    expect(replica.cache.counts.bypassed).toBeGreaterThan(0);
  });
});

describe("every event that changes an introspection invalidates the entry", () => {
  type Change = (installed: Installed) => Promise<unknown>;
  const installationOf = async ({ pair }: Installed) => pair.installationId;
  const party = async (installed: Installed) =>
    ({ installationId: await installationOf(installed), party: "OPERATOR" }) as const;
  const revokeBefore = (subject: Parameters<typeof world.tokens.revokeBefore>[0]["subject"]) =>
    world.tokens.revokeBefore({ subject, notBefore: null }, keyCall());
  const fewer = profile({ scopes: [{ name: "orders.read", reason: "To know what to ship.", required: true }] });

  const ends: [name: string, change: Change][] = [
    ["V1 revoke of the access token", (one) => revokeToken(one, one.pair.accessToken)],
    ["V1 revoke of the refresh token", (one) => revokeToken(one, one.pair.refreshToken)],
    [
      "T6 reuse of a refresh token",
      async ({ credentials, pair }) => {
        const refresh = (refreshToken: string) =>
          world.tokens.refresh({ credentials, refreshToken, scopes: [] }, createCall());
        const second = await refresh(pair.refreshToken);
        await refresh(second.refreshToken!);
        await refresh(pair.refreshToken).catch(() => {});
      },
    ],
    ["uninstall by the operator", async (one) => uninstall(world.deps, await party(one), keyCall())],
    [
      "uninstall by the app",
      ({ credentials, merchantId }) => uninstallByApp(world.deps, { credentials, merchantId }, createCall()),
    ],
    [
      "suspension of the installation",
      async (one) =>
        suspendInstallation(world.deps, { ...(await party(one)), reasonCode: "abuse", reasonText: "" }, keyCall()),
    ],
    ["suspension of the app", ({ clientId }) => suspendApp(world.deps, { clientId, ...reason }, keyCall())],
    ["archive of the app", ({ clientId }) => archiveApp(world.deps, { clientId }, keyCall())],
    [
      "suspension of the merchant",
      ({ merchantId }) =>
        suspendMerchant(world.deps, { merchantId, reasonCode: "unpaid", reasonText: null }, keyCall()),
    ],
    ["the merchant's end", ({ merchantId }) => closeMerchant(world.deps, { merchantId }, keyCall())],
    ["a mark on the app", ({ clientId }) => revokeBefore({ kind: "app", clientId })],
    ["a mark on the merchant", ({ merchantId }) => revokeBefore({ kind: "merchant", merchantId })],
    ["a mark on everything", () => revokeBefore({ kind: "everything" })],
  ];
  it.each(ends)("%s", async (_name, change) => {
    const installed = await world.install();
    const { accessToken } = installed.pair;
    const replica = await counting();
    for (const process of [world, replica]) expect(await process.isActive(accessToken)).toBe(true);
    await change(installed);
    // Where it was answered it holds at once; elsewhere as soon as the feed is read.
    expect(await world.isActive(accessToken)).toBe(false);
    await replica.feed.read();
    expect(await replica.isActive(accessToken)).toBe(false);
    expect(replica.state.reads).toBe(2);
  });

  it("K1 the replay of a code", async () => {
    const installed = await world.install();
    const code = await installed.issue();
    const { accessToken } = await installed.exchange(code);
    const replica = await counting();
    for (const process of [world, replica]) expect(await process.isActive(accessToken)).toBe(true);
    await installed.exchange(code).catch(() => {});
    expect(await world.isActive(accessToken)).toBe(false);
    await replica.feed.read();
    expect(await replica.isActive(accessToken)).toBe(false);
  });

  const narrowings: [name: string, change: Change][] = [
    ["a new consent to fewer scopes", async ({ issue, exchange }) => exchange(await issue(["orders.read"]))],
    [
      "a scope that the merchant takes back",
      async ({ pair: { installationId } }) =>
        removeScopes(world.deps, { installationId, scopes: ["products.read"] }, keyCall()),
    ],
    [
      "an approved revision with fewer scopes",
      async ({ clientId }) => {
        await updateApp(world.deps, { clientId, profile: fewer, settings: noSettings }, keyCall());
        await approve(world, clientId, keyCall());
      },
    ],
    [
      "a scope that becomes restricted, of an app that was never reviewed",
      () => upsertScope(world.deps, { ...scopeNamed("products.read"), sensitivity: "RESTRICTED" }, keyCall()),
    ],
  ];
  it.each(narrowings)("%s", async (name, change) => {
    const installed = await world.install({ draft: name.startsWith("a scope") });
    const replica = await counting();
    expect(await replica.look(installed.pair.accessToken)).toMatchObject({ scopes: ["orders.read", "products.read"] });
    await change(installed);
    await replica.feed.read();
    expect(await replica.look(installed.pair.accessToken)).toMatchObject({ active: true, scopes: ["orders.read"] });
    await upsertScope(world.deps, scopeNamed("products.read"), keyCall());
  });

  const pauses: [name: string, pause: Change, resume: Change][] = [
    [
      "app",
      ({ clientId }) => suspendApp(world.deps, { clientId, ...reason }, keyCall()),
      ({ clientId }) => resumeApp(world.deps, { clientId }, keyCall()),
    ],
    [
      "merchant",
      ({ merchantId }) =>
        suspendMerchant(world.deps, { merchantId, reasonCode: "unpaid", reasonText: null }, keyCall()),
      ({ merchantId }) => resumeMerchant(world.deps, { merchantId }, keyCall()),
    ],
    [
      "installation",
      async (one) =>
        suspendInstallation(world.deps, { ...(await party(one)), reasonCode: "abuse", reasonText: "" }, keyCall()),
      async (one) => resumeInstallation(world.deps, await party(one), keyCall()),
    ],
  ];
  it.each(pauses)("tokens of a resumed %s are active again at once", async (_name, pause, resume) => {
    const installed = await world.install();
    const replica = await counting();
    await pause(installed);
    await replica.feed.read();
    expect(await replica.isActive(installed.pair.accessToken)).toBe(false);
    await resume(installed);
    expect(await replica.isActive(installed.pair.accessToken)).toBe(true);
  });

  it("an event about one app, merchant or family does not affect the tokens of others", async () => {
    const kept = await world.install();
    const replica = await counting();
    await replica.look(kept.pair.accessToken);
    const other = await world.install();
    await revokeToken(other, other.pair.refreshToken);
    await suspendApp(world.deps, { clientId: other.clientId, ...reason }, keyCall());
    await replica.feed.read();
    expect(await replica.isActive(kept.pair.accessToken)).toBe(true);
    expect(replica.state.reads).toBe(1);
  });

  it("a new epoch invalidates every entry", async () => {
    const { pair } = await world.install();
    const replica = await counting();
    await replica.look(pair.accessToken);
    await withConnection(world.pools.ordinary, (query) => renewEpoch(query, null));
    await replica.feed.read();
    await replica.look(pair.accessToken);
    expect(replica.state.reads).toBe(2);
  });
});

describe("selects that were sent before a revocation", () => {
  it("their result is returned and not cached", async () => {
    const installed = await world.install();
    const { accessToken } = installed.pair;
    const replica = await counting();
    const { promise, resolve } = Promise.withResolvers<void>();
    replica.state.hold = promise;
    const early = replica.look(accessToken);
    // The row has been read; its answer is still on the way.
    await expect.poll(() => replica.state.done).toBe(1);
    await revokeToken(installed, accessToken);
    await replica.feed.read();
    resolve();
    expect((await early).active).toBe(true);
    expect(await replica.isActive(accessToken)).toBe(false);
  });

  it("I5 FULLY_CONSISTENT never joins a select that was sent before it", async () => {
    const installed = await world.install();
    const { accessToken } = installed.pair;
    const replica = await counting();
    const { promise, resolve } = Promise.withResolvers<void>();
    replica.state.hold = promise;
    const early = replica.tokens.introspect(fully(accessToken), createCall());
    await expect.poll(() => replica.state.done).toBe(1);
    await revokeToken(installed, accessToken);
    const late = replica.tokens.introspect(fully(accessToken), createCall());
    resolve();
    expect((await early).active).toBe(true);
    expect((await late).active).toBe(false);
    expect(replica.state.reads).toBe(2);
  });
});
