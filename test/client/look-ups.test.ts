import { Code, ConnectError } from "@connectrpc/connect";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createIntrospector, type Introspector, type IntrospectorOptions } from "../../src/client/introspector.ts";
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

/** `count` good tokens whose merchants are their names. */
function known(count: number): string[] {
  const tokens = Array.from({ length: count }, (_, n) => `token-${n}`);
  for (const token of tokens) core.grants.set(token, goodToken({ merchantId: token }));
  return tokens;
}

const all = (tokens: string[]) => Promise.all(tokens.map((token) => introspector.introspect(token)));
const sizes = () => core.asked.map(({ tokens }) => tokens.length);

/** Answers wait until the function that this gives is called. */
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

describe("look-ups that wait together share a call", () => {
  it("a hundred in one turn are one, each with its own answer", async () => {
    const tokens = known(100);
    const grants = await all([...tokens, "bad"]);
    expect(sizes()).toEqual([101]);
    expect(grants.map((grant) => grant?.merchantId)).toEqual([...tokens, undefined]);
  });

  it("a lone one is a call of its own and waits for nobody, while others wait for their answers", async () => {
    const [first = "", second = ""] = known(2);
    const release = hold();
    const waiting = introspector.introspect(first);
    await expect.poll(sizes).toEqual([1]);
    const lone = introspector.introspect(second);
    await expect.poll(sizes).toEqual([1, 1]);
    release();
    expect([(await waiting)?.merchantId, (await lone)?.merchantId]).toEqual([first, second]);
  });

  it("what comes while enough calls are under way goes together with the next", async () => {
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

  it("the same token is asked for once", async () => {
    const [token = ""] = known(1);
    const grants = await all([token, token, token]);
    expect(core.asked).toEqual([{ tokens: [token], full: false }]);
    expect(new Set(grants.map((grant) => grant?.merchantId))).toEqual(new Set([token]));
  });

  it("I5 but not by joining a call that is under way, whose answer may be older than the question", async () => {
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

  it("those that must be fully consistent go with their like", async () => {
    const [one = "", other = ""] = known(2);
    await Promise.all([introspector.introspect(one), introspector.introspect(other, { consistency: "full" })]);
    expect(core.asked).toEqual([
      { tokens: [one], full: false },
      { tokens: [other], full: true },
    ]);
  });

  it("at most 1,000 go in one call, and no more characters than the core reads", async () => {
    const tokens = known(2_500);
    await all(tokens);
    expect(sizes()).toEqual([1_000, 1_000, 500]);
    core.asked.length = 0;
    expect(await all(Array.from({ length: 60 }, (_, n) => `${n}`.padEnd(8_000, "x")))).toEqual(Array(60).fill(null));
    expect(core.asked.length).toBeGreaterThan(3);
  });
});

describe("one that fails harms no other", () => {
  it.each([
    [Code.InvalidArgument, "INVALID_ARGUMENT"],
    [Code.Internal, "INTERNAL"],
    [Code.ResourceExhausted, "RESOURCE_EXHAUSTED"],
  ])("a token over which the core stumbles (%s)", async (code, name) => {
    const tokens = known(5);
    core.fail = (asked) => (asked.includes("token-3") ? new ConnectError("no", code) : null);
    const outcomes = await Promise.allSettled(tokens.map((token) => introspector.introspect(token)));
    expect(outcomes.map(({ status }) => status)).toEqual(tokens.map((_, n) => (n === 3 ? "rejected" : "fulfilled")));
    expect(outcomes[3]).toMatchObject({ reason: { message: `introspection failed: ${name}` } });
  });

  it("a core that is down is told to all at once, without asking for each again", async () => {
    core.fail = () => new ConnectError("down", Code.Unavailable);
    const outcomes = await Promise.allSettled(known(5).map((token) => introspector.introspect(token)));
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(sizes()).toEqual([5, 5]);
  });

  it("what one replica could not answer is asked once more, and nobody notices", async () => {
    core.fail = () => (core.asked.length === 1 ? new ConnectError("stopping", Code.Unavailable) : null);
    expect((await introspector.introspect(known(1)[0]!))?.merchantId).toBe("token-0");
    expect(sizes()).toEqual([1, 1]);
    expect(introspector.stats().failed).toBe(0);
  });

  it("but not for ever while nothing works: a core that is down is not asked twice as much", async () => {
    core.fail = () => new ConnectError("down", Code.Unavailable);
    const tokens = known(40);
    for (const token of tokens) await introspector.introspect(token).catch(() => null);
    expect(sizes().length).toBeLessThan(tokens.length + 10);
  });

  it("one caller who leaves takes nobody's answer away; when all have left the core stops", async () => {
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

  it("one that waits for its turn fails in its time, not a full time after the others", async () => {
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

it("close lets those finish that wait, whether under way or not", async () => {
  const tokens = known(6);
  const asking = all(tokens);
  introspector.close();
  expect((await asking).map((grant) => grant?.merchantId)).toEqual(tokens);
  await expect(introspector.introspect("token-0")).rejects.toThrow("UNAVAILABLE");
});
