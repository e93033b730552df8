import { describe, expect, test } from "vitest";
import { beginScan, continueScan, LIMIT, LOOKS, type ScanState } from "../../../../src/service/retention/scan.ts";

const EARLY = "01000000-0000-7000-8000-000000000000";
const LATE = "02000000-0000-7000-8000-000000000000";
const full = { removed: LIMIT, due: LIMIT, looked: LOOKS, oldestDueFor: 1 };
const vain = { removed: 0, due: 0, looked: LOOKS, oldestDueFor: null };

/** The states after the batches, the last one repeated until the run is over. */
function run(state: ScanState, batch: (at: ScanState) => Parameters<typeof continueScan>[1], isOrdered = false) {
  let batches = 0;
  for (; state.phase !== "done" && batches < 1_000; batches++) state = continueScan(state, batch(state), isOrdered);
  return { state, batches };
}

describe("a scan of a table by id", () => {
  test("goes on with the oldest rows as long as a batch is full", () => {
    const next = continueScan(beginScan(LATE), { ...full, nextId: EARLY }, false);
    expect(next).toMatchObject({ phase: "oldest", fromId: EARLY, place: LATE });
  });

  test("then goes on where the last run stopped", () => {
    const next = continueScan(beginScan(LATE), { ...vain, nextId: EARLY }, false);
    expect(next).toMatchObject({ phase: "continued", fromId: LATE });
  });

  test("looks at a bounded number of rows in a run, and keeps its place", () => {
    const { state, batches } = run(beginScan(null), () => ({ ...vain, nextId: LATE }));
    expect(state).toMatchObject({ phase: "done", place: LATE });
    expect(batches).toBe(41);
  });

  test("begins anew behind the end of the table", () => {
    expect(continueScan(beginScan(LATE), { ...vain, nextId: null }, false)).toMatchObject({
      phase: "done",
      place: null,
    });
  });

  test("ends with the oldest rows where rows become due in order", () => {
    const { batches } = run(beginScan(null), () => ({ ...vain, nextId: LATE }), true);
    expect(batches).toBe(1);
  });
});
