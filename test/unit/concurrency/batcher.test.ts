import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { Batcher, type BatchLimits, type BatchResult, type RejectionReason } from "../../../src/concurrency/batcher.ts";

/** The name of an item is its decision. */
interface Item {
  name: string;
  left?: boolean;
}

/** A batch that runs until the test ends it. */
interface Held {
  names: string[];
  end(outcome?: BatchResult<string>[]): void;
  fail(error: unknown): void;
}

interface Bench {
  batcher: Batcher<object, Item, string>;
  /** Running batches, in the order of their start. */
  held: Held[];
  /** The size of each batch so far. */
  sizes: number[];
  rejected: RejectionReason[];
  connections: { lent: number; most: number };
  connect: { now: () => Promise<object> };
}

/** A batcher over a resource that the test controls. */
function createBench(limits: Partial<BatchLimits> = {}): Bench {
  const bench = { held: [], sizes: [], rejected: [], connections: { lent: 0, most: 0 } } as unknown as Bench;
  bench.connect = { now: async () => ({}) };
  const giveBack = () => void bench.connections.lent--;
  bench.batcher = new Batcher<object, Item, string>({
    steps: {
      async acquire() {
        const connection = await bench.connect.now();
        bench.connections.most = Math.max(bench.connections.most, ++bench.connections.lent);
        return connection;
      },
      toFailure: (error) => error,
      toRejection: (reason) => new Error(reason),
      release: giveBack,
      isCancelled: ({ left }) => left === true,
      run: (_connection, items) =>
        new Promise<BatchResult<string>[]>((resolve, reject) => {
          const names = items.map(({ name }) => name);
          const decided = names.map((name): BatchResult<string> => ({ kind: "decided", decision: name }));
          const settle = (done: () => void) => {
            bench.held.splice(bench.held.indexOf(held), 1);
            giveBack();
            done();
          };
          const held: Held = {
            names,
            end: (outcome = decided) => settle(() => resolve(outcome)),
            fail: (error) => settle(() => reject(error)),
          };
          bench.held.push(held);
        }),
    },
    limits: { size: 4, concurrency: 2, queueLimit: 8, queueTimeoutMs: 60_000, ...limits },
    observer: {
      onBatch: ({ size }) => void bench.sizes.push(size),
      onRejected: (reason) => void bench.rejected.push(reason),
    },
  });
  return bench;
}

const add = ({ batcher }: Bench, ...names: string[]) => names.map((name) => batcher.add({ name }));
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** No timer and no turn of the event loop. */
async function promisesAlone(): Promise<void> {
  for (let promises = 0; promises < 10; promises++) await Promise.resolve();
}
/** As many event-loop turns as the adaptive delay lasts without new items. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn();
}
const namesOf = ({ held }: Bench) => held.map(({ names }) => names.join(""));
const decided = (...names: string[]) => names.map((decision) => ({ kind: "decided", decision }));

async function endAll(bench: Bench): Promise<void> {
  for (let group = bench.held[0]; group !== undefined; group = bench.held[0]) {
    group.end();
    await settle();
  }
}

/** A batcher of concurrency 1 whose last batch held these items. */
async function afterBatchOf(...names: string[]): Promise<Bench> {
  const bench = createBench({ concurrency: 1 });
  add(bench, "a");
  await settle();
  add(bench, ...names);
  await endAll(bench);
  expect(bench.sizes).toEqual([1, names.length]);
  return bench;
}

describe("a batcher", () => {
  it("starts a lone item at once, within the same microtasks", async () => {
    const bench = createBench();
    const [answer] = add(bench, "a");
    await promisesAlone();
    expect(namesOf(bench)).toEqual(["a"]);
    bench.held[0]!.end();
    expect(await answer).toEqual({ kind: "decided", decision: "a" });
  });

  it("starts the next lone item at once while a batch runs", async () => {
    const bench = createBench();
    add(bench, "a");
    await settle();
    add(bench, "b");
    await settle();
    expect(namesOf(bench)).toEqual(["a", "b"]);
    await endAll(bench);
  });

  it("puts queued items into one batch in order of arrival, within the concurrency limit", async () => {
    const bench = createBench();
    const answers = [...add(bench, "a")];
    await settle();
    answers.push(...add(bench, "b"));
    await settle();
    answers.push(...add(bench, "c", "d", "e"));
    await settle();
    expect(namesOf(bench)).toEqual(["a", "b"]);
    bench.held[0]!.end();
    await settle();
    expect(namesOf(bench)).toEqual(["b", "cde"]);
    await endAll(bench);
    expect(await Promise.all(answers)).toEqual(decided("a", "b", "c", "d", "e"));
    expect(bench.connections).toEqual({ lent: 0, most: 2 });
  });

  it("keeps batches within the size limit", async () => {
    const bench = createBench({ concurrency: 1 });
    add(bench, "a");
    await settle();
    const answers = add(bench, ..."bcdefg");
    await settle();
    await endAll(bench);
    expect(bench.sizes).toEqual([1, 4, 2]);
    expect(await Promise.all(answers)).toEqual(decided(..."bcdefg"));
  });

  it("limits the sum of sizeOf, and runs a larger item in a batch of its own", async () => {
    const batches: string[][] = [];
    const batcher = new Batcher<void, string, void>({
      steps: {
        acquire: async () => {},
        release() {},
        isCancelled: () => false,
        async run(_, items) {
          batches.push([...items]);
          return items.map(() => ({ kind: "decided", decision: undefined }));
        },
        toFailure: (error) => error,
        toRejection: (reason) => reason,
      },
      limits: { size: 4, concurrency: 1, queueLimit: 12, queueTimeoutMs: 60_000 },
      sizeOf: (item) => item.length,
    });
    const results = await Promise.all(["aa", "bb", "c", "ddddd", "e", "ff"].map((item) => batcher.add(item)));
    expect(batches).toEqual([["aa", "bb"], ["c"], ["ddddd"], ["e"]]);
    expect(results.at(-1)).toEqual({ kind: "failure", failure: "queue_full" });
  });

  it("puts items that arrive one after the other under concurrent load into one batch", async () => {
    const bench = await afterBatchOf("b", "c", "d");
    for (const name of "xyz") {
      add(bench, name);
      expect(namesOf(bench)).toEqual([]);
      await turn();
    }
    await settle();
    expect(namesOf(bench)).toEqual(["xyz"]);
    await endAll(bench);
  });

  it("starts a full batch without further delay", async () => {
    const bench = await afterBatchOf("b", "c");
    add(bench, "v");
    await turn();
    add(bench, ..."wxy");
    await turn();
    expect(namesOf(bench)).toEqual(["vwxy"]);
    await endAll(bench);
  });

  it("starts a lone item at once when the load is gone", async () => {
    const bench = await afterBatchOf("b", "c", "d");
    // Each batch halves the recorded size of three.
    for (const name of "ef") {
      add(bench, name);
      await settle();
      await endAll(bench);
    }
    add(bench, "g");
    await promisesAlone();
    expect(namesOf(bench)).toEqual(["g"]);
    await endAll(bench);
  });

  it("includes items that arrive while the resource is acquired", async () => {
    const bench = createBench();
    const lent = Promise.withResolvers<object>();
    bench.connect.now = () => lent.promise;
    add(bench, "a");
    await settle();
    add(bench, "b", "c");
    await settle();
    lent.resolve({});
    await settle();
    expect(namesOf(bench)).toEqual(["abc"]);
    await endAll(bench);
    expect(bench.connections.lent).toBe(0);
  });

  it("returns its own result to each item", async () => {
    const bench = createBench();
    const answers = add(bench, "a", "b");
    await settle();
    const failure = new Error("b's alone");
    bench.held[0]!.end([...decided("a"), { kind: "failure", failure }] as BatchResult<string>[]);
    expect(await Promise.all(answers)).toEqual([...decided("a"), { kind: "failure", failure }]);
  });

  it("returns the exception of a batch to each of its items and continues with the next batch", async () => {
    const bench = createBench({ concurrency: 1 });
    const failed = add(bench, "a", "b");
    await settle();
    const next = add(bench, "c");
    const failure = new Error("defect");
    bench.held[0]!.fail(failure);
    expect(await Promise.all(failed)).toEqual([1, 2].map(() => ({ kind: "failure", failure })));
    await settle();
    await endAll(bench);
    expect(await Promise.all(next)).toEqual(decided("c"));
  });

  it("omits items cancelled before the start, and releases the resource of an empty batch", async () => {
    const bench = createBench({ concurrency: 1 });
    add(bench, "a");
    await settle();
    const gone: Item = { name: "b" };
    const [left, stayed] = [bench.batcher.add(gone), ...add(bench, "c")];
    gone.left = true;
    await endAll(bench);
    await settle();
    expect(namesOf(bench)).toEqual([]);
    expect(bench.sizes).toEqual([1, 1]);
    expect(await left).toMatchObject({ kind: "failure", failure: expect.any(Error) });
    expect(await stayed).toEqual({ kind: "decided", decision: "c" });
    const last: Item = { name: "d" };
    const answer = bench.batcher.add(last);
    last.left = true;
    expect(await answer).toMatchObject({ kind: "failure" });
    expect(bench.connections.lent).toBe(0);
    expect(bench.rejected).toEqual(["cancelled", "cancelled"]);
  });

  it("rejects an item at once when the queue is full, unless a queued one is cancelled", async () => {
    const bench = createBench({ concurrency: 1, queueLimit: 2 });
    add(bench, "a");
    await settle();
    const waiting: Item = { name: "b" };
    const first = bench.batcher.add(waiting);
    add(bench, "c");
    const [refused] = add(bench, "d");
    expect(await refused).toMatchObject({ kind: "failure", failure: expect.any(Error) });
    waiting.left = true;
    const [admitted] = add(bench, "e");
    expect(await first).toMatchObject({ kind: "failure" });
    await endAll(bench);
    expect(await admitted).toEqual({ kind: "decided", decision: "e" });
    expect(bench.rejected).toEqual(["queue_full", "cancelled"]);
  });

  it("rejects no item whose resource arrived while the event loop was blocked", async () => {
    const bench = createBench({ concurrency: 1, queueTimeoutMs: 500 });
    add(bench, "a");
    const { port1, port2 } = new MessageChannel();
    port2.on("message", () => bench.held[0]!.end());
    await settle();
    const [b] = add(bench, "b");
    // The end of the previous batch is unread when the timeout expires.
    port1.postMessage("");
    for (const until = performance.now() + 600; performance.now() < until; );
    while (bench.rejected.length + bench.sizes.length < 2) await settle();
    expect(bench.rejected).toEqual([]);
    await endAll(bench);
    expect(await b).toEqual({ kind: "decided", decision: "b" });
    port1.close();
  });

  it("rejects exactly the items that exceed the queue timeout", async () => {
    const bench = createBench({ concurrency: 1, queueTimeoutMs: 300 });
    add(bench, "a");
    await settle();
    const [late] = add(bench, "b");
    expect(await late).toMatchObject({ kind: "failure", failure: expect.any(Error) });
    expect(bench.rejected).toEqual(["queue_timeout"]);
    const [other] = add(bench, "c");
    bench.held[0]!.end();
    await settle();
    await endAll(bench);
    expect(await other).toEqual({ kind: "decided", decision: "c" });
  });

  it("fails the items queued before a failed acquire, and acquires again for later ones", async () => {
    const bench = createBench({ concurrency: 1 });
    const refusal = Promise.withResolvers<object>();
    bench.connect.now = () => refusal.promise;
    const [early] = add(bench, "a");
    // Waits until the clock advances, however coarse it is.
    for (const now = performance.now(); performance.now() <= now; );
    const later = add(bench, "b", "c");
    bench.connect.now = async () => ({});
    const failure = new Error("no connection");
    refusal.reject(failure);
    expect(await early).toEqual({ kind: "failure", failure });
    await settle();
    await endAll(bench);
    expect(await Promise.all(later)).toEqual(decided("b", "c"));
  });

  it("drain: finishes queued items and rejects new ones", async () => {
    const bench = createBench({ concurrency: 1 });
    add(bench, "a");
    await settle();
    const inside = add(bench, "b");
    let done = false;
    const drained = bench.batcher.drain().then(() => {
      done = true;
    });
    const [outside] = add(bench, "c");
    expect(await outside).toMatchObject({ kind: "failure" });
    bench.held[0]!.end();
    await settle();
    expect(done).toBe(false);
    await endAll(bench);
    await drained;
    expect(await Promise.all(inside)).toEqual(decided("b"));
    await createBench().batcher.drain();
  });
});
