import { describe, expect, it } from "vitest";
import {
  createPasswordQueue,
  type PasswordJob,
  type PasswordQueueLimits,
} from "../../../../src/service/limits/password-queue.ts";

const LIMITS: PasswordQueueLimits = { concurrency: 2, perKey: 3, total: 6, throttleMs: { account: 20, address: 20 } };
const job = (given: Partial<PasswordJob> = {}): PasswordJob => ({
  jobClass: "unknown",
  key: "192.0.2.1",
  rank: 1,
  throttles: [],
  timeoutMs: Number.POSITIVE_INFINITY,
  ...given,
});

/** A queue whose jobs end when the test ends them. */
function createQueue(limits: Partial<PasswordQueueLimits> = {}) {
  const queue = createPasswordQueue({ ...LIMITS, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, given: Partial<PasswordJob> = {}) =>
    queue.run(job(given), () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { queue, started, add, end: (name: string) => ends.get(name)!() };
}

describe("the password queue", () => {
  it("runs up to the concurrency, and the next job when one ends", async () => {
    const { started, add, end } = createQueue();
    const first = add("one");
    for (const name of ["two", "three"]) void add(name);
    await expect.poll(() => started).toHaveLength(2);
    expect(started).toEqual(["one", "two"]);
    end("one");
    expect(await first).toEqual({ kind: "done", value: "one" });
    await expect.poll(() => started).toContain("three");
  });

  it("a failed job starts the next one", async () => {
    const { queue, started, add } = createQueue({ concurrency: 1 });
    const failed = queue.run(job(), () => Promise.reject(new Error("no memory")));
    void add("next");
    await expect(failed).rejects.toThrow("no memory");
    await expect.poll(() => started).toContain("next");
  });

  it("runs by rank, then the newest first", async () => {
    const { started, add, end } = createQueue({ concurrency: 1 });
    void add("running");
    for (const [name, rank] of Object.entries({ suspect: 9, old: 1, best: 0, young: 1 }))
      void add(name, { rank, key: name });
    for (const name of ["running", "best", "young", "old"]) {
      await expect.poll(() => started).toContain(name);
      end(name);
    }
    await expect.poll(() => started).toHaveLength(5);
    expect(started).toEqual(["running", "best", "young", "old", "suspect"]);
  });

  it("serves classes and keys round-robin", async () => {
    const { started, add, end } = createQueue({ concurrency: 1, total: 20 });
    void add("running", { jobClass: "known", key: "many" });
    for (const name of ["many 1", "many 2", "many 3"]) void add(name, { jobClass: "known", key: "many" });
    void add("other account", { jobClass: "known", key: "other" });
    void add("stranger", { jobClass: "unknown", rank: 9 });
    void add("sign-up", { jobClass: "hash" });
    void add("slowed", { jobClass: "throttled", rank: 9 });
    for (let n = 1; n < 8; n++) {
      await expect.poll(() => started).toHaveLength(n);
      end(started.at(-1)!);
    }
    await expect.poll(() => started).toHaveLength(8);
    expect(started.slice(0, 5)).toEqual(["running", "stranger", "sign-up", "slowed", "other account"]);
  });

  it("above the key limit rejects the key's job of highest rank, then the oldest", async () => {
    const { queue, add } = createQueue({ concurrency: 1 });
    void add("running");
    const [oldest] = ["1", "2", "3", "4"].map((name) => add(name));
    void add("elsewhere", { key: "192.0.2.2" });
    expect(await oldest).toEqual({ kind: "rejected", reason: "queue_full" });
    expect([queue.length, queue.rejected.queue_full]).toEqual([4, 1]);
  });

  it("above the key limit keeps the job of lowest rank", async () => {
    const { queue, started, add, end } = createQueue({ concurrency: 1 });
    void add("running");
    void add("honest", { rank: 0 });
    for (const name of ["1", "2", "3", "4"]) void add(name);
    await expect.poll(() => queue.rejected.queue_full).toBe(2);
    end("running");
    await expect.poll(() => started).toContain("honest");
  });

  it("above the total limit rejects a job of the key with the most jobs", async () => {
    const { queue, add } = createQueue({ concurrency: 1, total: 3 });
    void add("running");
    void add("single", { key: "single", rank: 9 });
    const [first] = ["1", "2", "3"].map((name) => add(name));
    expect(await first).toEqual({ kind: "rejected", reason: "queue_full" });
    expect(queue.length).toBe(3);
  });

  it("above the total limit rejects the highest rank, then the oldest", async () => {
    const { queue, add } = createQueue({ concurrency: 1, total: 3 });
    void add("running");
    const added = [1, 2, 2, 1].map((rank, at) => add(`${at}`, { rank, key: `${at}` }));
    const [, bad] = added;
    expect(await bad).toEqual({ kind: "rejected", reason: "queue_full" });
    expect(queue.length).toBe(3);
  });

  it("a cancelled job never runs", async () => {
    const { queue, started, add, end } = createQueue({ concurrency: 1 });
    const first = add("running");
    const caller = new AbortController();
    const waiting = add("left", { signal: caller.signal });
    caller.abort();
    expect(await waiting).toEqual({ kind: "rejected", reason: "cancelled" });
    const gone = add("gone before", { signal: AbortSignal.abort() });
    expect(await gone).toEqual({ kind: "rejected", reason: "cancelled" });
    end("running");
    await first;
    expect([started, queue.length]).toEqual([["running"], 0]);
  });

  it("a job above its queue timeout is rejected", async () => {
    const { add } = createQueue({ concurrency: 1 });
    void add("running");
    expect(await add("late", { timeoutMs: 1 })).toEqual({ kind: "rejected", reason: "queue_timeout" });
  });

  it("jobs of a throttled key run one at a time with a pause, while others run", async () => {
    const { started, add, end } = createQueue({ throttleMs: { account: 3_600_000, address: 1 } });
    const first = add("slow one", { throttles: [{ key: "slow", kind: "account" }] });
    void add("slow two", { throttles: [{ key: "slow", kind: "account" }] });
    const other = add("other", { key: "192.0.2.2" });
    await expect.poll(() => started).toContain("other");
    end("slow one");
    end("other");
    await Promise.all([first, other]);
    void add("another", { key: "192.0.2.2" });
    await expect.poll(() => started).toContain("another");
    expect(started).not.toContain("slow two");
  });

  it("a throttled key runs again after the pause", async () => {
    const { started, add, end } = createQueue({ throttleMs: { account: 1, address: 1 } });
    void add("slow one", { throttles: [{ key: "slow", kind: "account" }] });
    void add("slow two", { throttles: [{ key: "slow", kind: "account" }] });
    await expect.poll(() => started).toContain("slow one");
    end("slow one");
    await expect.poll(() => started).toContain("slow two");
  });
});
