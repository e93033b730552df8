import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIntrospector, type Introspector, type IntrospectorOptions } from "../../../src/client/introspector.ts";
import { findPort } from "../../suites/start/ports.ts";
import { type FakeCore, goodToken, KEY, startFakeCore } from "./fake-core.ts";

let core: FakeCore;
let introspector: Introspector;
beforeEach(async () => {
  // A port that stays free while the core is down.
  core = await startFakeCore(await findPort());
  core.grants.set("good", goodToken());
});
afterEach(async () => {
  introspector.close();
  await core.stop();
});

/** An introspector with the cached grant of `good`, whose feed is older than its bound. */
async function openStale(options: Partial<IntrospectorOptions>) {
  introspector = createIntrospector({
    url: core.url,
    key: KEY,
    timeoutMs: 15_000,
    cache: { maxAgeMs: 300 },
    ...options,
  });
  await introspector.introspect("bad");
  const stream = await core.open();
  await expect
    .poll(async () => {
      stream.heartbeat();
      await introspector.introspect("good");
      return introspector.stats().entries;
    })
    .toBe(1);
  await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(300);
  return stream;
}

const failing = (code: Code) => {
  core.fail = () => new ConnectError("no", code);
};

describe("I4 a core that cannot be reached, once the feed is older than its bound", () => {
  it("a look-up fails by default, although the grant is cached", async () => {
    await openStale({});
    failing(Code.Unavailable);
    await expect(introspector.introspect("good")).rejects.toThrow("UNAVAILABLE");
    expect(introspector.stats()).toMatchObject({ entries: 1, servedStale: 0 });
  });

  it.each([
    [Code.Unavailable, "UNAVAILABLE"],
    [Code.ResourceExhausted, "RESOURCE_EXHAUSTED"],
  ])("with serveStale what is kept is given (%s), with how old the knowledge is", async (code, name) => {
    await openStale({ onUnreachable: "serveStale" });
    failing(code);
    const grant = await introspector.introspect("good");
    expect(grant).toMatchObject({ merchantId: "shop-1", staleMs: expect.any(Number) });
    expect(grant!.staleMs).toBeGreaterThan(300);
    await expect(introspector.introspect("unknown")).rejects.toThrow(name);
    expect(introspector.stats().servedStale).toBe(1);
  });

  it("and not for longer than maxStaleMs", async () => {
    await openStale({ onUnreachable: "serveStale", maxStaleMs: 1_000 });
    failing(Code.Unavailable);
    await expect.poll(() => introspector.stats().ageMs).toBeGreaterThan(1_000);
    await expect(introspector.introspect("good")).rejects.toThrow("UNAVAILABLE");
  });

  it("but not a token that the feed has revoked since", async () => {
    const stream = await openStale({ onUnreachable: "serveStale" });
    failing(Code.Unavailable);
    stream.event({ subject: { case: "familyId", value: "f-1" } });
    await expect.poll(() => introspector.stats().events).toBe(1);
    await expect(introspector.introspect("good")).rejects.toThrow("UNAVAILABLE");
  });

  it("but not a token that the core has reported inactive since", async () => {
    await openStale({ onUnreachable: "serveStale" });
    core.grants.delete("good");
    expect(await introspector.introspect("good")).toBeNull();
    failing(Code.Unavailable);
    await expect(introspector.introspect("good")).rejects.toThrow("UNAVAILABLE");
  });

  it("but not with full consistency", async () => {
    await openStale({ onUnreachable: "serveStale" });
    failing(Code.Unavailable);
    await expect(introspector.introspect("good", { consistency: "full" })).rejects.toThrow("UNAVAILABLE");
  });

  it.each([
    [Code.Unauthenticated, "UNAUTHENTICATED"],
    [Code.PermissionDenied, "PERMISSION_DENIED"],
    [Code.Internal, "INTERNAL"],
  ])("but not if the core responds with an error (%s)", async (code, name) => {
    await openStale({ onUnreachable: "serveStale" });
    failing(code);
    await expect(introspector.introspect("good")).rejects.toThrow(name);
  });

  it("look-ups do not wait for an unreachable core, and the first answer ends this state", async () => {
    await openStale({ onUnreachable: "serveStale", timeoutMs: 500 });
    let release = () => {};
    core.hold = new Promise((resolve) => {
      release = resolve;
    });
    expect(await introspector.introspect("good")).toHaveProperty("staleMs");
    // The core does not respond. Each of these lookups would wait for half a second; one call serves all.
    core.asked.length = 0;
    for (let n = 0; n < 50; n++) expect(await introspector.introspect("good")).toHaveProperty("staleMs");
    await expect.poll(() => core.asked.length).toBeGreaterThan(0);
    expect(core.asked.length).toBeLessThan(10);
    core.hold = null;
    release();
    await expect.poll(async () => (await introspector.introspect("good"))?.staleMs).toBeUndefined();
  });
});

it("after a restart of the core the client reconnects, and tokens revoked meanwhile are inactive", async () => {
  await openStale({});
  const port = Number(core.url.split(":")[1]);
  await core.stop();
  await expect(introspector.introspect("good")).rejects.toThrow("UNAVAILABLE");
  core = await startFakeCore(port);
  const stream = await core.open(1);
  expect(stream.cursor).toBe("c-0");
  await expect
    .poll(async () => {
      stream.heartbeat();
      return introspector.introspect("good").catch((error: Error) => error.message);
    })
    .toBeNull();
});

it("contradictory settings are rejected at construction", () => {
  introspector = createIntrospector({ url: core.url, key: KEY });
  const wrong: Partial<IntrospectorOptions>[] = [
    { cache: false, onUnreachable: "serveStale" },
    { cache: { maxAgeMs: 0 } },
    { cache: { maxEntries: -1 } },
    { cache: { lifetimeMs: Number.NaN } },
    { timeoutMs: 0 },
    { maxStaleMs: -1 },
  ];
  for (const options of wrong) {
    expect(() => createIntrospector({ url: core.url, key: KEY, ...options }), JSON.stringify(options)).toThrow(
      TypeError,
    );
  }
});
