import { cacheKeyOf } from "../../credential/digest.ts";
import { decideAttempt, LIMITS, type Limit, type LimitDecision } from "../../oauth/failure-limit.ts";
import type { Count, Counter } from "../../store/accounts/failure-windows.ts";

/** How many failures the windows take, as the settings name them. */
export interface LimitFigures {
  appAndAddressPerMinute: number;
  addressPerMinute: number;
  signInPerQuarterHour: number;
}

/** The windows in which failures are counted (docs/operations.md, "Limits on failures"). */
export interface LimitWindows {
  /** Failed authentications of one app from one address. */
  appAndAddress: Limit;
  /** Failed authentications from one address, whatever the app. */
  address: Limit;
  /** Failed authentications of one app from everywhere, at which an alert is logged; client ids are public, so nobody is refused for it. */
  appAlert: Limit;
  /** Failed sign-ins for one e-mail, known or not, from one address or one known browser. */
  signIn: Limit;
  /** Failed sign-ins for one e-mail from unknown browsers at any address: past it, they are slowed down. */
  signInAccount: Limit;
  /** Failed sign-ins from one address, whatever the e-mail: past it, attempts from there are slowed down. */
  signInAddress: Limit;
}

/** An address is shared and an account is known to many, so each takes this many times the failures of one account from one address. */
const SHARED = 10;

/** The windows of the settings. An app's alert comes with the failures that would block ten addresses. */
export function toLimitWindows(figures: LimitFigures): LimitWindows {
  const { appAndAddress, address, signIn } = LIMITS;
  return {
    appAndAddress: { ...appAndAddress, failures: figures.appAndAddressPerMinute },
    address: { ...address, failures: figures.addressPerMinute },
    appAlert: { ...appAndAddress, failures: figures.appAndAddressPerMinute * 10 },
    signIn: { ...signIn, failures: figures.signInPerQuarterHour },
    signInAccount: { ...signIn, failures: figures.signInPerQuarterHour * SHARED },
    signInAddress: { ...signIn, failures: figures.signInPerQuarterHour * SHARED },
  };
}

/** A counter with the limit it is held against. */
export interface Limited extends Counter {
  limit: Limit;
}

/** Keys hold digests: what a stranger sends as an e-mail or a client_id is kept nowhere. */
export function counterOf(name: string, limit: Limit, ...parts: string[]): Limited {
  return { key: `${name}:${cacheKeyOf(JSON.stringify(parts))}`, window: limit.window, limit };
}

/** The first of the limits that refuses. @param counts of the same counters, in the same order */
export function firstRefusal(counters: readonly Limited[], counts: readonly Count[]): LimitDecision {
  for (const [at, { limit }] of counters.entries()) {
    const { now, ...counted } = counts[at]!;
    const decision = decideAttempt(limit, counted, now);
    if (decision.kind === "refuse") return decision;
  }
  return { kind: "allow" };
}

/** The counts as they were before the failure that has just been added to each. */
export function beforeThis(counts: readonly Count[]): Count[] {
  return counts.map((count) => ({ ...count, failures: count.failures - 1 }));
}
