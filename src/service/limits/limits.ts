import { availableParallelism } from "node:os";
import { KeyedMutex } from "../../concurrency/keyed-mutex.ts";
import { sha256 } from "../../credential/digest.ts";
import type { LimitDecision } from "../../oauth/failure-limit.ts";
import type { Log } from "../../observe/log.ts";
import type { SignInStats } from "../../observe/sign-in-metrics.ts";
import type { Management } from "../../store/connection/management.ts";
import { type AppFailure, countAppFailure } from "./app-failures.ts";
import { createAttemptRate } from "./attempt-rate.ts";
import {
  type Attempt,
  type AttemptCall,
  addressOf,
  passkeyRules,
  secondFactorRules,
  signInRules,
  signUpRules,
} from "./attempt-rules.ts";
import { type AttemptDependencies, type Lockout, type Outcome, QUEUE_TIMEOUT_MS, runAttempt } from "./attempts.ts";
import { createFailureCounter } from "./failure-counter.ts";
import type { LimitWindows } from "./failure-limits.ts";
import {
  createPasswordQueue,
  type PasswordJob,
  type PasswordQueue,
  type PasswordQueueLimits,
} from "./password-queue.ts";

export interface LimitsOptions {
  management: Management;
  log: Log;
  /** Null: no rate limits (RATE_LIMITS=off). */
  windows: LimitWindows | null;
  /** Overrides the defaults, which depend on the number of cores. */
  queueLimits?: Partial<PasswordQueueLimits>;
}

/** The rate limits of failures, shared by all replicas through PostgreSQL. Successes write nothing. */
export interface Limits {
  /**
   * Counts an app's failed authentication and decides the response. Call it only after the secret was found wrong, so that a correct secret
   * is never rejected because of earlier failures. `retryAfter` is in seconds.
   */
  countAppFailure(failure: AppFailure): Promise<LimitDecision>;
  /**
   * Runs `verify` in the password queue, within the limits. If `verify` returns null, the attempt counts as failed. Attempts of one client
   * at one account run one at a time, so that concurrent attempts cannot exceed the limit.
   */
  attemptSignIn<T>(attempt: Attempt, verify: () => Promise<T | null>): Promise<Outcome<T>>;
  /** As `attemptSignIn`, for a second factor after a correct password or in a session. */
  attemptSecondFactor<T>(attempt: Attempt, verify: () => Promise<T | null>): Promise<Outcome<T>>;
  /** As `attemptSignIn`, for a passkey without a password, which names no account before it is verified. */
  attemptPasskey<T>(call: AttemptCall, verify: () => Promise<T | null>): Promise<Outcome<T>>;
  /** As `attemptSignIn`, for a sign-up: `create` returns null if the e-mail is taken, and hashes the password with `hash`. */
  attemptSignUp<T>(attempt: Attempt, create: () => Promise<T | null>): Promise<Outcome<T>>;
  /** Runs other argon2 work in the password queue; null if the queue rejects it. */
  hash<T>(call: AttemptCall, work: () => Promise<T>): Promise<T | null>;
  readonly stats: SignInStats;
}

/**
 * The number of hashes at the same time. libuv has four threads, of which files and DNS need one; one CPU core stays free for the event
 * loop.
 */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Addresses are throttled less than accounts, because many accounts, each with its own limit, may share an address. */
const THROTTLE_MS = { account: 1_000, address: 250 };
const QUEUE_LIMITS: PasswordQueueLimits = {
  concurrency: CONCURRENCY,
  perKey: 100,
  total: 1_000,
  throttleMs: THROTTLE_MS,
};
const UNLIMITED = { perKey: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
/** The maximum number of concurrent attempts of one client at one account. */
const MAX_CONCURRENT_ATTEMPTS = 200;

/** Creates the limits over the failure counters of a database. */
export function createLimits({ management, log, windows, queueLimits }: LimitsOptions): Limits {
  const queue = createPasswordQueue({ ...QUEUE_LIMITS, ...(windows === null && UNLIMITED), ...queueLimits });
  const stats = createStats(queue);
  const hash: Limits["hash"] = (call, work) => runHash(queue, call, work);
  if (windows === null) return { ...unlimited(queue), stats, hash };
  const counter = createFailureCounter(management);
  const mutex = new KeyedMutex(MAX_CONCURRENT_ATTEMPTS);
  const deps: AttemptDependencies = { counter, mutex, queue, rate: createAttemptRate() };
  return {
    stats,
    hash,
    countAppFailure: (failure) => countAppFailure({ windows, log, counter }, failure),
    async attemptSignIn(attempt, verify) {
      const { call } = attempt;
      const outcome = await runAttempt(deps, { rules: signInRules(windows, attempt), call }, verify);
      if (outcome.kind === "failed") recordFailure({ log, stats }, attempt, outcome.lockout);
      return outcome;
    },
    async attemptSecondFactor(attempt, verify) {
      const { call } = attempt;
      const outcome = await runAttempt(deps, { rules: secondFactorRules(windows, attempt), call }, verify);
      if (outcome.kind === "failed") recordFailure({ log, stats }, attempt, outcome.lockout);
      return outcome;
    },
    async attemptPasskey(call, verify) {
      const outcome = await runAttempt(deps, { rules: passkeyRules(windows, call), call }, verify);
      if (outcome.kind === "failed") recordFailure({ log, stats }, { subject: null, call }, outcome.lockout);
      return outcome;
    },
    attemptSignUp: (attempt, create) =>
      runAttempt(deps, { rules: signUpRules(windows, attempt), call: attempt.call }, create),
  };
}

function unlimited(
  queue: PasswordQueue,
): Pick<Limits, "countAppFailure" | "attemptSignIn" | "attemptSecondFactor" | "attemptPasskey" | "attemptSignUp"> {
  return {
    countAppFailure: async () => ({ kind: "allow" }),
    async attemptSignIn({ call }, verify) {
      const result = await queue.run(jobWithoutRules("unknown", call), verify);
      return result.kind === "done" ? toOutcome(result.value) : { kind: "rejected", retryAfter: 1 };
    },
    attemptSecondFactor: async (_attempt, verify) => toOutcome(await verify()),
    attemptPasskey: async (_call, verify) => toOutcome(await verify()),
    attemptSignUp: async (_attempt, create) => toOutcome(await create()),
  };
}

function toOutcome<T>(value: T | null): Outcome<T> {
  return value === null ? { kind: "failed", lockout: null } : { kind: "passed", value };
}

async function runHash<T>(queue: PasswordQueue, call: AttemptCall, work: () => Promise<T>): Promise<T | null> {
  const result = await queue.run(jobWithoutRules("hash", call), work);
  return result.kind === "done" ? result.value : null;
}

/**
 * The job of a call without rules. A call without an address comes from a service key that acts for many accounts: it gets a queue key of
 * its own and no queue timeout.
 */
function jobWithoutRules(jobClass: "unknown" | "hash", call: AttemptCall): PasswordJob {
  const { address, requestId, signal } = call;
  const unshared = address === null ? { key: requestId, timeoutMs: Number.POSITIVE_INFINITY } : null;
  const shared = { key: addressOf(call), timeoutMs: QUEUE_TIMEOUT_MS };
  return { jobClass, ...shared, ...unshared, rank: 0, throttles: [], signal };
}

function createStats(queue: PasswordQueue): SignInStats {
  return {
    failures: 0,
    lockouts: { client: 0, account: 0 },
    rejected: queue.rejected,
    get queued() {
      return queue.length;
    },
  };
}

/** @param attempt `subject` is null for a passkey, which names no account */
function recordFailure(
  { log, stats }: { log: Log; stats: SignInStats },
  { subject, call }: { subject: string | null; call: AttemptCall },
  lockout: Lockout | null,
): void {
  const { address, requestId } = call;
  const fields = { requestId, address, account: subject && accountDigest(subject) };
  stats.failures += 1;
  log.info(fields, "sign-in failed");
  if (lockout === null) return;
  stats.lockouts[lockout] += 1;
  log.warn({ ...fields, scope: lockout }, "sign-in locked out");
}

/** Half of the SHA-256 of an account's e-mail or id, which relates the log lines of one account without logging e-mail addresses. */
export function accountDigest(subject: string): string {
  return sha256(subject).toString("hex").slice(0, 32);
}
