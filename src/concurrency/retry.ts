import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** The pause before retry number `retry`, counted from 0, in milliseconds. It doubles with each retry. */
export function backoffMs(retry: number, { firstMs, longestMs }: Backoff): number {
  return Math.min(longestMs, firstMs * 2 ** retry);
}

/** As `backoffMs`, changed at random by up to a quarter, so that many callers do not retry at the same time. */
export function jitteredBackoffMs(retry: number, backoff: Backoff, random: () => number = Math.random): number {
  return Math.round(backoffMs(retry, backoff) * (0.75 + random() / 2));
}

export interface RetryOptions {
  isRetryable(error: unknown): boolean;
  /** The pause before retry number `retry`, counted from 0, in milliseconds; null for no further retry. */
  pauseMs(retry: number): number | null;
  /** Called before each pause. */
  onRetry?(error: unknown, pauseMs: number): void;
}

/** Repeats `work` after retryable errors. @throws the last error, or the first that is not retryable */
export async function retry<T>({ isRetryable, pauseMs, onRetry }: RetryOptions, work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await work();
    } catch (error) {
      const pause = isRetryable(error) ? pauseMs(retries) : null;
      if (pause === null) throw error;
      onRetry?.(error, pause);
      await delay(pause);
    }
  }
}

const TIMEOUT_MS = 60_000;
const BACKOFF: Backoff = { firstMs: 500, longestMs: 5_000 };

/** As `retry`, for up to a minute with pauses of 0.5 to 5 s. `onRetry` receives the message of the error. */
export function retryWithBackoff<T>(
  { isRetryable, onRetry }: Pick<RetryOptions, "isRetryable"> & { onRetry(reason: string, pauseMs: number): void },
  work: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  return retry(
    {
      isRetryable,
      pauseMs: (retries) => (performance.now() > deadline ? null : backoffMs(retries, BACKOFF)),
      onRetry: (error, pauseMs) => onRetry(reasonOf(error), pauseMs),
    },
    work,
  );
}

/** The message of an error. A host with several addresses fails with an error for each address. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
