import { setTimeout as delay } from "node:timers/promises";

const TIMEOUT_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface RetryOptions {
  isRetryable(error: unknown): boolean;
  /** Called before each pause, with the error in one line. */
  onRetry(reason: string, pauseMs: number): void;
}

/** Repeats `work` with exponential backoff for up to a minute. @throws the last error, or the first that is not retryable */
export async function retryWithBackoff<T>({ isRetryable, onRetry }: RetryOptions, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || performance.now() > deadline) throw error;
      onRetry(reasonOf(error), pauseMs);
      await delay(pauseMs);
    }
  }
}

/** A host with several addresses fails with an error for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
