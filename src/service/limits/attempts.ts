import type { Turns } from "../../concurrency/keyed-mutex.ts";
import { decideAttempt } from "../../oauth/failure-limit.ts";
import type { Count } from "../../store/accounts/failure-windows.ts";
import type { Call } from "../call.ts";
import { toAddressKey } from "./address-key.ts";
import type { FailureCounter } from "./failure-counter.ts";
import type { PasswordQueue, Queued } from "./password-queue.ts";
import type { Place } from "./waiting-line.ts";
import { beforeThis, counterOf, firstRefusal, type Limited, type LimitWindows } from "./windows.ts";

/** A try at a password, or at a sign-up's e-mail. */
export interface Attempt {
  /** An e-mail in lower case, known or not; an account's id where the account has none. */
  subject: string;
  /** The session by which the browser is known to be the account's own; null for an unknown browser. */
  knownBy: string | null;
  call: AttemptCall;
}

/** As much of the call as an attempt looks at. */
export type AttemptCall = Pick<Call, "address" | "requestId"> & Partial<Pick<Call, "signal" | "ended">>;

/** Which limit a failure used up: that of one address or browser, or the account's. */
export type Lockout = "client" | "account";

export type Outcome<T> =
  | { kind: "passed"; value: T }
  | {
      kind: "failed";
      /** Set for exactly one failure of a window: the one after which attempts are refused. */
      lockout: Lockout | null;
    }
  | { kind: "refused"; retryAfter: number };

/** How an attempt is judged. */
export interface Rules {
  /** The first is that of the client; attempts under it take turns. */
  refusing: [Limited, ...Limited[]];
  /** Where its password work waits; null where it waits by itself. */
  queue: {
    key: string;
    known: boolean /** Past its limit, attempts are slowed down. */;
    slowing: Limited | null;
  } | null;
}

export interface AttemptDeps {
  counter: FailureCounter;
  turns: Turns;
  queue: PasswordQueue;
}

/** Less than a page waits for the core, so that the answer is a 429 that says when to try again. */
export const LONGEST_WAIT_MS = 4_000;
/** Seconds after which somebody who was turned away may try again. */
const RETRY_AFTER = 2;
const NO_ADDRESS = "none";

/**
 * The rules of a sign-in. An unknown browser is limited by account and address, so that strangers elsewhere cannot lock the account; only
 * failures from many addresses reach the account's own limit, and a known browser does not share that one either.
 */
export function signInRules(windows: LimitWindows, { subject, knownBy, call }: Attempt): Rules {
  if (knownBy !== null) {
    const own = counterOf("sign_in_browser", windows.signIn, subject, knownBy);
    return { refusing: [own], queue: { key: own.key, known: true, slowing: null } };
  }
  const from = addressOf(call);
  return {
    refusing: [
      counterOf("sign_in", windows.signIn, subject, from),
      counterOf("sign_in_account", windows.signInAccount, subject),
    ],
    queue: { key: from, known: false, slowing: counterOf("sign_in_address", windows.signInAddress, from) },
  };
}

/** The rules of a sign-up: a taken e-mail has to be told, so an address may ask about a few and no more. */
export function signUpRules(windows: LimitWindows, { subject, call }: Attempt): Rules {
  const from = addressOf(call);
  return {
    refusing: [
      counterOf("sign_up", windows.signIn, subject, from),
      counterOf("sign_up_address", windows.signInAddress, from),
    ],
    queue: null,
  };
}

export const addressOf = ({ address }: AttemptCall): string => (address === null ? NO_ADDRESS : toAddressKey(address));

/** Runs `verify` under these rules; null from it is a failure and counted. */
export async function judgeAttempt<T>(
  deps: AttemptDeps,
  { rules, call }: { rules: Rules; call: AttemptCall },
  verify: () => Promise<T | null>,
): Promise<Outcome<T>> {
  const { refusing } = rules;
  const { counter } = deps;
  const outcome = await deps.turns.take(refusing[0].key, async (): Promise<Outcome<T>> => {
    const counts = await counter.read(countersOf(rules));
    const before = firstRefusal(refusing, counts);
    if (before.kind === "refuse") return { kind: "refused", retryAfter: before.retryAfter };
    const place = placeOf(rules, counts.at(-1)!);
    const queued =
      place === null ? done(await verify()) : await deps.queue.run({ ...place, signal: call.signal }, verify);
    if (queued.kind === "turned_away") return { kind: "refused", retryAfter: RETRY_AFTER };
    if (queued.value === null) return countFailure(counter, rules);
    // Read again after a success: other replicas may have used up the window while the password was being verified.
    const after = firstRefusal(refusing, await counter.read(refusing));
    if (after.kind === "refuse") return { kind: "refused", retryAfter: after.retryAfter };
    return { kind: "passed", value: queued.value };
  });
  return outcome ?? { kind: "refused", retryAfter: RETRY_AFTER };
}

const done = <T>(value: T): Queued<T> => ({ kind: "done", value });

/** Those that refuse, then the one that slows down. */
function countersOf({ refusing, queue }: Rules): Limited[] {
  return queue === null || queue.slowing === null ? refusing : [...refusing, queue.slowing];
}

/** The place of the password work: addresses with fewer failures go first. @param last the count of the last counter */
function placeOf({ queue }: Rules, last: Count): Place | null {
  if (queue === null) return null;
  const { key, known, slowing } = queue;
  const place = { key, waitMs: LONGEST_WAIT_MS, rank: known ? 0 : 1, slowed: false };
  if (slowing === null) return place;
  const { now, ...counted } = last;
  return { ...place, rank: 1 + counted.failures, slowed: decideAttempt(slowing.limit, counted, now).kind === "refuse" };
}

async function countFailure(counter: FailureCounter, rules: Rules): Promise<Outcome<never>> {
  const { refusing } = rules;
  const counts = await counter.add(countersOf(rules));
  const decision = firstRefusal(refusing, beforeThis(counts));
  if (decision.kind === "refuse") return { kind: "refused", retryAfter: decision.retryAfter };
  const used = refusing.map(({ limit }, at) => counts[at]!.failures === limit.failures);
  return { kind: "failed", lockout: used[1] ? "account" : used[0] ? "client" : null };
}
