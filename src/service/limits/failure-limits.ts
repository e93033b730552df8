import { cacheKeyOf } from "../../credential/digest.ts";
import { DEFAULT_LIMITS, decideAttempt, type Limit, type LimitDecision } from "../../oauth/failure-limit.ts";
import type { Count, Counter } from "../../store/accounts/failure-windows.ts";

/** The configured numbers of failures per time window. */
export interface FailureLimits {
  appAndAddressPerMinute: number;
  addressPerMinute: number;
  signInPerQuarterHour: number;
}

/** The limits of failures per window (docs/operations.md, "Limits on failures"). */
export interface LimitWindows {
  /** Failed authentications of one app from one address. */
  appAndAddress: Limit;
  /** Failed authentications of all apps from one address. */
  address: Limit;
  /**
   * Failed authentications of one app from all addresses. This limit only logs an alert and rejects nothing, because client ids are public.
   */
  appAlert: Limit;
  /** Failed sign-ins of one e-mail address, whether an account has it or not, from one client address or one known browser. */
  signIn: Limit;
  /** Failed sign-ins of one e-mail from unknown browsers at all addresses; further attempts are throttled. */
  signInAccount: Limit;
  /** Failed sign-ins of all e-mails from one address; further attempts are throttled. */
  signInAddress: Limit;
  /**
   * Wrong second factors of one account from all addresses. Further attempts are refused: each guess needs the password first, and codes
   * have only six digits.
   */
  secondFactor: Limit;
}

/**
 * The factor from the limit of one account at one address to the limits of an account and of an address, which are higher because many
 * clients share them.
 */
const SHARED = 10;

/** The windows of the configured limits. The limit for an app's alert is ten times that of one address. */
export function toLimitWindows(limits: FailureLimits): LimitWindows {
  const { appAndAddress, address, signIn } = DEFAULT_LIMITS;
  return {
    appAndAddress: { ...appAndAddress, failures: limits.appAndAddressPerMinute },
    address: { ...address, failures: limits.addressPerMinute },
    appAlert: { ...appAndAddress, failures: limits.appAndAddressPerMinute * 10 },
    signIn: { ...signIn, failures: limits.signInPerQuarterHour },
    signInAccount: { ...signIn, failures: limits.signInPerQuarterHour * SHARED },
    signInAddress: { ...signIn, failures: limits.signInPerQuarterHour * SHARED },
    secondFactor: { failures: limits.signInPerQuarterHour * 2, window: 3_600 },
  };
}

export interface LimitedCounter extends Counter {
  limit: Limit;
}

/** Creates a counter. Keys contain digests, so that presented e-mails and client ids are not stored. */
export function counterOf(name: string, limit: Limit, ...parts: string[]): LimitedCounter {
  return { key: `${name}:${cacheKeyOf(JSON.stringify(parts))}`, window: limit.window, limit };
}

/** The decision of the first limit that refuses. @param counts of the same counters in the same order */
export function findFirstRejection(counters: readonly LimitedCounter[], counts: readonly Count[]): LimitDecision {
  for (const [at, { limit }] of counters.entries()) {
    const { now, ...counted } = counts[at]!;
    const decision = decideAttempt(limit, counted, now);
    if (decision.kind === "refuse") return decision;
  }
  return { kind: "allow" };
}

/** The counts before the failure that was just added. */
export function withoutNewFailure(counts: readonly Count[]): Count[] {
  return counts.map((count) => ({ ...count, failures: count.failures - 1 }));
}
