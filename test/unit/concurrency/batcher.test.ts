import { MessageChannel } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type Bounds, createGatherer, type Gatherer, type TurnedAway } from "../../../src/concurrency/batcher.ts";
import { StorageError } from "../../../src/observe/storage-fault.ts";
import type { Settled } from "../../../src/store/connection/transaction.ts";

/** A request: its name is its decision. */
interface Member {
  name: string;
  left?: boolean;
}

/** A group that has begun and waits for the test to say how it ends. */
interface Held {
  names: string[];
  end(outcome?: Settled<string>[]): void;
  fail(error: unknown): void;
}

interface Bench {
  gatherer: Gatherer<Member, string>;
  /** Groups under way, in the order in which they began; ended ones are gone. */
  held: Held[];
  /** Every group so far. */
  sizes: number[];
  away: TurnedAway[];
  connections: { lent: number; most: number };
  connect: { now: () => Promise<object> };
}

/** A gatherer over a database that answers when the test says so. */
function createBench(bounds: Partial<Bounds> = {}): Bench {
  const bench = { held: [], sizes: [], away: [], connections: { lent: 0, most: 0 } } as unknown as Bench;
  bench.connect = { now: async () => ({}) };
  const giveBack = () => void bench.connections.lent--;
  bench.gatherer = createGatherer<object, Member, string>({
    steps: {
      async connect() {
        const connection = await bench.connect.now();
        bench.connections.most = Math.max(bench.connections.most, ++bench.connections.lent);
        return connection;
      },
      toError: (error) => error,
      giveBack,
      hasLeft: ({ left }) => left === true,
      decide: (_connection, members) =>
        new Promise<Settled<string>[]>((resolve, reject) => {
          const names = members.map(({ name }) => name);
          const decided = names.map((name): Settled<string> => ({ kind: "decided", decision: name }));
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
    bounds: { size: 4, abreast: 2, waiting: 8, patienceMs: 60_000, ...bounds },
    observer: { began: ({ size }) => void bench.sizes.push(size), turnedAway: (why) => void bench.away.push(why) },
  });
  return bench;
}

const join = ({ gatherer }: Bench, ...names: string[]) => names.map((name) => gatherer.join({ name }));
const turn = () => new Promise((resolve) => setImmediate(resolve));
/** No timer and no turn of the event loop. */
async function promisesAlone(): Promise<void> {
  for (let promises = 0; promises < 10; promises++) await Promise.resolve();
}
/** As many turns of the event loop as a crowd that does not grow is waited for. */
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

/** A gatherer with one group abreast, whose last group held these and has ended. */
async function createCrowd(...names: string[]): Promise<Bench> {
  const bench = createBench({ abreast: 1 });
  join(bench, "a");
  await settle();
  join(bench, ...names);
  await endAll(bench);
  expect(bench.sizes).toEqual([1, names.length]);
  return bench;
}

describe("gathering", () => {
  it("lets a lone request wait for nobody: its group begins before anything else can happen", async () => {
    const bench = createBench();
    const [answer] = join(bench, "a");
    await promisesAlone();
    expect(namesOf(bench)).toEqual(["a"]);
    bench.held[0]!.end();
    expect(await answer).toEqual({ kind: "decided", decision: "a" });
  });

  it("lets the next lone request wait for nobody either, while a group is under way", async () => {
    const bench = createBench();
    join(bench, "a");
    await settle();
    join(bench, "b");
    await settle();
    expect(namesOf(bench)).toEqual(["a", "b"]);
    await endAll(bench);
  });

  it("puts those who wait into one group, in order of arrival, and no more abreast than allowed", async () => {
    const bench = createBench();
    const answers = [...join(bench, "a")];
    await settle();
    answers.push(...join(bench, "b"));
    await settle();
    answers.push(...join(bench, "c", "d", "e"));
    await settle();
    expect(namesOf(bench)).toEqual(["a", "b"]);
    bench.held[0]!.end();
    await settle();
    expect(namesOf(bench)).toEqual(["b", "cde"]);
    await endAll(bench);
    expect(await Promise.all(answers)).toEqual(decided("a", "b", "c", "d", "e"));
    expect(bench.connections).toEqual({ lent: 0, most: 2 });
  });

  it("makes no group larger than allowed", async () => {
    const bench = createBench({ abreast: 1 });
    join(bench, "a");
    await settle();
    const answers = join(bench, ..."bcdefg");
    await settle();
    await endAll(bench);
    expect(bench.sizes).toEqual([1, 4, 2]);
    expect(await Promise.all(answers)).toEqual(decided(..."bcdefg"));
  });

  it("puts a crowd that comes back one after the other into one group again", async () => {
    const bench = await createCrowd("b", "c", "d");
    for (const name of "xyz") {
      join(bench, name);
      expect(namesOf(bench)).toEqual([]);
      await turn();
    }
    await settle();
    expect(namesOf(bench)).toEqual(["xyz"]);
    await endAll(bench);
  });

  it("begins the group of a crowd at once when it is full", async () => {
    const bench = await createCrowd("b", "c");
    join(bench, "v");
    await turn();
    join(bench, ..."wxy");
    await turn();
    expect(namesOf(bench)).toEqual(["vwxy"]);
    await endAll(bench);
  });

  it("lets a lone request wait for nobody when the crowd is gone", async () => {
    const bench = await createCrowd("b", "c", "d");
    // Each halves what is remembered of three.
    for (const name of "ef") {
      join(bench, name);
      await settle();
      await endAll(bench);
    }
    join(bench, "g");
    await promisesAlone();
    expect(namesOf(bench)).toEqual(["g"]);
    await endAll(bench);
  });

  it("takes along who came while the connection was waited for", async () => {
    const bench = createBench();
    const lent = Promise.withResolvers<object>();
    bench.connect.now = () => lent.promise;
    join(bench, "a");
    await settle();
    join(bench, "b", "c");
    await settle();
    lent.resolve({});
    await settle();
    expect(namesOf(bench)).toEqual(["abc"]);
    await endAll(bench);
    expect(bench.connections.lent).toBe(0);
  });

  it("gives each member the outcome that is its own", async () => {
    const bench = createBench();
    const answers = join(bench, "a", "b");
    await settle();
    const fault = new StorageError("b's alone");
    bench.held[0]!.end([...decided("a"), { kind: "fault", fault }] as Settled<string>[]);
    expect(await Promise.all(answers)).toEqual([...decided("a"), { kind: "fault", fault }]);
  });

  it("tells every member of a group that failed as a whole, and goes on with the next", async () => {
    const bench = createBench({ abreast: 1 });
    const failed = join(bench, "a", "b");
    await settle();
    const next = join(bench, "c");
    const fault = new Error("defect");
    bench.held[0]!.fail(fault);
    expect(await Promise.all(failed)).toEqual([1, 2].map(() => ({ kind: "fault", fault })));
    await settle();
    await endAll(bench);
    expect(await Promise.all(next)).toEqual(decided("c"));
  });

  it("leaves out who has left before the group began, and gives the connection back if that was everyone", async () => {
    const bench = createBench({ abreast: 1 });
    join(bench, "a");
    await settle();
    const gone: Member = { name: "b" };
    const [left, stayed] = [bench.gatherer.join(gone), ...join(bench, "c")];
    gone.left = true;
    await endAll(bench);
    await settle();
    expect(namesOf(bench)).toEqual([]);
    expect(bench.sizes).toEqual([1, 1]);
    expect(await left).toMatchObject({ kind: "fault", fault: { name: "StorageError", outcome: "none" } });
    expect(await stayed).toEqual({ kind: "decided", decision: "c" });
    const last: Member = { name: "d" };
    const answer = bench.gatherer.join(last);
    last.left = true;
    expect(await answer).toMatchObject({ kind: "fault" });
    expect(bench.connections.lent).toBe(0);
    expect(bench.away).toEqual(["left", "left"]);
  });

  it("turns away at once who comes when the queue is full, unless somebody in it has left", async () => {
    const bench = createBench({ abreast: 1, waiting: 2 });
    join(bench, "a");
    await settle();
    const waiting: Member = { name: "b" };
    const first = bench.gatherer.join(waiting);
    join(bench, "c");
    const [refused] = join(bench, "d");
    expect(await refused).toMatchObject({ kind: "fault", fault: { name: "StorageError", outcome: "none" } });
    waiting.left = true;
    const [admitted] = join(bench, "e");
    expect(await first).toMatchObject({ kind: "fault" });
    await endAll(bench);
    expect(await admitted).toEqual({ kind: "decided", decision: "e" });
    expect(bench.away).toEqual(["full", "left"]);
  });

  it("turns nobody away whose turn came while the process was held up", async () => {
    const bench = createBench({ abreast: 1, patienceMs: 500 });
    join(bench, "a");
    const { port1, port2 } = new MessageChannel();
    port2.on("message", () => bench.held[0]!.end());
    await settle();
    const [b] = join(bench, "b");
    // The end of the group before is there, and unread, when the patience is over.
    port1.postMessage("");
    for (const until = performance.now() + 600; performance.now() < until; );
    while (bench.away.length + bench.sizes.length < 2) await settle();
    expect(bench.away).toEqual([]);
    await endAll(bench);
    expect(await b).toEqual({ kind: "decided", decision: "b" });
    port1.close();
  });

  it("turns away who has waited longer than its patience, and only those", async () => {
    const bench = createBench({ abreast: 1, patienceMs: 20 });
    join(bench, "a");
    await settle();
    const [late] = join(bench, "b");
    expect(await late).toMatchObject({ kind: "fault", fault: { name: "StorageError", outcome: "none" } });
    expect(bench.away).toEqual(["late"]);
    const [other] = join(bench, "c");
    bench.held[0]!.end();
    await settle();
    await endAll(bench);
    expect(await other).toEqual({ kind: "decided", decision: "c" });
  });

  it("fails those who asked for a connection that is not to be had, and asks again for who came later", async () => {
    const bench = createBench({ abreast: 1 });
    const refusal = Promise.withResolvers<object>();
    bench.connect.now = () => refusal.promise;
    const [early] = join(bench, "a");
    // The clock must have moved on, however coarse it is.
    for (const now = performance.now(); performance.now() <= now; );
    const later = join(bench, "b", "c");
    bench.connect.now = async () => ({});
    const fault = new Error("no connection");
    refusal.reject(fault);
    expect(await early).toEqual({ kind: "fault", fault });
    await settle();
    await endAll(bench);
    expect(await Promise.all(later)).toEqual(decided("b", "c"));
  });

  it("when it is drained, answers who is inside and lets nobody in", async () => {
    const bench = createBench({ abreast: 1 });
    join(bench, "a");
    await settle();
    const inside = join(bench, "b");
    let done = false;
    const drained = bench.gatherer.drain().then(() => {
      done = true;
    });
    const [outside] = join(bench, "c");
    expect(await outside).toMatchObject({ kind: "fault" });
    bench.held[0]!.end();
    await settle();
    expect(done).toBe(false);
    await endAll(bench);
    await drained;
    expect(await Promise.all(inside)).toEqual(decided("b"));
    await createBench().gatherer.drain();
  });
});
