import { Code, ConnectError } from "@connectrpc/connect";
import { retryWithBackoff } from "../../../src/concurrency/retry.ts";

const CONNECTIONS = 4;
const isOutage = (error: unknown) => error instanceof ConnectError && error.code === Code.Unavailable;

/**
 * Opens the database connections of a site: on a busy machine, opening the first one may exceed the short timeout.
 * @param call any call that reads
 */
export async function warmUp(call: () => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => retryWithBackoff({ isRetryable: isOutage, onRetry() {} }, call)),
  );
}
