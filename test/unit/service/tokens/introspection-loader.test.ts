import { expect, it } from "vitest";
import { StorageError } from "../../../../src/observe/storage-error.ts";
import { createIntrospectionLoader } from "../../../../src/service/tokens/introspection-loader.ts";
import type { IntrospectionRow } from "../../../../src/store/tokens/introspection.ts";

interface Select {
  ids: readonly string[];
  answer(): void;
  fail(error: unknown): void;
}

/** A database whose selects end when the test ends them. */
function createDatabase(timeoutMs?: number) {
  const selects: Select[] = [];
  let tick = 0;
  const load = createIntrospectionLoader({
    timeoutMs,
    startRead: () => ({ tick: ++tick, at: 0 }),
    read: (ids) =>
      new Promise((resolve, reject) => {
        const rows = ids.map((id) => ({ id }) as IntrospectionRow);
        selects.push({ ids, answer: () => resolve(rows), fail: reject });
      }),
  });
  return { selects, load };
}

/** As many event-loop turns as the batcher's delay lasts without new items. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve));
}

it("concurrent loads share one select, each id once, and no load joins a select that was sent", async () => {
  const { selects, load } = createDatabase();
  const first = ["a", "b", "b"].map((id) => load([id]));
  await turn();
  const late = load(["b"]);
  await turn();
  expect(selects.map(({ ids }) => ids)).toEqual([["a", "b"], ["b"]]);
  for (const { answer } of selects) answer();
  const loaded = await Promise.all([...first, late]);
  expect(loaded.map(({ start }) => start.tick)).toEqual([1, 1, 1, 2]);
  expect(loaded.map(({ rows }) => [...rows.keys()])).toEqual([["a", "b"], ["a", "b"], ["a", "b"], ["b"]]);
});

it("a select takes at most 1000 ids, and the ids of one load are never divided", async () => {
  const { selects, load } = createDatabase();
  const many = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}`);
  const loads = [load(many("a", 600)), load(many("b", 600)), load(many("c", 1000)), load(many("d", 1500))];
  for (const at of [0, 1, 2, 3]) {
    await turn();
    selects[at]!.answer();
  }
  await Promise.all(loads);
  expect(selects.map(({ ids }) => ids.length)).toEqual([600, 600, 1000, 1500]);
});

it("a failed select fails its loads only", async () => {
  const { selects, load } = createDatabase();
  const failed = load(["a"]);
  await turn();
  const other = load(["b"]);
  await turn();
  const failure = new StorageError("gone");
  selects[0]!.fail(failure);
  await expect(failed).rejects.toBe(failure);
  selects[1]!.answer();
  expect((await other).rows.has("b")).toBe(true);
});

it("O1 DATABASE_TIMEOUT limits the wait for a free select", async () => {
  const { load } = createDatabase(20);
  void load(["a"]);
  await turn();
  void load(["b"]);
  await turn();
  await expect(load(["c"])).rejects.toBeInstanceOf(StorageError);
});

it("rejects a load that exceeds the queue limit", async () => {
  const { load } = createDatabase();
  const ids = Array.from({ length: 100_001 }, (_, n) => `${n}`);
  await expect(load(ids)).rejects.toBeInstanceOf(StorageError);
});
