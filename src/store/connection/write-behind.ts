import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../observe/log.ts";

export interface WriteBehindOptions<V> {
  /** Merges two values of the same row. */
  merge(earlier: V, later: V): V;
  /** Writes values; returns the ids of rows that were locked and so not written. */
  write(values: readonly (readonly [id: string, value: V])[]): Promise<readonly string[]>;
  /** The log message for a failed write. */
  failed: string;
  /** Milliseconds from the first buffered value until the write; default 1000. */
  delayMs?: number;
}

/** Buffers values by row id, and writes them outside of requests. */
export interface WriteBehind<V> {
  add(id: string, value: V): void;
  /** Resolves when all values so far are written. Rejects if a write fails; its values stay in the buffer. */
  flush(): Promise<void>;
}

const DELAY_MS = 1_000;
const DELAY_AFTER_FAILURE_MS = 5_000;
const DELAY_FOR_LOCKED_ROWS_MS = 50;
/** The maximum number of rows per statement. It is small, so that no row is locked for long. */
const BATCH = 500;

/** Creates a buffer that writes values `delayMs` after they are added. A value stays in the buffer until it is written. */
export function createWriteBehind<V>(options: WriteBehindOptions<V>, log: Log): WriteBehind<V> {
  const { merge, write, failed, delayMs: usualDelayMs = DELAY_MS } = options;
  const buffer = new Map<string, V>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function writeBatch(batch: readonly (readonly [string, V])[]): Promise<void> {
    for (const [id] of batch) buffer.delete(id);
    let unwritten = batch.map(([id]) => id);
    try {
      unwritten = [...(await write(batch))];
    } finally {
      for (const [id, value] of batch.filter(([id]) => unwritten.includes(id))) {
        const later = buffer.get(id);
        buffer.set(id, later === undefined ? value : merge(value, later));
      }
    }
  }

  async function writeBuffer(): Promise<void> {
    const all = [...buffer];
    for (let from = 0; from < all.length; from += BATCH) await writeBatch(all.slice(from, from + BATCH));
  }

  async function writeUntilEmpty(): Promise<void> {
    for (await writeBuffer(); buffer.size > 0; await writeBuffer()) await delay(DELAY_FOR_LOCKED_ROWS_MS);
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(work, work);
    return writing;
  }

  async function writeInBackground(): Promise<void> {
    let delayMs = usualDelayMs;
    try {
      await enqueue(writeBuffer);
    } catch (err) {
      log.warn({ err }, failed);
      delayMs = DELAY_AFTER_FAILURE_MS;
    }
    if (buffer.size > 0) schedule(delayMs);
  }

  function schedule(delayMs: number): void {
    timer ??= setTimeout(writeInBackground, delayMs).unref();
  }

  return {
    add(id, value) {
      const earlier = buffer.get(id);
      buffer.set(id, earlier === undefined ? value : merge(earlier, value));
      schedule(usualDelayMs);
    },
    flush: () => enqueue(writeUntilEmpty),
  };
}
