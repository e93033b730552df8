/** What was opened, to be closed in the opposite order. */
export interface Closing {
  /** To be called when closing comes to it. */
  add(close: () => Promise<unknown> | unknown): void;
  /** Closes everything; goes on after a failure and throws the first one at the end. */
  close(): Promise<void>;
}

/** An empty list of things to close. */
export function createClosing(): Closing {
  const closers: (() => Promise<unknown> | unknown)[] = [];
  return {
    add: (close) => void closers.push(close),
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
