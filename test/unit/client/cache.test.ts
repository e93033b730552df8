import { createHash } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RevocationKind } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { digestOf } from "../../../src/client/grant-cache.ts";
import { createIntrospector, type Introspector, type IntrospectorOptions } from "../../../src/client/introspector.ts";
import { type FakeCore, goodToken, KEY, startFakeCore } from "./fake-core.ts";

let core: FakeCore;
let opened: Introspector[] = [];
beforeEach(async () => {
  core = await startFakeCore();
  core.grants.set("good", goodToken());
});
afterEach(async () => {
  for (const introspector of opened) introspector.close();
  opened = [];
  await core.stop();
});

const { RESUMED, REVOKED, SCOPES_REDUCED, SUSPENDED } = RevocationKind;
const INSTALLATION = { case: "installationId", value: "i-1" } as const;

/** Tests send few heartbeats, so the maximum age is long unless the test is about it. */
const LONG_TIMEOUT = { maxAgeMs: 60_000 };

function open(options: Partial<IntrospectorOptions> = {}): Introspector {
  const introspector = createIntrospector({
    url: core.url,
    key: KEY,
    timeoutMs: 15_000,
    cache: LONG_TIMEOUT,
    ...options,
  });
  opened.push(introspector);
  return introspector;
}

/** An introspector with a live feed, and its stream. */
async function openFresh(options: Partial<IntrospectorOptions> = {}) {
  const introspector = open(options);
  await introspector.introspect("bad");
  const stream = await core.open();
  await expect.poll(() => introspector.stats().ageMs).toBeLessThan(60_000);
  core.asked.length = 0;
  return { introspector, stream };
}

/** Sends an event and waits until the introspector has received it. */
async function sendEvent(
  { introspector, stream }: Awaited<ReturnType<typeof openFresh>>,
  ...events: Parameters<typeof stream.event>
) {
  const before = introspector.stats().events;
  stream.event(...events);
  await expect.poll(() => introspector.stats().events).toBe(before + 1);
}

describe("what is cached", () => {
  it("an active token is introspected once, and hits return the same grant", async () => {
    const { introspector } = await openFresh();
    const first = await introspector.introspect("good");
    expect(await introspector.introspect("good")).toBe(first);
    expect(core.asked).toEqual([{ tokens: ["good"], full: true }]);
    expect(introspector.stats()).toMatchObject({ hits: 1, entries: 1 });
  });

  it("I2 an inactive token is never cached", async () => {
    const { introspector } = await openFresh();
    expect(await introspector.introspect("late")).toBeNull();
    core.grants.set("late", goodToken());
    expect(await introspector.introspect("late")).not.toBeNull();
    expect(introspector.stats().hits).toBe(0);
  });

  it("with cache: false nothing is cached, no feed is opened, and the core may use its own cache", async () => {
    const introspector = open({ cache: false });
    await introspector.introspect("good");
    await introspector.introspect("good");
    expect(core.asked).toEqual(Array(2).fill({ tokens: ["good"], full: false }));
    expect(core.streams).toEqual([]);
  });

  it("a token is cached for valid_for at most, measured from before the call", async () => {
    const { introspector } = await openFresh();
    core.grants.set("short", goodToken({ validFor: { seconds: 0n, nanos: 200_000_000 } }));
    expect(await introspector.introspect("short")).not.toBeNull();
    core.grants.delete("short");
    await expect.poll(() => introspector.introspect("short")).toBeNull();
  });

  it("valid_for includes the time for which the machine was suspended", async () => {
    const { introspector, stream } = await openFresh();
    core.grants.set("short", goodToken({ validFor: { seconds: 120n, nanos: 0 } }));
    expect(await introspector.introspect("short")).not.toBeNull();
    core.grants.delete("short");
    const wall = Date.now.bind(Date);
    const suspended = vi.spyOn(Date, "now").mockImplementation(() => wall() + 180_000);
    try {
      // The stream continues after the suspension.
      stream.heartbeat({ elapsedMs: 181_000 });
      await expect.poll(() => introspector.stats().ageMs).toBeLessThan(60_000);
      expect(await introspector.introspect("short")).toBeNull();
    } finally {
      suspended.mockRestore();
    }
  });

  it("a token is cached for lifetimeMs at most", async () => {
    const { introspector } = await openFresh({ cache: { ...LONG_TIMEOUT, lifetimeMs: 50 } });
    await introspector.introspect("good");
    core.grants.set("good", goodToken({ scopes: ["orders:read", "orders:write"] }));
    await expect.poll(async () => (await introspector.introspect("good"))?.scopes.size).toBe(2);
  });

  it("maxEntries bounds the cache, and frequently used tokens stay", async () => {
    const { introspector } = await openFresh({ cache: { ...LONG_TIMEOUT, maxEntries: 10 } });
    for (let n = 0; n < 100; n++) {
      core.grants.set(`token ${n}`, goodToken({ tokenId: `t-${n}` }));
      await introspector.introspect(`token ${n}`);
      await introspector.introspect("good");
      expect(introspector.stats().entries).toBeLessThanOrEqual(10);
    }
    expect(core.asked.filter(({ tokens }) => tokens[0] === "good")).toHaveLength(1);
  });

  it("the key is the SHA-256 of the whole token, so the cache holds no usable token", () => {
    const token = `lk_at_${"x".repeat(71)}`;
    expect(Buffer.from(digestOf(token), "latin1").equals(createHash("sha256").update(token).digest())).toBe(true);
  });
});

describe("an event invalidates the cached grants of its subject", () => {
  const subjects: [name: string, event: Parameters<Awaited<ReturnType<FakeCore["open"]>>["event"]>[0]][] = [
    ["the token", { subject: { case: "tokenId", value: "t-1" }, kind: REVOKED }],
    ["its family", { subject: { case: "familyId", value: "f-1" }, kind: REVOKED }],
    ["its installation", { subject: INSTALLATION, kind: REVOKED, installationVersion: 1 }],
    ["its installation, whichever version", { subject: INSTALLATION, kind: REVOKED }],
    ["a later install", { subject: INSTALLATION, kind: REVOKED, installationVersion: 2 }],
    ["its app", { subject: { case: "clientId", value: "app_1" }, kind: SUSPENDED }],
    ["its merchant", { subject: { case: "merchantId", value: "shop-1" }, kind: REVOKED }],
    ["everything", { subject: { case: "everything", value: true }, kind: REVOKED }],
    ["fewer scopes", { subject: INSTALLATION, kind: SCOPES_REDUCED, installationVersion: 1 }],
    ["a subject that this client does not know", { kind: REVOKED }],
  ];
  it.each(subjects)("V1 %s", async (_name, event) => {
    const fed = await openFresh();
    await fed.introspector.introspect("good");
    core.grants.delete("good");
    await sendEvent(fed, event);
    expect(await fed.introspector.introspect("good")).toBeNull();
  });

  const others: typeof subjects = [
    ["another token", { subject: { case: "tokenId", value: "t-2" }, kind: REVOKED }],
    ["another app", { subject: { case: "clientId", value: "app_2" }, kind: REVOKED }],
    ["an earlier install of the same app", { subject: INSTALLATION, kind: REVOKED, installationVersion: 1 }],
    ["a resume", { subject: { case: "merchantId", value: "shop-1" }, kind: RESUMED }],
  ];
  it.each(others)("but not the grants of %s", async (_name, event) => {
    core.grants.set("good", goodToken({ installationVersion: 2 }));
    const fed = await openFresh();
    await fed.introspector.introspect("good");
    await sendEvent(fed, event);
    await fed.introspector.introspect("good");
    expect(core.asked).toHaveLength(1);
  });

  it("a later event of install 1 does not hide one of install 2", async () => {
    core.grants.set("good", goodToken({ installationVersion: 2 }));
    const fed = await openFresh();
    await fed.introspector.introspect("good");
    await sendEvent(fed, { subject: INSTALLATION, kind: REVOKED, installationVersion: 2 });
    await sendEvent(fed, { subject: INSTALLATION, kind: REVOKED, installationVersion: 1 });
    core.grants.delete("good");
    expect(await fed.introspector.introspect("good")).toBeNull();
  });

  it("a token introspected after the event is cached again", async () => {
    const fed = await openFresh();
    await fed.introspector.introspect("good");
    await sendEvent(fed, { subject: { case: "clientId", value: "app_1" }, kind: SCOPES_REDUCED });
    await fed.introspector.introspect("good");
    await fed.introspector.introspect("good");
    expect([core.asked.length, fed.introspector.stats().hits]).toEqual([2, 1]);
  });

  it("a response requested before the event is returned and not cached", async () => {
    const fed = await openFresh();
    let release = () => {};
    core.hold = new Promise((resolve) => {
      release = resolve;
    });
    const asking = fed.introspector.introspect("good");
    await expect.poll(() => core.asked.length).toBe(1);
    await sendEvent(fed, { subject: { case: "familyId", value: "f-1" }, kind: REVOKED });
    release();
    expect(await asking).not.toBeNull();
    core.grants.delete("good");
    expect(await fed.introspector.introspect("good")).toBeNull();
    expect(fed.introspector.stats()).toMatchObject({ notCached: 1, hits: 0 });
  });

  it("a reset invalidates everything, including responses in flight", async () => {
    const { introspector, stream } = await openFresh();
    await introspector.introspect("good");
    core.grants.set("other", goodToken({ tokenId: "t-2" }));
    let release = () => {};
    core.hold = new Promise((resolve) => {
      release = resolve;
    });
    const asking = introspector.introspect("other");
    await expect.poll(() => core.asked.length).toBe(2);
    const { resets } = introspector.stats();
    stream.reset("c-9");
    await expect.poll(() => introspector.stats().resets).toBe(resets + 1);
    release();
    await asking;
    expect(introspector.stats()).toMatchObject({ entries: 0, notCached: 1 });
  });

  it("I5 a fully consistent introspection removes an inactive token and caches an active one", async () => {
    const { introspector } = await openFresh();
    await introspector.introspect("good", { consistency: "full" });
    expect(await introspector.introspect("good")).not.toBeNull();
    expect(core.asked).toHaveLength(1);
    core.grants.delete("good");
    expect(await introspector.introspect("good", { consistency: "full" })).toBeNull();
    expect(await introspector.introspect("good")).toBeNull();
  });
});

describe("the cache is used only while the feed is fresh", () => {
  it("it is bypassed before the first heartbeat", async () => {
    const introspector = open();
    await introspector.introspect("good");
    await introspector.introspect("good");
    expect(core.asked).toEqual(Array(2).fill({ tokens: ["good"], full: false }));
    expect(introspector.stats()).toMatchObject({ bypassed: 2, entries: 0, ageMs: Infinity });
  });

  it("it is bypassed when the core's own feed is older than the bound", async () => {
    const { introspector, stream } = await openFresh({ cache: { maxAgeMs: 1_000 } });
    await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(1_000);
    stream.heartbeat({ ageMs: 5_000 });
    await introspector.introspect("good");
    expect(core.asked.at(-1)).toEqual({ tokens: ["good"], full: false });
  });

  it("I5 a delayed heartbeat counts from when it was sent", async () => {
    const { introspector, stream } = await openFresh({ cache: { maxAgeMs: 500 } });
    await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(1_000);
    const { ageMs } = introspector.stats();
    // The heartbeat was sent when the stream began and arrives only now.
    stream.heartbeat({ elapsedMs: 0 });
    stream.event({ subject: { case: "tokenId", value: "x" }, kind: REVOKED });
    await expect.poll(() => introspector.stats().events).toBe(1);
    expect(introspector.stats().ageMs).toBeGreaterThanOrEqual(ageMs);
  });

  it("a stream that ends resumes from its last cursor, and the cache is used again", async () => {
    const { introspector, stream } = await openFresh();
    await introspector.introspect("good");
    stream.event({ cursor: "c-7", subject: { case: "tokenId", value: "x" }, kind: REVOKED });
    stream.end(new ConnectError("cut", Code.ResourceExhausted));
    await core.open(2);
    expect(core.streams[1]!.cursor).toBe("c-7");
    core.streams[1]!.heartbeat({ cursor: "c-8" });
    core.streams[1]!.end();
    await core.open(3);
    expect(core.streams[2]!.cursor).toBe("c-8");
    await introspector.introspect("good");
    expect(core.asked).toHaveLength(1);
    expect(introspector.stats()).toMatchObject({ hits: 1, streams: 3, resets: 1 });
  });

  it("onFeedError reports the cause, and a key without the permission does not stop the retries", async () => {
    const faults: string[] = [];
    const { stream } = await openFresh({ onFeedError: ({ message }) => void faults.push(message) });
    stream.end(new ConnectError("no right", Code.PermissionDenied));
    (await core.open(2)).end();
    await core.open(3);
    expect(faults).toEqual(["the revocation feed failed: PERMISSION_DENIED"]);
  });
});
