import type { KeyedMutex } from "../../concurrency/keyed-mutex.ts";
import { decideAttempt } from "../../oauth/failure-limit.ts";
import type { Count } from "../../store/accounts/failure-windows.ts";
import type { AttemptRate } from "./attempt-rate.ts";
import type { AttemptCall, Rules, Slowing } from "./attempt-rules.ts";
import type { FailureCounter } from "./failure-counter.ts";
import type { Pace, PacedPlace, PasswordQueue, Queued } from "./password-queue.ts";
import { beforeThis, firstRefusal, type Limited } from "./windows.ts";

/** Which limit a failure used up: that of one address or browser, or the account's. */
export type Lockout = "client" | "account";

export type Outcome<T> =
  | { kind: "passed"; value: T }
  | {
      kind: "failed";
      /** Set for exactly one failure of a window: the one after which attempts are refused or, of the account, slowed down. */
      lockout: Lockout | null;
    }
  | { kind: "refused"; retryAfter: number };

export interface AttemptDeps {
  counter: FailureCounter;
  mutex: KeyedMutex;
  queue: PasswordQueue;
  rate: AttemptRate;
}

/** Less than a page waits for the core, so that the answer is a 429 that says when to try again. */
export const LONGEST_WAIT_MS = 4_000;
/** Seconds after which somebody who was turned away may try again. */
const RETRY_AFTER = 2;
/** Behind every attempt that is only slowed by failures. */
const LAST_RANK = 3;

/** Runs `verify` under these rules; null from it is a failure and counted. */
export async function judgeAttempt<T>(
  deps: AttemptDeps,
  { rules, call }: { rules: Rules; call: AttemptCall },
  verify: () => Promise<T | null>,
): Promise<Outcome<T>> {
  const { refusing } = rules;
  const { counter } = deps;
  const outcome = await deps.mutex.run(refusing[0].key, async (): Promise<Outcome<T>> => {
    const counts = await counter.read(countersOf(rules));
    const before = firstRefusal(refusing, counts);
    if (before.kind === "refuse") return { kind: "refused", retryAfter: before.retryAfter };
    const place = placeOf(deps.rate, rules, counts);
    const queued =
      place === null ? done(await verify()) : await deps.queue.run({ ...place, signal: call.signal }, verify);
    if (queued.kind === "turned_away") return { kind: "refused", retryAfter: RETRY_AFTER };
    const admitted: Admitted = { rules, paces: place?.paces ?? [] };
    if (queued.value === null) return countFailure(counter, admitted);
    // Read again after a success: other clients or replicas may have used up a limit while the password was being verified.
    return findRefusal(admitted, await counter.read(countersOf(rules))) ?? { kind: "passed", value: queued.value };
  });
  return outcome ?? { kind: "refused", retryAfter: RETRY_AFTER };
}

const done = <T>(value: T): Queued<T> => ({ kind: "done", value });

/** Those that refuse, then those that slow down. */
function countersOf({ refusing, slowing }: Rules): Limited[] {
  return [...refusing, ...slowing.map(({ counter }) => counter)];
}

const isPast = ({ counter }: Slowing, { now, ...counted }: Count): boolean =>
  decideAttempt(counter.limit, counted, now).kind === "refuse";

/** The place of the password work: clients with fewer failures go first. @param counts of `countersOf` */
function placeOf(rate: AttemptRate, { refusing, slowing, queue }: Rules, counts: readonly Count[]): PacedPlace | null {
  if (queue === null) return null;
  const { lane, key, rateKey } = queue;
  const slowed = slowing.filter((limit, at) => isPast(limit, counts[refusing.length + at]!));
  const paces: Pace[] = slowed.map(({ counter, kind }) => ({ key: counter.key, kind }));
  const tooFast = rate.isTooFast(rateKey);
  if (tooFast) paces.push({ key: rateKey, kind: "account" });
  const rank = tooFast ? LAST_RANK : rankOf({ refusing, slowing }, counts);
  return { lane: paces.length > 0 ? "slow" : lane, key, rank, paces, waitMs: LONGEST_WAIT_MS };
}

/** How much of the client's own limits is used up, from 0 to 2. The account's failures are those of strangers and do not count. */
function rankOf({ refusing, slowing }: Pick<Rules, "refusing" | "slowing">, counts: readonly Count[]): number {
  const share = ({ limit }: Limited, { failures }: Count) => Math.min(1, failures / limit.failures);
  const networks = slowing.map(({ counter, kind }, at) =>
    kind === "address" ? share(counter, counts[refusing.length + at]!) : 0,
  );
  return share(refusing[0], counts[0]!) + Math.max(0, ...networks);
}

/** An attempt that ran, with the paces that it kept. */
interface Admitted {
  rules: Rules;
  paces: readonly Pace[];
}

/**
 * Past a limit that refuses, for the rest of the window. Past the account's limit, only what ran without its pace: attempts from many addresses
 * at once must not slip past it, and the next one waits in the slow lane.
 */
function findRefusal({ rules, paces }: Admitted, counts: readonly Count[]): Outcome<never> | null {
  const { refusing, slowing } = rules;
  const decision = firstRefusal(refusing, counts);
  if (decision.kind === "refuse") return { kind: "refused", retryAfter: decision.retryAfter };
  const unpaced = slowing.some(
    (limit, at) =>
      limit.kind === "account" &&
      isPast(limit, counts[refusing.length + at]!) &&
      !paces.some(({ key }) => key === limit.counter.key),
  );
  return unpaced ? { kind: "refused", retryAfter: RETRY_AFTER } : null;
}

async function countFailure(counter: FailureCounter, admitted: Admitted): Promise<Outcome<never>> {
  const { refusing, slowing } = admitted.rules;
  const counts = await counter.add(countersOf(admitted.rules));
  const refusal = findRefusal(admitted, beforeThis(counts));
  if (refusal !== null) return refusal;
  const isUsedUp = ({ limit }: Limited, at: number) => counts[at]!.failures === limit.failures;
  const account = slowing.findIndex(({ kind }) => kind === "account");
  if (account >= 0 && isUsedUp(slowing[account]!.counter, refusing.length + account))
    return { kind: "failed", lockout: "account" };
  return { kind: "failed", lockout: isUsedUp(refusing[0], 0) ? "client" : null };
}
