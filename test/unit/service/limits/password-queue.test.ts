import { describe, expect, it, vi } from "vitest";
import {
  createPasswordQueue,
  type PacedPlace,
  type QueueBounds,
} from "../../../../src/service/limits/password-queue.ts";

const BOUNDS: QueueBounds = { atOnce: 2, perKey: 3, total: 6, paceMs: { account: 20, address: 20 } };
const place = (given: Partial<PacedPlace> = {}): PacedPlace => ({
  lane: "open",
  key: "192.0.2.1",
  rank: 1,
  paces: [],
  waitMs: Number.POSITIVE_INFINITY,
  ...given,
});

/** A queue whose works end when the test says so. */
function stage(bounds: Partial<QueueBounds> = {}) {
  const queue = createPasswordQueue({ ...BOUNDS, ...bounds });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, given: Partial<PacedPlace> = {}) =>
    queue.run(place(given), () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { queue, begun, enter, end: (name: string) => ends.get(name)!() };
}

describe("password work", () => {
  it("runs as much at once as the cap, and the next when one ends", async () => {
    const { begun, enter, end } = stage();
    const first = enter("one");
    for (const name of ["two", "three"]) void enter(name);
    await vi.waitUntil(() => begun.length === 2);
    expect(begun).toEqual(["one", "two"]);
    end("one");
    expect(await first).toEqual({ kind: "done", value: "one" });
    await vi.waitUntil(() => begun.includes("three"));
  });

  it("that fails gives its turn on", async () => {
    const { queue, begun, enter } = stage({ atOnce: 1 });
    const failed = queue.run(place(), () => Promise.reject(new Error("no memory")));
    void enter("next");
    await expect(failed).rejects.toThrow("no memory");
    await vi.waitUntil(() => begun.includes("next"));
  });

  it("goes by rank, and among equals the newest first", async () => {
    const { begun, enter, end } = stage({ atOnce: 1 });
    void enter("running");
    for (const [name, rank] of Object.entries({ suspect: 9, old: 1, best: 0, young: 1 }))
      void enter(name, { rank, key: name });
    for (const name of ["running", "best", "young", "old"]) {
      await vi.waitUntil(() => begun.includes(name));
      end(name);
    }
    await vi.waitUntil(() => begun.length === 5);
    expect(begun).toEqual(["running", "best", "young", "old", "suspect"]);
  });

  it("takes turns by lane and by key, however much waits under one of them", async () => {
    const { begun, enter, end } = stage({ atOnce: 1, total: 20 });
    void enter("running", { lane: "known", key: "many" });
    for (const name of ["many 1", "many 2", "many 3"]) void enter(name, { lane: "known", key: "many" });
    void enter("other account", { lane: "known", key: "other" });
    void enter("stranger", { lane: "open", rank: 9 });
    void enter("sign-up", { lane: "hash" });
    void enter("slowed", { lane: "slow", rank: 9 });
    for (let n = 1; n < 8; n++) {
      await vi.waitUntil(() => begun.length === n);
      end(begun.at(-1)!);
    }
    await vi.waitUntil(() => begun.length === 8);
    expect(begun.slice(0, 5)).toEqual(["running", "stranger", "sign-up", "slowed", "other account"]);
  });

  it("past the bound of its key turns the worst of that key away, the oldest among equals", async () => {
    const { queue, enter } = stage({ atOnce: 1 });
    void enter("running");
    const [oldest] = ["1", "2", "3", "4"].map((name) => enter(name));
    void enter("elsewhere", { key: "192.0.2.2" });
    expect(await oldest).toEqual({ kind: "turned_away", why: "full" });
    expect([queue.waiting, queue.turnedAway.full]).toEqual([4, 1]);
  });

  it("past the bound of its key keeps the one with the best rank, however long it has waited", async () => {
    const { queue, begun, enter, end } = stage({ atOnce: 1 });
    void enter("running");
    void enter("honest", { rank: 0 });
    for (const name of ["1", "2", "3", "4"]) void enter(name);
    await vi.waitUntil(() => queue.turnedAway.full === 2);
    end("running");
    await vi.waitUntil(() => begun.includes("honest"));
  });

  it("past the bound of all is turned away from the key with the most", async () => {
    const { queue, enter } = stage({ atOnce: 1, total: 3 });
    void enter("running");
    void enter("single", { key: "single", rank: 9 });
    const [first] = ["1", "2", "3"].map((name) => enter(name));
    expect(await first).toEqual({ kind: "turned_away", why: "full" });
    expect(queue.waiting).toBe(3);
  });

  it("past the bound of all turns the worst rank away, the oldest of it", async () => {
    const { queue, enter } = stage({ atOnce: 1, total: 3 });
    void enter("running");
    const entered = [1, 2, 2, 1].map((rank, at) => enter(`${at}`, { rank, key: `${at}` }));
    const [, bad] = entered;
    expect(await bad).toEqual({ kind: "turned_away", why: "full" });
    expect(queue.waiting).toBe(3);
  });

  it("whose caller leaves is never begun", async () => {
    const { queue, begun, enter, end } = stage({ atOnce: 1 });
    const first = enter("running");
    const caller = new AbortController();
    const waiting = enter("left", { signal: caller.signal });
    caller.abort();
    expect(await waiting).toEqual({ kind: "turned_away", why: "left" });
    const gone = enter("gone before", { signal: AbortSignal.abort() });
    expect(await gone).toEqual({ kind: "turned_away", why: "left" });
    end("running");
    await first;
    expect([begun, queue.waiting]).toEqual([["running"], 0]);
  });

  it("that has waited too long is turned away", async () => {
    const { enter } = stage({ atOnce: 1 });
    void enter("running");
    expect(await enter("late", { waitMs: 1 })).toEqual({ kind: "turned_away", why: "late" });
  });

  it("of a slowed key runs alone and after a pause, while others go on", async () => {
    const { begun, enter, end } = stage({ paceMs: { account: 3_600_000, address: 1 } });
    const first = enter("slow one", { paces: [{ key: "slow", kind: "account" }] });
    void enter("slow two", { paces: [{ key: "slow", kind: "account" }] });
    const other = enter("other", { key: "192.0.2.2" });
    await vi.waitUntil(() => begun.includes("other"));
    end("slow one");
    end("other");
    await Promise.all([first, other]);
    void enter("another", { key: "192.0.2.2" });
    await vi.waitUntil(() => begun.includes("another"));
    expect(begun).not.toContain("slow two");
  });

  it("of a slowed key goes on after the pause", async () => {
    const { begun, enter, end } = stage({ paceMs: { account: 1, address: 1 } });
    void enter("slow one", { paces: [{ key: "slow", kind: "account" }] });
    void enter("slow two", { paces: [{ key: "slow", kind: "account" }] });
    await vi.waitUntil(() => begun.includes("slow one"));
    end("slow one");
    await vi.waitUntil(() => begun.includes("slow two"));
  });
});
