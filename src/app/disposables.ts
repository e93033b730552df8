import { withTimeout } from "../concurrency/timeout.ts";

/** Resources to close in reverse order. */
export interface Disposables {
  /** Registers a resource. A named one fails with its name if it does not close within five seconds. */
  add(close: () => Promise<unknown> | unknown, name?: string): void;
  /** Closes everything, even after failures, then throws the first failure. */
  close(): Promise<void>;
}

const WITHIN_MS = 5_000;

/** @param withinMs timeout of named resources in milliseconds */
export function createDisposables(withinMs = WITHIN_MS): Disposables {
  const closers: (() => Promise<unknown> | unknown)[] = [];
  return {
    add: (close, name) => void closers.push(name === undefined ? close : () => within({ close, name, withinMs })),
    async close() {
      const failures: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

interface Bounded {
  close: () => Promise<unknown> | unknown;
  name: string;
  withinMs: number;
}

async function within({ close, name, withinMs }: Bounded): Promise<void> {
  await withTimeout(withinMs, Promise.resolve(close()), () => {
    throw new Error(`${name} did not close within ${withinMs / 1_000} s`);
  });
}
