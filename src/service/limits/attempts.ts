import type { KeyedMutex } from "../../concurrency/keyed-mutex.ts";
import { decideAttempt } from "../../oauth/failure-limit.ts";
import type { Count } from "../../store/accounts/failure-windows.ts";
import type { AttemptRate } from "./attempt-rate.ts";
import type { AttemptCall, AttemptRules, ThrottlingLimit } from "./attempt-rules.ts";
import type { FailureCounter } from "./failure-counter.ts";
import { findFirstRejection, type LimitedCounter, withoutNewFailure } from "./failure-limits.ts";
import type { JobResult, PasswordJob, PasswordQueue, Throttle } from "./password-queue.ts";

/** The limit that a failure exhausted: the limit of the client (an address or browser), or that of the account. */
export type Lockout = "client" | "account";

export type Outcome<T> =
  | { kind: "passed"; value: T }
  | {
      kind: "failed";
      /** Set only for the failure that exhausts a limit in a window; null for all other failures. */
      lockout: Lockout | null;
    }
  | { kind: "rejected"; retryAfter: number };

export interface AttemptDependencies {
  counter: FailureCounter;
  mutex: KeyedMutex;
  queue: PasswordQueue;
  rate: AttemptRate;
}

/** Below the gateway's timeout, so that a queue timeout becomes a 429 with Retry-After and not a 503. */
export const QUEUE_TIMEOUT_MS = 4_000;
/** Seconds until a rejected attempt may be retried. */
const RETRY_AFTER = 2;
/** The rank of an attempt above the attempt rate: it runs after all attempts that are throttled for failures only. */
const LAST_RANK = 3;

/** Runs `verify` within the limits. If `verify` returns null, the attempt counts as failed. */
export async function runAttempt<T>(
  deps: AttemptDependencies,
  { rules, call }: { rules: AttemptRules; call: AttemptCall },
  verify: () => Promise<T | null>,
): Promise<Outcome<T>> {
  const { refusing } = rules;
  const { counter } = deps;
  const outcome = await deps.mutex.run(refusing[0].key, async (): Promise<Outcome<T>> => {
    const counts = await counter.read(countersOf(rules));
    const before = findFirstRejection(refusing, counts);
    if (before.kind === "refuse") return { kind: "rejected", retryAfter: before.retryAfter };
    const job = jobOf(deps.rate, rules, counts);
    const result: JobResult<T | null> =
      job === null
        ? { kind: "done", value: await verify() }
        : await deps.queue.run({ ...job, signal: call.signal }, verify);
    if (result.kind === "rejected") return { kind: "rejected", retryAfter: RETRY_AFTER };
    const admitted: Admitted = { rules, throttles: job?.throttles ?? [] };
    if (result.value === null) return countFailure(counter, admitted);
    // Other clients or replicas may have exhausted a limit during the verification.
    return findRefusal(admitted, await counter.read(countersOf(rules))) ?? { kind: "passed", value: result.value };
  });
  return outcome ?? { kind: "rejected", retryAfter: RETRY_AFTER };
}

/** The counters of the refusing limits, then those of the throttling limits. */
function countersOf({ refusing, throttling }: AttemptRules): LimitedCounter[] {
  return [...refusing, ...throttling.map(({ counter }) => counter)];
}

const isExceeded = ({ counter }: ThrottlingLimit, { now, ...counted }: Count): boolean =>
  decideAttempt(counter.limit, counted, now).kind === "refuse";

/** The attempt's job in the password queue; clients with fewer failures run first. @param counts of `countersOf` */
function jobOf(rate: AttemptRate, rules: AttemptRules, counts: readonly Count[]): PasswordJob | null {
  const { refusing, throttling, queue } = rules;
  if (queue === null) return null;
  const { jobClass, key, rateKey } = queue;
  const exceeded = throttling.filter((limit, at) => isExceeded(limit, counts[refusing.length + at]!));
  const throttles: Throttle[] = exceeded.map(({ counter, kind }) => ({ key: counter.key, kind }));
  const tooFast = rate.isTooFast(rateKey);
  if (tooFast) throttles.push({ key: rateKey, kind: "account" });
  const rank = tooFast ? LAST_RANK : rankOf(rules, counts);
  const timeoutMs = QUEUE_TIMEOUT_MS;
  return { jobClass: throttles.length > 0 ? "throttled" : jobClass, key, rank, throttles, timeoutMs };
}

/**
 * The used share of the client's own limits, from 0 to 2. Failures of the account do not count, because other clients may have caused them.
 */
function rankOf({ refusing, throttling }: AttemptRules, counts: readonly Count[]): number {
  const share = ({ limit }: LimitedCounter, { failures }: Count) => Math.min(1, failures / limit.failures);
  const networks = throttling.map(({ counter, kind }, at) =>
    kind === "address" ? share(counter, counts[refusing.length + at]!) : 0,
  );
  return share(refusing[0], counts[0]!) + Math.max(0, ...networks);
}

/** An attempt that was not refused, with the throttles under which it ran. */
interface Admitted {
  rules: AttemptRules;
  throttles: readonly Throttle[];
}

/**
 * Refuses an attempt if a refusing limit was exceeded while the attempt ran, or if the account's throttling limit was exceeded and the
 * attempt was not throttled. Concurrent attempts from many addresses therefore cannot exceed the account's limit.
 */
function findRefusal({ rules, throttles }: Admitted, counts: readonly Count[]): Outcome<never> | null {
  const { refusing, throttling } = rules;
  const decision = findFirstRejection(refusing, counts);
  if (decision.kind === "refuse") return { kind: "rejected", retryAfter: decision.retryAfter };
  const unthrottled = throttling.some(
    (limit, at) =>
      limit.kind === "account" &&
      isExceeded(limit, counts[refusing.length + at]!) &&
      !throttles.some(({ key }) => key === limit.counter.key),
  );
  return unthrottled ? { kind: "rejected", retryAfter: RETRY_AFTER } : null;
}

async function countFailure(counter: FailureCounter, admitted: Admitted): Promise<Outcome<never>> {
  const { refusing, throttling } = admitted.rules;
  const counts = await counter.add(countersOf(admitted.rules));
  const refusal = findRefusal(admitted, withoutNewFailure(counts));
  if (refusal !== null) return refusal;
  const isExhausted = ({ limit }: LimitedCounter, at: number) => counts[at]!.failures === limit.failures;
  const throttlesAccount = throttling.some(
    ({ counter: limited, kind }, at) => kind === "account" && isExhausted(limited, refusing.length + at),
  );
  const refusesAccount = refusing.some((limited, at) => at > 0 && isExhausted(limited, at));
  if (throttlesAccount || refusesAccount) return { kind: "failed", lockout: "account" };
  return { kind: "failed", lockout: isExhausted(refusing[0], 0) ? "client" : null };
}
