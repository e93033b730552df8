/** What was opened, to be closed in the opposite order. */
export interface Disposables {
  /** To be called when disposables comes to it. What has a name is left behind after five seconds: that is a failure, and it is told by its name. */
  add(close: () => Promise<unknown> | unknown, name?: string): void;
  /** Closes everything; goes on after a failure and throws the first one at the end. */
  close(): Promise<void>;
}

const WITHIN_MS = 5_000;

/** An empty list of things to close. @param withinMs milliseconds that what has a name may take */
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
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`${name} did not close within ${withinMs / 1_000} s`)),
    withinMs,
  );
  await Promise.race([close(), late.promise]).finally(() => clearTimeout(timer));
}
