import { Code, ConnectError } from "@connectrpc/connect";
import { retryWithBackoff } from "../../../src/concurrency/retry.ts";

const CONNECTIONS = 4;
const isOutage = (error: unknown) => error instanceof ConnectError && error.code === Code.Unavailable;

/**
 * Opens the connections to the database that a site will use: the first of them outlasts its short timeout where the machine is busy with other
 * things, and what a test is about is not that. @param call anything that reads
 */
export async function warmUp(call: () => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => retryWithBackoff({ isRetryable: isOutage, onRetry() {} }, call)),
  );
}
