import { FIRST_ID, type Scanned } from "../../store/retention/by-id.ts";

/** Rows of one transaction: few enough that none is locked for long. */
export const LIMIT = 1_000;
/** Rows of one transaction that are looked at. */
export const LOOKS = 5_000;
/** Rows of a table that one run looks at beyond the oldest ones: a table of any size costs a run the same. */
const WALK = 200_000;

/**
 * How far a run has come in a table without an index on expiry. `oldest` removes the oldest rows as long as it finds enough of them. `walk`
 * goes on where the last run stopped and finds what expired among rows that live longer.
 */
export interface ScanState {
  phase: "oldest" | "walk" | "done";
  fromId: string;
  /** Where the walk goes on; null at the beginning of the table. */
  place: string | null;
  looksLeft: number;
}

/** The state before the first batch of a run. */
export function beginScan(place: string | null): ScanState {
  return { phase: "oldest", fromId: FIRST_ID, place, looksLeft: WALK };
}

/** The state after a batch. `isOrdered`: rows become due in the order of their ids, so there is nothing to walk for. */
export function continueScan(state: ScanState, { due, looked, nextId }: Scanned, isOrdered: boolean): ScanState {
  if (nextId === null) return { ...state, phase: "done", place: null };
  if (state.phase === "walk") {
    const looksLeft = state.looksLeft - looked;
    return { phase: looksLeft > 0 ? "walk" : "done", fromId: nextId, place: nextId, looksLeft };
  }
  if (due === LIMIT) return { ...state, fromId: nextId };
  if (isOrdered) return { ...state, phase: "done", place: null };
  const from = state.place === null || state.place < nextId ? nextId : state.place;
  return { ...state, phase: "walk", fromId: from, place: from };
}
