import { FIRST_ID } from "../../store/connection/uuid-range.ts";
import type { Scanned } from "../../store/retention/by-id.ts";

/** The maximum number of rows removed per transaction, so that no row is locked for long. */
export const REMOVAL_LIMIT = 1_000;
/** The maximum number of rows read per transaction. */
export const SCAN_LIMIT = 5_000;
/** The maximum number of rows that one run reads in the phase `continued`, so that its cost does not depend on the table's size. */
const CONTINUED_ROWS = 200_000;

/**
 * A run's progress in a table without an index on expiry. The phase `oldest` removes the oldest rows as long as each batch is full of due
 * rows. The phase `continued` resumes where the last run stopped, and finds expired rows among longer-lived rows.
 */
export interface ScanState {
  phase: "oldest" | "continued" | "done";
  fromId: string;
  /** Where the next run continues; null at the start of the table. */
  place: string | null;
  /** Rows that the run may still read in the phase `continued`. */
  rowsLeft: number;
}

/** The state before the first batch of a run. */
export function beginScan(place: string | null): ScanState {
  return { phase: "oldest", fromId: FIRST_ID, place, rowsLeft: CONTINUED_ROWS };
}

/** The state after a batch. */
export function continueScan(state: ScanState, { due, scanned, nextId }: Scanned): ScanState {
  if (nextId === null) return { ...state, phase: "done", place: null };
  if (state.phase === "continued") {
    const rowsLeft = state.rowsLeft - scanned;
    return { phase: rowsLeft > 0 ? "continued" : "done", fromId: nextId, place: nextId, rowsLeft };
  }
  if (due === REMOVAL_LIMIT) return { ...state, fromId: nextId };
  const from = state.place === null || state.place < nextId ? nextId : state.place;
  return { ...state, phase: "continued", fromId: from, place: from };
}
