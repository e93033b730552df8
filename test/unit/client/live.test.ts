import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createIntrospector, type Introspector, type IntrospectorOptions } from "../../../src/client/introspector.ts";
import type { Call } from "../../../src/service/call.ts";
import { startCore, type TestCore } from "../../suites/contract/core.ts";
import { createTokenService, type TestTokenService } from "../../suites/contract/token-service.ts";
import { startStallingProxy } from "./stalling-proxy.ts";

/** The real core with its real feed. */
let service: TestTokenService;
let core: TestCore;
let key: string;
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  service = await createTokenService();
  core = await startCore(service.deps);
  key = core.createKey("tokens:introspect");
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(async () => {
  await core.stop();
  await service.close();
});

const CALL: Call = {
  caller: { kind: "key", keyId: null, name: "a test's", permissions: new Set() },
  actor: null,
  address: null,
  requestId: "revoke",
};

const revoke = (token: string) =>
  service.tokens.revoke({ credentials: service.credentials, token, tokenTypeHint: "" }, CALL);

/** An introspector with cached `tokens`. */
async function openWarm(tokens: string[], options: Partial<IntrospectorOptions> = {}): Promise<Introspector> {
  const introspector = createIntrospector({ url: core.grpc, key, timeoutMs: 15_000, ...options });
  closing.push(() => introspector.close());
  await expect
    .poll(async () => {
      const { hits } = introspector.stats();
      await Promise.all(tokens.map((token) => introspector.introspect(token)));
      return introspector.stats().hits - hits;
    })
    .toBe(tokens.length);
  return introspector;
}

async function install(count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push((await service.install()).accessToken);
  return tokens;
}

/** A lookup: its time, and whether the token was active. */
interface Read {
  token: string;
  at: number;
  good: boolean;
}

/** Starts a lookup in each turn of the event loop without waiting for results, until the returned function is called. */
function keepReading(introspector: Introspector, tokens: string[]): () => Promise<Read[]> {
  const reads: Promise<Read>[] = [];
  let isOver = false;
  const done = (async () => {
    for (let n = 0; !isOver; n++) {
      const token = tokens[n % tokens.length]!;
      const at = performance.now();
      reads.push(
        introspector.introspect(token).then(
          (grant) => ({ token, at, good: grant !== null }),
          () => ({ token, at, good: false }),
        ),
      );
      await nextTurn();
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return Promise.all(reads);
  };
}

// A stream that a busy machine opens slowly is reopened after 10 s.
describe("V1 the client's cache refuses revoked tokens", () => {
  it("within its bound, under constant reads", async () => {
    const maxAgeMs = 1_000;
    const tokens = await install(10);
    const introspector = await openWarm(tokens, { cache: { maxAgeMs } });
    const stop = keepReading(introspector, tokens);
    const ended = new Map<string, number>();
    for (const token of tokens) {
      await revoke(token);
      ended.set(token, performance.now());
    }
    for (const token of tokens) await expect.poll(() => introspector.introspect(token)).toBeNull();
    const reads = await stop();
    expect(reads.filter(({ good }) => good).length).toBeGreaterThan(0);
    expect(reads.filter(({ token, at, good }) => good && at > ended.get(token)! + maxAgeMs)).toEqual([]);
  });

  it("although the connection stalls and delays earlier messages", async () => {
    const maxAgeMs = 400;
    const proxy = await startStallingProxy(core.grpc);
    closing.push(() => proxy.close());
    const tokens = await install(10);
    const introspector = await openWarm(tokens, { url: proxy.url, cache: { maxAgeMs }, timeoutMs: 2_000 });
    const { ageMs } = introspector.stats();
    proxy.stall();
    const stop = keepReading(introspector, tokens);
    // The connection holds heartbeats from before the revocation, then the revocation.
    await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(ageMs + 200);
    await Promise.all(tokens.map(revoke));
    const ended = performance.now();
    await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(maxAgeMs + 500);
    proxy.release();
    for (const token of tokens) await expect.poll(() => introspector.introspect(token).catch(() => "?")).toBeNull();
    const reads = await stop();
    expect(reads.filter(({ good }) => good).length).toBeGreaterThan(0);
    expect(reads.filter(({ at, good }) => good && at > ended + maxAgeMs)).toEqual([]);
  });
});

it("V1 a refresh token that is revoked takes the access token of its family with it", {
  timeout: 150_000,
}, async () => {
  const pair = await service.install();
  const introspector = await openWarm([pair.accessToken]);
  await revoke(pair.refreshToken!);
  await expect.poll(() => introspector.introspect(pair.accessToken)).toBeNull();
});
