import { cacheKeyOf } from "../../credential/digest.ts";
import { decideAttempt, LIMITS, type Limit, type LimitDecision } from "../../oauth/failure-limit.ts";
import type { Log } from "../../observe/log.ts";
import type { Count, Counter } from "../../store/failure-windows.ts";
import type { Management } from "../../store/management.ts";
import { toAddressKey } from "./address-key.ts";
import { createFailureCounter, type FailureCounter } from "./failure-counter.ts";
import { createTurns } from "./turns.ts";

/** How many failures the windows take, as the settings name them. */
export interface LimitFigures {
  appAndAddressPerMinute: number;
  addressPerMinute: number;
  signInPerQuarterHour: number;
}

/** The windows in which failures are counted (contract §3, Limits). */
export interface LimitWindows {
  /** Failed authentications of one app from one address. */
  appAndAddress: Limit;
  /** Failed authentications from one address, whatever the app. */
  address: Limit;
  /** Failed authentications of one app from everywhere, at which an alert is logged; client ids are public, so nobody is refused for it. */
  appAlert: Limit;
  /** Failed sign-ins for one e-mail, known or not. */
  signIn: Limit;
  /** Failed sign-ins from one address, whatever the e-mail: an office shares one, so it takes ten times as many. */
  signInAddress: Limit;
}

/** The windows of the windows. An app's alert comes with the failures that would block ten addresses. */
export function toLimitWindows(figures: LimitFigures): LimitWindows {
  const { appAndAddress, address, signIn } = LIMITS;
  return {
    appAndAddress: { ...appAndAddress, failures: figures.appAndAddressPerMinute },
    address: { ...address, failures: figures.addressPerMinute },
    appAlert: { ...appAndAddress, failures: figures.appAndAddressPerMinute * 10 },
    signIn: { ...signIn, failures: figures.signInPerQuarterHour },
    signInAddress: { ...signIn, failures: figures.signInPerQuarterHour * 10 },
  };
}

export interface LimitsDeps {
  management: Management;
  log: Log;
  /** Null: nothing is counted and nobody refused (LIMITS=off). */
  windows: LimitWindows | null;
}

/** An app that did not authenticate. */
export interface AppFailure {
  /** As presented, existing or not; null if none was. */
  clientId: string | null;
  /** The outside client's address; null when nobody told it: then no limit applies. */
  address: string | null;
}

/** Who tries to sign in. */
export interface SignInAttempt {
  /** Whose password is tried: an e-mail in lower case, known or not, or an account's id. */
  subject: string;
  address: string | null;
}

export type SignInOutcome<T> =
  | { kind: "passed"; value: T }
  | { kind: "failed" }
  | { kind: "refused"; retryAfter: number };

/** The limits on failures, shared by all replicas through PostgreSQL. Success writes nothing. */
export interface Limits {
  /**
   * Counts an app's failed authentication and says how to answer it. It is asked after the secret was found wrong and never before, so that
   * a right secret is not refused for the failures of others. `retryAfter` in seconds.
   */
  countAppFailure(failure: AppFailure): Promise<LimitDecision>;
  /**
   * Runs `verify` if this subject and address may still try; null from it is a failure and counted. A subject's attempts take turns, so that
   * no more passwords are tried at once than one by one; a replica more may let one more through.
   */
  attemptSignIn<T>(attempt: SignInAttempt, verify: () => Promise<T | null>): Promise<SignInOutcome<T>>;
}

/** More attempts for one subject than anybody makes; a flood of them waits in no memory of ours, and nobody behind it for long. */
const MOST_AT_ONCE = 200;

/** The limits over the failures in `deps.management`'s database. */
export function createLimits(deps: LimitsDeps): Limits {
  const { management, log, windows } = deps;
  if (windows === null) return UNLIMITED;
  const counter = createFailureCounter(management);
  const turns = createTurns(MOST_AT_ONCE);
  return {
    countAppFailure: (failure) => countAppFailure({ windows, log, counter }, failure),
    async attemptSignIn(attempt, verify) {
      const counters = signInCounters(windows, attempt);
      const outcome = await turns.take(counters[0]!.key, () => attemptSignIn(counter, counters, verify));
      return outcome ?? { kind: "refused", retryAfter: 1 };
    },
  };
}

const UNLIMITED: Limits = {
  countAppFailure: async () => ({ kind: "allow" }),
  async attemptSignIn(_attempt, verify) {
    const value = await verify();
    return value === null ? { kind: "failed" } : { kind: "passed", value };
  },
};

interface Limited extends Counter {
  limit: Limit;
}

/** Keys hold digests: what a stranger sends as an e-mail or a client_id is kept nowhere. */
function counterOf(name: string, limit: Limit, ...parts: string[]): Limited {
  return { key: `${name}:${cacheKeyOf(JSON.stringify(parts))}`, window: limit.window, limit };
}

async function countAppFailure(
  deps: { windows: LimitWindows; log: Log; counter: FailureCounter },
  failure: AppFailure,
): Promise<LimitDecision> {
  const { windows, log, counter } = deps;
  const { clientId, address } = failure;
  const refusing: Limited[] = [];
  if (address !== null) {
    const from = toAddressKey(address);
    refusing.push(counterOf("address", windows.address, from));
    if (clientId !== null) refusing.push(counterOf("app_address", windows.appAndAddress, clientId, from));
  }
  const alerting = clientId === null ? [] : [counterOf("app", windows.appAlert, clientId)];
  if (refusing.length + alerting.length === 0) return { kind: "allow" };
  const counts = await counter.add([...refusing, ...alerting]);
  if (alerting.length > 0 && counts.at(-1)!.failures === windows.appAlert.failures) {
    log.warn({ clientId, failures: windows.appAlert.failures }, "an app fails to authenticate unusually often");
  }
  return firstRefusal(refusing, beforeThis(counts));
}

function signInCounters(windows: LimitWindows, { subject, address }: SignInAttempt): Limited[] {
  const counters = [counterOf("sign_in", windows.signIn, subject)];
  if (address !== null) counters.push(counterOf("sign_in_address", windows.signInAddress, toAddressKey(address)));
  return counters;
}

async function attemptSignIn<T>(
  counter: FailureCounter,
  counters: readonly Limited[],
  verify: () => Promise<T | null>,
): Promise<SignInOutcome<T>> {
  const before = firstRefusal(counters, await counter.read(counters));
  if (before.kind === "refuse") return { kind: "refused", retryAfter: before.retryAfter };
  const value = await verify();
  // Read again after a success too: other replicas may have used up the window while the password was being verified.
  const after = value === null ? beforeThis(await counter.add(counters)) : await counter.read(counters);
  const decision = firstRefusal(counters, after);
  if (decision.kind === "refuse") return { kind: "refused", retryAfter: decision.retryAfter };
  return value === null ? { kind: "failed" } : { kind: "passed", value };
}

/** The counts as they were before the failure that has just been added to each. */
function beforeThis(counts: readonly Count[]): Count[] {
  return counts.map((count) => ({ ...count, failures: count.failures - 1 }));
}

function firstRefusal(counters: readonly Limited[], counts: readonly Count[]): LimitDecision {
  for (const [at, { limit }] of counters.entries()) {
    const { now, ...counted } = counts[at]!;
    const decision = decideAttempt(limit, counted, now);
    if (decision.kind === "refuse") return decision;
  }
  return { kind: "allow" };
}
