import { afterEach, describe, expect, it, vi } from "vitest";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import { createLookUp } from "../../../../src/service/tokens/introspection-loader.ts";
import type { IntrospectionRow } from "../../../../src/store/tokens/introspection.ts";

interface Select {
  ids: readonly string[];
  answer(): void;
  fail(error: unknown): void;
}

/** A database whose selects end when the test says so. */
function createDatabase(timeoutMs?: number) {
  const selects: Select[] = [];
  let tick = 0;
  const lookUp = createLookUp({
    timeoutMs,
    sending: () => ({ tick: ++tick, at: 0 }),
    read: (ids) =>
      new Promise((resolve, reject) => {
        const rows = ids.map((id) => ({ id }) as IntrospectionRow);
        selects.push({ ids, answer: () => resolve(rows), fail: reject });
      }),
  });
  return { selects, lookUp };
}

/** As many turns of the event loop as a crowd that does not grow is waited for. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => {
  vi.useRealTimers();
});

describe("look-ups", () => {
  it("a lone one waits for nobody", () => {
    const { selects, lookUp } = createDatabase();
    void lookUp(["a"]);
    expect(selects.map(({ ids }) => ids)).toEqual([["a"]]);
  });

  it("all that wait share one select, each id once, and none joins one that is on its way", async () => {
    const { selects, lookUp } = createDatabase();
    const asked = ["a", "b", "c", "c", "d"].map((id) => lookUp([id]));
    expect(selects.map(({ ids }) => ids)).toEqual([["a"], ["b"]]);
    selects[0]!.answer();
    await asked[0];
    await turn();
    expect(selects.map(({ ids }) => ids)).toEqual([["a"], ["b"], ["c", "d"]]);
    const late = lookUp(["c"]);
    selects[1]!.answer();
    selects[2]!.answer();
    const looked = await Promise.all(asked.slice(2));
    expect(looked.map(({ sent }) => sent.tick)).toEqual([3, 3, 3]);
    await turn();
    selects[3]!.answer();
    expect((await late).sent.tick).toBe(4);
  });

  it("a crowd that comes back one after the other shares a select again", async () => {
    const { selects, lookUp } = createDatabase();
    const asked = ["a", "b", "c", "d", "e"].map((id) => lookUp([id]));
    selects[0]!.answer();
    selects[1]!.answer();
    await turn();
    expect(selects.map(({ ids }) => ids)).toEqual([["a"], ["b"], ["c", "d", "e"]]);
    selects[2]!.answer();
    await Promise.all(asked);
    for (const id of ["v", "w", "x", "y", "z"]) {
      asked.push(lookUp([id]));
      expect(selects).toHaveLength(3);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await turn();
    expect(selects[3]?.ids).toEqual(["v", "w", "x", "y", "z"]);
    selects[3]!.answer();
    await Promise.all(asked);
  });

  it("a select takes a thousand ids at most, and a request's are never divided", async () => {
    const { selects, lookUp } = createDatabase();
    const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);
    void lookUp(["a"]);
    void lookUp(["b"]);
    void lookUp(many("c", 600));
    void lookUp(many("d", 600));
    void lookUp(many("e", 1000));
    for (const at of [0, 1, 2, 3]) {
      selects[at]!.answer();
      await turn();
    }
    expect(selects.map(({ ids }) => ids.length)).toEqual([1, 1, 600, 600, 1000]);
  });

  it("a failure is told to those of its select, and the next goes on", async () => {
    const { selects, lookUp } = createDatabase();
    const first = lookUp(["a"]);
    const second = lookUp(["b"]);
    const third = lookUp(["c"]);
    const fault = new StorageError("gone");
    selects[0]!.fail(fault);
    await expect(first).rejects.toBe(fault);
    await turn();
    selects[1]!.answer();
    selects[2]!.answer();
    expect((await second).rows.has("b")).toBe(true);
    expect((await third).rows.has("c")).toBe(true);
  });

  it("O1 who waits while no select ends hears soon that the database does not answer", async () => {
    const { lookUp } = createDatabase();
    void lookUp(["a"]);
    void lookUp(["b"]);
    await expect(lookUp(["c"])).rejects.toBeInstanceOf(StorageError);
  });

  it("DATABASE_TIMEOUT bounds the wait", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { selects, lookUp } = createDatabase(20_000);
    const all = ["a", "b", "c"].map((id) => lookUp([id]));
    vi.advanceTimersByTime(19_000);
    await turn();
    for (const answered of [0, 1, 2]) {
      selects[answered]!.answer();
      await turn();
    }
    expect(await Promise.all(all)).toHaveLength(3);
    const [, , late] = ["d", "e", "f"].map((id) => lookUp([id]));
    vi.advanceTimersByTime(20_000);
    await expect(late).rejects.toBeInstanceOf(StorageError);
  });

  it("where all of a crowd have given up while it was gathered, no select is sent for nobody", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { selects, lookUp } = createDatabase();
    const first = ["a", "b", "c", "d"].map((id) => lookUp([id]));
    selects[0]!.answer();
    await turn();
    expect(selects.map(({ ids }) => ids)).toEqual([["a"], ["b"], ["c", "d"]]);
    const late = ["e", "f"].map((id) => expect(lookUp([id])).rejects.toBeInstanceOf(StorageError));
    // A place is free, and they are gathered for it, when their time is over.
    selects[1]!.answer();
    await first[1];
    vi.advanceTimersByTime(1_000);
    await Promise.all(late);
    await turn();
    expect(selects).toHaveLength(3);
    const next = lookUp(["g"]);
    await turn();
    expect(selects[3]?.ids).toEqual(["g"]);
    selects[2]!.answer();
    selects[3]!.answer();
    await Promise.all([...first, next]);
  });
});
