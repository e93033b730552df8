/** A limit of failures per window. */
export interface Limit {
  failures: number;
  /** Seconds. */
  window: number;
}

/**
 * The limits without settings. RATE_LIMIT_CLIENT_ADDRESS, RATE_LIMIT_ADDRESS and RATE_LIMIT_SIGN_IN replace `failures`. Only failures
 * count; successful requests are never limited.
 */
export const DEFAULT_LIMITS = {
  appAndAddress: { failures: 60, window: 60 },
  address: { failures: 300, window: 60 },
  signIn: { failures: 10, window: 900 },
} as const satisfies Record<string, Limit>;

export type LimitDecision =
  | { kind: "allow" }
  | {
      kind: "refuse";
      /** Seconds until the window ends, at least 1. */
      retryAfter: number;
    };

/**
 * Decides whether to process another attempt after `failures` in the window from `startedAt` (microseconds).
 * @see RFC 6749 §2.3.1, §10.10 (the server MUST protect against brute force)
 */
export function decideAttempt(
  limit: Limit,
  counted: { failures: number; startedAt: number },
  now: number,
): LimitDecision {
  const left = counted.startedAt + limit.window * 1_000_000 - now;
  if (left <= 0 || counted.failures < limit.failures) return { kind: "allow" };
  return { kind: "refuse", retryAfter: Math.max(1, Math.ceil(left / 1_000_000)) };
}
