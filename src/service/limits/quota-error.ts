import type { Count } from "../../store/accounts/failure-windows.ts";
import { RequestError } from "../errors.ts";

interface ExceededQuota {
  message: string;
  /** The length of the window, in seconds. */
  window: number;
  /** Default: RATE_LIMITED. */
  reason?: "RATE_LIMITED" | "SIGN_UP_LIMIT";
}

/** The error of a call above a quota. It tells the caller to repeat the call when the window of the count ends. */
export function quotaError(count: Count, { message, window, reason = "RATE_LIMITED" }: ExceededQuota): RequestError {
  return new RequestError("resource_exhausted", reason, message, { retryAfterSeconds: secondsLeft(count, window) });
}

/** Whole seconds until the window ends, at least one. */
function secondsLeft({ startedAt, now }: Count, window: number): number {
  return Math.max(1, Math.ceil(window - (now - startedAt) / 1e6));
}
