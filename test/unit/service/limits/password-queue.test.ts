import { describe, expect, it, vi } from "vitest";
import { createPasswordQueue, type QueueBounds } from "../../../../src/service/limits/password-queue.ts";
import type { Place } from "../../../../src/service/limits/waiting-line.ts";

const BOUNDS: QueueBounds = { atOnce: 2, perKey: 3, total: 6, paceMs: 20 };
const place = (given: Partial<Place> = {}): Place => ({
  key: "192.0.2.1",
  rank: 1,
  slowed: false,
  waitMs: Number.POSITIVE_INFINITY,
  ...given,
});

/** A queue whose works end when the test says so. */
function stage(bounds: Partial<QueueBounds> = {}) {
  const queue = createPasswordQueue({ ...BOUNDS, ...bounds });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, given: Partial<Place> = {}) =>
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
    for (const [name, rank] of Object.entries({ suspect: 9, old: 1, known: 0, young: 1 }))
      void enter(name, { rank, key: name });
    for (const name of ["running", "known", "young", "old"]) {
      await vi.waitUntil(() => begun.includes(name));
      end(name);
    }
    await vi.waitUntil(() => begun.length === 5);
    expect(begun).toEqual(["running", "known", "young", "old", "suspect"]);
  });

  it("past the bound of its key turns the oldest of that key away", async () => {
    const { queue, enter } = stage({ atOnce: 1 });
    void enter("running");
    const [oldest] = ["1", "2", "3", "4"].map((name) => enter(name));
    void enter("elsewhere", { key: "192.0.2.2" });
    expect(await oldest).toEqual({ kind: "turned_away", why: "full" });
    expect([queue.waiting, queue.turnedAway.full]).toEqual([4, 1]);
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
    const { begun, enter, end } = stage({ paceMs: 3_600_000 });
    const first = enter("slow one", { slowed: true });
    void enter("slow two", { slowed: true });
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
    const { begun, enter, end } = stage({ paceMs: 1 });
    void enter("slow one", { slowed: true });
    void enter("slow two", { slowed: true });
    await vi.waitUntil(() => begun.includes("slow one"));
    end("slow one");
    await vi.waitUntil(() => begun.includes("slow two"));
  });
});
