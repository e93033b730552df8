import { withTimeout } from "../concurrency/timeout.ts";

const TIMEOUT_MS = 5_000;

/**
 * Bounds the `close` of a resource, so that a hanging one does not keep the others open.
 * @returns a function that rejects with the resource's name after the timeout
 */
export function closeWithin(resource: string, close: () => Promise<void>, timeoutMs = TIMEOUT_MS): () => Promise<void> {
  const fail = () => {
    throw new Error(`${resource} did not close within ${timeoutMs / 1_000} s`);
  };
  return () => withTimeout(timeoutMs, close(), fail);
}
