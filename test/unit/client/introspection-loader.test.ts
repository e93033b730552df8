import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IntrospectResponseSchema } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { IntrospectionError } from "../../../src/client/introspection-error.ts";
import { IntrospectionLoader } from "../../../src/client/introspection-loader.ts";
import { createIntrospector, type Introspector, type IntrospectorOptions } from "../../../src/client/introspector.ts";
import type { TokensCall } from "../../../src/client/token-rpcs.ts";
import { type FakeCore, goodToken, KEY, startFakeCore } from "./fake-core.ts";

let core: FakeCore;
let introspector: Introspector;
const open = (options: Partial<IntrospectorOptions> = {}) =>
  createIntrospector({ url: core.url, key: KEY, cache: false, timeoutMs: 15_000, ...options });
beforeEach(async () => {
  core = await startFakeCore();
  introspector = open();
});
afterEach(async () => {
  introspector.close();
  await core.stop();
});

/** `count` active tokens whose merchants have the tokens' names. */
function known(count: number): string[] {
  const tokens = Array.from({ length: count }, (_, n) => `token-${n}`);
  for (const token of tokens) core.grants.set(token, goodToken({ merchantId: token }));
  return tokens;
}

const all = (tokens: string[]) => Promise.all(tokens.map((token) => introspector.introspect(token)));
const sizes = () => core.asked.map(({ tokens }) => tokens.length);

/** Responses wait until the returned function is called. */
function hold(): () => void {
  let release = () => {};
  core.hold = new Promise((resolve) => {
    release = resolve;
  });
  return () => {
    core.hold = null;
    release();
  };
}

/** Lookups without a core: the test completes their calls. */
function withCalls() {
  const calls: TokensCall[] = [];
  const introspect = (call: TokensCall) => {
    calls.push(call);
    return { cancel() {} };
  };
  const loader = new IntrospectionLoader({ rpcs: { introspect, close() {} }, timeoutMs: 15_000, stamp: () => null });
  return { loader, calls };
}

describe("queued look-ups share a call", () => {
  it("a hundred look-ups in one event-loop turn share one call, each with its own answer", async () => {
    const tokens = known(100);
    const grants = await all([...tokens, "bad"]);
    expect(sizes()).toEqual([101]);
    expect(grants.map((grant) => grant?.merchantId)).toEqual([...tokens, undefined]);
  });

  it("a single look-up is sent without delay while other calls are in flight", async () => {
    const [first = "", second = ""] = known(2);
    const release = hold();
    const waiting = introspector.introspect(first);
    await expect.poll(sizes).toEqual([1]);
    const lone = introspector.introspect(second);
    await expect.poll(sizes).toEqual([1, 1]);
    release();
    expect([(await waiting)?.merchantId, (await lone)?.merchantId]).toEqual([first, second]);
  });

  it("look-ups that arrive while all call slots are busy share the next call", async () => {
    const tokens = known(20);
    const release = hold();
    const asking: Promise<unknown>[] = [];
    for (const token of tokens.slice(0, 4)) {
      asking.push(introspector.introspect(token));
      await expect.poll(sizes).toHaveLength(asking.length);
    }
    for (const token of tokens.slice(4)) {
      asking.push(introspector.introspect(token));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sizes()).toEqual([1, 1, 1, 1]);
    release();
    await Promise.all(asking);
    expect(sizes()).toEqual([1, 1, 1, 1, 16]);
  });

  it("look-ups of the same token are deduplicated", async () => {
    const [token = ""] = known(1);
    const grants = await all([token, token, token]);
    expect(core.asked).toEqual([{ tokens: [token], full: false }]);
    expect(new Set(grants.map((grant) => grant?.merchantId))).toEqual(new Set([token]));
  });

  it("I5 no look-up joins a call in flight, whose answer may be older", async () => {
    const [token = ""] = known(1);
    const release = hold();
    const before = introspector.introspect(token);
    await expect.poll(sizes).toEqual([1]);
    core.grants.delete(token);
    const after = introspector.introspect(token);
    await expect.poll(sizes).toEqual([1, 1]);
    release();
    expect([(await before)?.merchantId, await after]).toEqual([token, null]);
  });

  it("fully consistent look-ups are batched separately", async () => {
    const [one = "", other = ""] = known(2);
    await Promise.all([introspector.introspect(one), introspector.introspect(other, { consistency: "full" })]);
    expect(core.asked).toEqual([
      { tokens: [one], full: false },
      { tokens: [other], full: true },
    ]);
  });

  it("a call has at most 1,000 tokens and respects the core's size limit", async () => {
    const tokens = known(2_500);
    await all(tokens);
    expect(sizes()).toEqual([1_000, 1_000, 500]);
    core.asked.length = 0;
    expect(await all(Array.from({ length: 60 }, (_, n) => `${n}`.padEnd(8_000, "x")))).toEqual(Array(60).fill(null));
    expect(core.asked.length).toBeGreaterThan(3);
  });
});

describe("a failing token does not affect others", () => {
  it.each([
    [Code.InvalidArgument, "INVALID_ARGUMENT"],
    [Code.Internal, "INTERNAL"],
  ])("a token that makes the core fail (%s) fails alone", async (code, name) => {
    const tokens = known(5);
    core.fail = (asked) => (asked.includes("token-3") ? new ConnectError("no", code) : null);
    const outcomes = await Promise.allSettled(tokens.map((token) => introspector.introspect(token)));
    expect(outcomes.map(({ status }) => status)).toEqual(tokens.map((_, n) => (n === 3 ? "rejected" : "fulfilled")));
    expect(outcomes[3]).toMatchObject({ reason: { message: `introspection failed: ${name}` } });
  });

  it("one failing token of a thousand costs some twenty calls, and several are isolated", async () => {
    const tokens = known(1_000);
    for (const bad of [["token-700"], ["token-0", "token-500", "token-999"]]) {
      core.asked.length = 0;
      core.fail = (asked) =>
        asked.some((token) => bad.includes(token)) ? new ConnectError("no", Code.Internal) : null;
      const outcomes = await Promise.allSettled(tokens.map((token) => introspector.introspect(token)));
      expect(tokens.filter((_, n) => outcomes[n]?.status === "rejected")).toEqual(bad);
      // The batch, then ten times both halves of the part with the failing token.
      expect(sizes().length).toBeLessThanOrEqual(1 + 20 * bad.length);
    }
  });

  it("a core that fails every call gets a few calls, not one for each token", async () => {
    core.fail = () => new ConnectError("no", Code.Internal);
    const outcomes = await Promise.allSettled(known(1_000).map((token) => introspector.introspect(token)));
    expect(new Set(outcomes.map((outcome) => outcome.status === "rejected" && `${outcome.reason.message}`))).toEqual(
      new Set(["introspection failed: INTERNAL"]),
    );
    // Eight consecutive failures, and the calls in flight.
    expect(sizes().length).toBeLessThanOrEqual(8 + 3);
  });

  it("a look-up cancelled in a queued half is not sent again, and new look-ups join no half", async () => {
    const { loader, calls } = withCalls();
    const leaving = new AbortController();
    const ask = (token: string, signal?: AbortSignal) => loader.load({ token, full: false, timeoutMs: 15_000, signal });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const asking = ["a", "b", "c", "d"].map((token) => ask(token, token === "c" ? leaving.signal : undefined));
    // Uses all concurrent calls, so that one of the halves waits.
    for (const token of ["x", "y", "z"]) {
      await turn();
      asking.push(ask(token));
    }
    await turn();
    const asked = () => calls.map(({ tokens }) => tokens.join(""));
    expect(asked()).toEqual(["abcd", "x", "y", "z"]);
    calls[0]!.done(new IntrospectionError(status.INTERNAL, null));
    expect(asked().slice(4)).toEqual(["ab"]);
    leaving.abort();
    await expect(asking[2]).rejects.toThrow("CANCELLED");
    asking[2] = ask("d");
    const answer = (at: number) => calls[at]!.done([...calls[at]!.tokens].map(() => create(IntrospectResponseSchema)));
    for (let at = 1; at < calls.length; at++) {
      answer(at);
      await turn();
    }
    expect(asked().slice(5)).toEqual(["d", "d"]);
    await Promise.all(asking);
  });

  const TRANSIENT: [Code, string][] = [
    [Code.Unavailable, "UNAVAILABLE"],
    [Code.ResourceExhausted, "RESOURCE_EXHAUSTED"],
  ];

  it.each(TRANSIENT)(
    "an unavailable or exhausted core (%s) fails all introspections after one common retry",
    async (code, name) => {
      core.fail = () => new ConnectError("not now", code);
      const outcomes = await Promise.allSettled(known(500).map((token) => introspector.introspect(token)));
      expect(new Set(outcomes.map((outcome) => outcome.status === "rejected" && `${outcome.reason.message}`))).toEqual(
        new Set([`introspection failed: ${name}`]),
      );
      expect(sizes()).toEqual([500, 500]);
    },
  );

  it.each(TRANSIENT)("a briefly busy core (%s) gets one common retry", async (code) => {
    const { loader, calls } = withCalls();
    const tokens = known(40);
    const asking = tokens.map(async (token, n) => {
      for (let turns = 0; turns < n; turns++) await new Promise((resolve) => setImmediate(resolve));
      return loader.loadWithRetry({ token, full: false, timeoutMs: 15_000 });
    });
    for (let turns = 0; turns < 45; turns++) await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toHaveLength(4);
    for (const { done } of [...calls]) done(new IntrospectionError(code, null));
    await expect.poll(() => calls.length).toBe(5);
    expect(calls[4]?.tokens).toHaveLength(40);
    calls[4]?.done(tokens.map(() => create(IntrospectResponseSchema, { active: true })));
    expect((await Promise.all(asking)).map(({ answer }) => answer.active)).toEqual(tokens.map(() => true));
  });

  it("a text longer than any token is inactive without a call", async () => {
    expect(await introspector.introspect("x".repeat(100_000))).toBeNull();
    expect(sizes()).toEqual([]);
  });

  it("a call that one replica fails is retried transparently", async () => {
    core.fail = () => (core.asked.length === 1 ? new ConnectError("stopping", Code.Unavailable) : null);
    expect((await introspector.introspect(known(1)[0]!))?.merchantId).toBe("token-0");
    expect(sizes()).toEqual([1, 1]);
    expect(introspector.stats().failed).toBe(0);
  });

  it("an unreachable core gets no retries", async () => {
    core.fail = () => new ConnectError("down", Code.Unavailable);
    const tokens = known(20);
    for (const token of tokens) await introspector.introspect(token).catch(() => null);
    expect(sizes().length).toBeLessThan(tokens.length + 10);
  });

  it("a cancelled look-up leaves the others running; when all are cancelled, the call is cancelled", async () => {
    const tokens = known(2);
    const release = hold();
    const leaving = new AbortController();
    const both = tokens.map((token, n) => introspector.introspect(token, n === 0 ? { signal: leaving.signal } : {}));
    await expect.poll(sizes).toEqual([2]);
    leaving.abort();
    await expect(both[0]).rejects.toThrow("CANCELLED");
    release();
    expect((await both[1])?.merchantId).toBe("token-1");
  });

  it("a queued look-up fails at its own timeout", async () => {
    introspector.close();
    introspector = open({ timeoutMs: 300 });
    hold();
    const tokens = known(8);
    const outcomes: Promise<unknown>[] = [];
    for (const token of tokens) {
      outcomes.push(introspector.introspect(token).catch((error: Error) => error.message));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["introspection failed: DEADLINE_EXCEEDED"]));
  });
});

it("close lets pending look-ups finish, in flight or queued", async () => {
  const tokens = known(6);
  const asking = all(tokens);
  introspector.close();
  expect((await asking).map((grant) => grant?.merchantId)).toEqual(tokens);
  await expect(introspector.introspect("token-0")).rejects.toThrow("UNAVAILABLE");
});
