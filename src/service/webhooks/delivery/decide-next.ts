import { type Backoff, jitteredBackoffMs } from "../../../concurrency/retry.ts";
import type { WebhookResponse } from "./http-sender.ts";

/** The age of a delivery in seconds after which a failed attempt is the last: three days. */
const RETRY_FOR_SECONDS = 3 * 86_400;
/** The duration of failures in seconds after which an endpoint is disabled: five days. */
const DISABLE_AFTER_SECONDS = 5 * 86_400;
/** The pauses between attempts: about 18 attempts in three days. */
const BACKOFF: Backoff = { firstMs: 5_000, longestMs: 12 * 3_600_000 };
/** The receiver asks to stop. @see RFC 9110 §15.5.11 */
const GONE = 410;

/** The consequence of an attempt. */
export type NextStep =
  | { next: "SUCCEEDED" }
  | { next: "FAILED"; disables: boolean }
  | { next: "PENDING"; delayMs: number };

interface AttemptFacts {
  /** The number of earlier attempts since the delivery was queued. */
  attempts: number;
  /** Seconds since the delivery was queued. */
  ageSeconds: number;
}

interface RetryRule {
  /** Default: 5 s, doubling to 12 h. */
  backoff?: Backoff | undefined;
  random?: () => number;
}

/** Decides whether a delivery has succeeded, is given up, or is attempted again. */
export function decideNext(
  { result, status }: Pick<WebhookResponse, "result" | "status">,
  { attempts, ageSeconds }: AttemptFacts,
  { backoff = BACKOFF, random = Math.random }: RetryRule = {},
): NextStep {
  if (result === "OK") return { next: "SUCCEEDED" };
  if (status === GONE) return { next: "FAILED", disables: true };
  if (ageSeconds >= RETRY_FOR_SECONDS) return { next: "FAILED", disables: false };
  return { next: "PENDING", delayMs: jitteredBackoffMs(attempts, backoff, random) };
}

/** True if an endpoint must be disabled after this many seconds without a success. */
export function isFailingForGood(seconds: number): boolean {
  return seconds >= DISABLE_AFTER_SECONDS;
}
