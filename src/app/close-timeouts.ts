import { withTimeout } from "../concurrency/timeout.ts";

/** Milliseconds after which a stopping process exits with status 1, even if resources are still open. */
export const CLOSE_WITHIN_MS = 45_000;

/** How long the active calls of each internal port may take to finish, in milliseconds. The ports close one after the other. */
export const GRACE_MS = 10_000;

/** How long each pool and job may take to close, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Bounds the duration of `close`, so that a resource that does not close does not keep the others open.
 * @returns a function that rejects with the resource's name after the timeout
 */
export function closeWithin(resource: string, close: () => Promise<void>, timeoutMs = TIMEOUT_MS): () => Promise<void> {
  const fail = () => {
    throw new Error(`${resource} did not close within ${timeoutMs / 1_000} s`);
  };
  return () => withTimeout(timeoutMs, close(), fail);
}
