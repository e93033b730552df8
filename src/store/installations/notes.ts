import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../observe/log.ts";

/** How notes about the rows of a table are merged and written. */
export interface NoteKind<N> {
  /** Merges two notes about the same row. */
  merge(earlier: N, later: N): N;
  /** Writes notes; returns the ids of locked rows, whose notes are not written. */
  write(notes: readonly (readonly [id: string, note: N])[]): Promise<readonly string[]>;
  /** The log message if a write fails. */
  failed: string;
}

/** Notes that are written outside the requests. */
export interface Notes<N> {
  add(id: string, note: N): void;
  /** Resolves when all notes so far are written. Rejects if a write fails; its notes are kept. */
  flush(): Promise<void>;
}

const PAUSE_MS = 1_000;
const PAUSE_AFTER_FAILURE_MS = 5_000;
const PAUSE_FOR_HELD_ROWS_MS = 50;
/** Rows of one statement: few enough that none is locked for long. */
const BATCH = 500;

/** Collects notes by row and writes them a second later. A note is kept until it is written. */
export function createNotes<N>(kind: NoteKind<N>, log: Log): Notes<N> {
  const waiting = new Map<string, N>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function writeBatch(batch: readonly (readonly [string, N])[]): Promise<void> {
    for (const [id] of batch) waiting.delete(id);
    let left = new Set(batch.map(([id]) => id));
    try {
      left = new Set(await kind.write(batch));
    } finally {
      for (const [id, note] of batch) if (left.has(id)) put(id, (later) => kind.merge(note, later), note);
    }
  }

  function put(id: string, merge: (other: N) => N, note: N): void {
    const other = waiting.get(id);
    waiting.set(id, other === undefined ? note : merge(other));
  }

  async function writeAll(): Promise<void> {
    const due = [...waiting];
    for (let from = 0; from < due.length; from += BATCH) await writeBatch(due.slice(from, from + BATCH));
  }

  async function writeUntilNoneWaits(): Promise<void> {
    for (await writeAll(); waiting.size > 0; await writeAll()) await delay(PAUSE_FOR_HELD_ROWS_MS);
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(work, work);
    return writing;
  }

  async function writeQuietly(): Promise<void> {
    let pause = PAUSE_MS;
    try {
      await inTurn(writeAll);
    } catch (err) {
      log.warn({ err }, kind.failed);
      pause = PAUSE_AFTER_FAILURE_MS;
    }
    if (waiting.size > 0) writeAfter(pause);
  }

  function writeAfter(pause: number): void {
    timer ??= setTimeout(writeQuietly, pause).unref();
  }

  return {
    add(id, note) {
      put(id, (earlier) => kind.merge(earlier, note), note);
      writeAfter(PAUSE_MS);
    },
    flush: () => inTurn(writeUntilNoneWaits),
  };
}
