import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { createTokenFormat } from "../../../../src/credential/token.ts";
import {
  type ActiveToken,
  createIntrospectionCache,
  type IntrospectionCacheOptions,
} from "../../../../src/service/tokens/introspection-cache.ts";
import type { Feed } from "../../../../src/store/feed/feed-reader.ts";

/** A fresh feed without events. */
const feed: Feed = {
  ageMs: () => 0,
  position: () => null,
  after: () => ({ kind: "nothing" }),
  read: async () => {},
  subscribe: () => {},
  onEvents: () => () => {},
};

const createCache = (options: Partial<IntrospectionCacheOptions> = {}) =>
  createIntrospectionCache({ feed, maxAgeMs: 1_000, maxEntries: 1_000, ...options });

function activeFor(seconds: number): ActiveToken {
  return {
    active: true,
    scopes: ["orders.read"],
    clientId: "app_0000000000000000000001",
    merchantId: "shop-1",
    installationId: randomUUID(),
    installationVersion: 1,
    accountId: randomUUID(),
    familyId: randomUUID(),
    tokenId: randomUUID(),
    tokenKind: "access",
    issuedAt: 1_795_187_029_207_301,
    expiresAt: 1_795_187_029_207_301 + seconds * 1_000_000,
    validFor: seconds * 1_000_000,
    issuer: "https://platform.example",
    test: false,
  };
}

describe("the introspection cache", () => {
  it("returns each token with its own values", () => {
    const cache = createCache();
    const tokens = [activeFor(60), { ...activeFor(60), scopes: ["orders.read", "products.read"] }];
    for (const [at, token] of tokens.entries()) cache.put(`token ${at}`, token, cache.startRead());
    expect(tokens.map((_, at) => cache.find(`token ${at}`, false))).toEqual(
      tokens.map((token) => expect.objectContaining({ ...token, validFor: expect.any(Number), encoded: null })),
    );
  });

  it("keeps one list for equal scopes", () => {
    const cache = createCache();
    for (const token of ["token 1", "token 2"]) cache.put(token, activeFor(60), cache.startRead());
    expect(cache.find("token 1", false)!.scopes).toBe(cache.find("token 2", false)!.scopes);
  });

  /** The bytes of the heap that a cache keeps of 10,001 tokens with these texts of 1,000 bytes. */
  function bytesKept(maxEntries: number, textOf: () => string): number {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    const cache = createCache({ maxEntries });
    for (let n = 0; n <= 10_000; n++) {
      const ids = { clientId: textOf(), merchantId: textOf(), installationId: textOf(), accountId: textOf() };
      cache.put(`token ${n}`, { ...activeFor(60), ...ids }, cache.startRead());
    }
    collect();
    const kept = process.memoryUsage().heapUsed - before;
    expect(cache.size).toBe(Math.min(maxEntries, 10_001));
    return kept;
  }

  it("keeps one copy of equal ids", () => {
    expect(bytesKept(20_000, () => Buffer.alloc(1_000, "x").toString("latin1"))).toBeLessThan(25_000_000);
  });

  it("does not keep ids of tokens that it has dropped", () => {
    expect(bytesKept(1, () => randomUUID().padEnd(1_000, "x"))).toBeLessThan(20_000_000);
  });

  it.each([
    { name: "a cached token expires by the monotonic clock", seconds: 10, lastHit: 9_999, firstMiss: 10_000 },
    { name: "an entry lasts five minutes at most", seconds: 3_600, lastHit: 299_999, firstMiss: 300_000 },
  ])("$name, counted from the start of the select", ({ seconds, lastHit, firstMiss }) => {
    const clock = { now: 1_000 };
    const cache = createCache({ now: () => clock.now });
    const start = cache.startRead();
    clock.now += 500;
    cache.put("token", activeFor(seconds), start);
    clock.now = 1_000 + lastHit;
    expect(cache.find("token", false)?.validFor).toBe(seconds * 1_000_000 - lastHit * 1_000);
    clock.now = 1_000 + firstMiss;
    expect(cache.find("token", false)).toBeNull();
    expect(cache.size).toBe(0);
  });

  it("a token with the id of a cached one and another secret is a miss", () => {
    const format = createTokenFormat();
    const id = randomUUID();
    const [genuine, forged] = [format.create("at", id).text, format.create("at", id).text];
    const cache = createCache();
    cache.put(genuine, activeFor(60), cache.startRead());
    expect(cache.find(forged, false)).toBeNull();
    expect(cache.find(genuine, false)).not.toBeNull();
  });

  it("a full cache evicts the least recently used token", () => {
    const cache = createCache({ maxEntries: 2 });
    for (const token of ["a", "b"]) cache.put(token, activeFor(60), cache.startRead());
    cache.find("a", false);
    cache.put("c", activeFor(60), cache.startRead());
    expect(["a", "b", "c"].map((token) => cache.find(token, false) !== null)).toEqual([true, false, true]);
    expect(cache.size).toBe(2);
  });

  it("a later introspection replaces the cached one", () => {
    const cache = createCache();
    const [first, second] = [activeFor(60), { ...activeFor(60), scopes: ["orders.write"] }];
    for (const introspection of [first, second]) cache.put("token", introspection, cache.startRead());
    expect(cache.find("token", false)?.scopes).toEqual(["orders.write"]);
    expect(cache.size).toBe(1);
  });
});
