import { describe, expect, test } from "vitest";
import {
  beginScan,
  continueScan,
  REMOVAL_LIMIT,
  SCAN_LIMIT,
  type ScanState,
} from "../../../../src/service/retention/scan.ts";

const EARLY = "01000000-0000-7000-8000-000000000000";
const LATE = "02000000-0000-7000-8000-000000000000";
const full = { removed: REMOVAL_LIMIT, due: REMOVAL_LIMIT, scanned: SCAN_LIMIT, oldestDueFor: 1 };
const vain = { removed: 0, due: 0, scanned: SCAN_LIMIT, oldestDueFor: null };

/** The states after the batches; the last batch repeats until the end of the run. */
function run(state: ScanState, batch: (at: ScanState) => Parameters<typeof continueScan>[1]) {
  let batches = 0;
  for (; state.phase !== "done" && batches < 1_000; batches++) state = continueScan(state, batch(state));
  return { state, batches };
}

describe("a scan of a table by id", () => {
  test("continues with the oldest rows while batches are full", () => {
    const next = continueScan(beginScan(LATE), { ...full, nextId: EARLY });
    expect(next).toMatchObject({ phase: "oldest", fromId: EARLY, place: LATE });
  });

  test("then continues at the saved position", () => {
    const next = continueScan(beginScan(LATE), { ...vain, nextId: EARLY });
    expect(next).toMatchObject({ phase: "continued", fromId: LATE });
  });

  test("reads a limited number of rows per run and saves its position", () => {
    const { state, batches } = run(beginScan(null), () => ({ ...vain, nextId: LATE }));
    expect(state).toMatchObject({ phase: "done", place: LATE });
    expect(batches).toBe(41);
  });

  test("starts over after the end of the table", () => {
    expect(continueScan(beginScan(LATE), { ...vain, nextId: null })).toMatchObject({
      phase: "done",
      place: null,
    });
  });
});
