import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWriteBehind } from "../../../../src/store/connection/write-behind.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const log = pino({ level: "silent" });

function createSums() {
  const writes: { values: readonly (readonly [string, number])[]; done: PromiseWithResolvers<string[]> }[] = [];
  const sums = createWriteBehind<number>(
    {
      merge: (earlier, later) => earlier + later,
      write(values) {
        const done = Promise.withResolvers<string[]>();
        writes.push({ values, done });
        return done.promise;
      },
      failed: "sums were not written",
    },
    log,
  );
  return { ...sums, writes };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

async function isSettled(work: Promise<void>): Promise<boolean> {
  let settled = false;
  void work.then(() => (settled = true));
  await nextTick();
  return settled;
}

describe("createWriteBehind", () => {
  it("writes merged values after a second", async () => {
    const { add, writes } = createSums();
    add("a", 1);
    add("a", 2);
    add("b", 5);
    await vi.advanceTimersByTimeAsync(1_000);
    const [write] = writes;
    expect(write!.values).toEqual([
      ["a", 3],
      ["b", 5],
    ]);
  });

  it("flush waits for a write in progress", async () => {
    const { add, flush, writes } = createSums();
    add("a", 1);
    await vi.advanceTimersByTimeAsync(1_000);
    const flushed = flush();
    expect(await isSettled(flushed)).toBe(false);
    writes[0]!.done.resolve([]);
    expect(await isSettled(flushed)).toBe(true);
    expect(writes).toHaveLength(1);
  });

  it("keeps values whose write failed, and merges later ones", async () => {
    const { add, flush, writes } = createSums();
    add("a", 1);
    const first = flush();
    await nextTick();
    writes[0]!.done.reject(new Error("no connection"));
    await expect(first).rejects.toThrow("no connection");
    add("a", 2);
    const second = flush();
    await nextTick();
    expect(writes[1]!.values).toEqual([["a", 3]]);
    writes[1]!.done.resolve([]);
    await second;
  });

  it("writes the values of locked rows again", async () => {
    const { add, writes } = createSums();
    add("a", 1);
    add("b", 2);
    await vi.advanceTimersByTimeAsync(1_000);
    writes[0]!.done.resolve(["b"]);
    await nextTick();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(writes[1]!.values).toEqual([["b", 2]]);
  });
});
