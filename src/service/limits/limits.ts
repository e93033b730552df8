import { availableParallelism } from "node:os";
import { KeyedMutex } from "../../concurrency/keyed-mutex.ts";
import { sha256 } from "../../credential/digest.ts";
import type { LimitDecision } from "../../oauth/failure-limit.ts";
import type { Log } from "../../observe/log.ts";
import type { SignInStats } from "../../observe/sign-in-metrics.ts";
import type { Management } from "../../store/connection/management.ts";
import { type AppFailure, countAppFailure } from "./app-failures.ts";
import { createAttemptRate } from "./attempt-rate.ts";
import { type Attempt, type AttemptCall, addressOf, signInRules, signUpRules } from "./attempt-rules.ts";
import { type AttemptDeps, judgeAttempt, LONGEST_WAIT_MS, type Lockout, type Outcome } from "./attempts.ts";
import { createFailureCounter } from "./failure-counter.ts";
import { createPasswordQueue, type PacedPlace, type PasswordQueue, type QueueBounds } from "./password-queue.ts";
import type { LimitWindows } from "./windows.ts";

export interface LimitsDeps {
  management: Management;
  log: Log;
  /** Null: nothing is counted and nobody refused (LIMITS=off). */
  windows: LimitWindows | null;
  /** Default: as this machine allows. */
  bounds?: Partial<QueueBounds>;
}

/** The limits on failures, shared by all replicas through PostgreSQL. Success writes nothing. */
export interface Limits {
  /**
   * Counts an app's failed authentication and says how to answer it. It is asked after the secret was found wrong and never before, so that
   * a right secret is not refused for the failures of others. `retryAfter` in seconds.
   */
  countAppFailure(failure: AppFailure): Promise<LimitDecision>;
  /**
   * Runs `verify` if this client may still try this account's password; null from it is a failure and counted. Attempts of one client at one
   * account take turns, so that no more passwords are tried at once than one by one; a replica more may let one more through.
   */
  attemptSignIn<T>(attempt: Attempt, verify: () => Promise<T | null>): Promise<Outcome<T>>;
  /** The same for a sign-up, where null means that the e-mail is taken; `make` hashes by `hash`. */
  attemptSignUp<T>(attempt: Attempt, make: () => Promise<T | null>): Promise<Outcome<T>>;
  /** Runs argon2 work that guesses nothing, under the same cap; null if it was turned away. */
  hash<T>(call: AttemptCall, work: () => Promise<T>): Promise<T | null>;
  readonly figures: SignInStats;
}

/** libuv has four threads, and files and DNS need one. A core stays free for the event loop. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
/** An address past its limit may be shared by many, and each account behind it has a limit of its own. */
const PACE_MS = { account: 1_000, address: 250 };
const BOUNDS: QueueBounds = { atOnce: AT_ONCE, perKey: 100, total: 1_000, paceMs: PACE_MS };
const UNBOUNDED = { perKey: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY };
/** More attempts of one client at one account than anybody makes. */
const MOST_AT_ONCE = 200;

/** The limits over the failures in `deps.management`'s database. */
export function createLimits(deps: LimitsDeps): Limits {
  const { windows, log } = deps;
  const queue = createPasswordQueue({ ...BOUNDS, ...(windows === null && UNBOUNDED), ...deps.bounds });
  const figures = figuresOf(queue);
  const hash: Limits["hash"] = (call, work) => hashInTurn(queue, call, work);
  if (windows === null) return { ...unlimited(queue), figures, hash };
  const counter = createFailureCounter(deps.management);
  const attempts: AttemptDeps = { counter, mutex: new KeyedMutex(MOST_AT_ONCE), queue, rate: createAttemptRate() };
  return {
    figures,
    hash,
    countAppFailure: (failure) => countAppFailure({ windows, log, counter }, failure),
    async attemptSignIn(attempt, verify) {
      const { call } = attempt;
      const outcome = await judgeAttempt(attempts, { rules: signInRules(windows, attempt), call }, verify);
      if (outcome.kind === "failed") noteFailure({ log, figures }, attempt, outcome.lockout);
      return outcome;
    },
    attemptSignUp: (attempt, make) =>
      judgeAttempt(attempts, { rules: signUpRules(windows, attempt), call: attempt.call }, make),
  };
}

function unlimited(queue: PasswordQueue): Pick<Limits, "countAppFailure" | "attemptSignIn" | "attemptSignUp"> {
  return {
    countAppFailure: async () => ({ kind: "allow" }),
    async attemptSignIn({ call }, verify) {
      const queued = await queue.run(placeOf("open", call), verify);
      return queued.kind === "done" ? toOutcome(queued.value) : { kind: "refused", retryAfter: 1 };
    },
    attemptSignUp: async (_attempt, make) => toOutcome(await make()),
  };
}

function toOutcome<T>(value: T | null): Outcome<T> {
  return value === null ? { kind: "failed", lockout: null } : { kind: "passed", value };
}

async function hashInTurn<T>(queue: PasswordQueue, call: AttemptCall, work: () => Promise<T>): Promise<T | null> {
  const queued = await queue.run(placeOf("hash", call), work);
  return queued.kind === "done" ? queued.value : null;
}

/** A service key that names no address works for many, so its calls share no bound and wait as long as their deadline lets them. */
function placeOf(lane: "open" | "hash", call: AttemptCall): PacedPlace {
  const { address, requestId, signal } = call;
  const own = address === null ? { key: requestId, waitMs: Number.POSITIVE_INFINITY } : null;
  return { lane, key: addressOf(call), waitMs: LONGEST_WAIT_MS, ...own, rank: 0, paces: [], signal };
}

function figuresOf(queue: PasswordQueue): SignInStats {
  return {
    failures: 0,
    lockouts: { client: 0, account: 0 },
    turnedAway: queue.turnedAway,
    get waiting() {
      return queue.waiting;
    },
  };
}

function noteFailure(
  { log, figures }: { log: Log; figures: SignInStats },
  { subject, call }: Attempt,
  lockout: Lockout | null,
): void {
  const { address, requestId } = call;
  const facts = { requestId, address, account: accountDigest(subject) };
  figures.failures += 1;
  log.info(facts, "sign-in failed");
  if (lockout === null) return;
  figures.lockouts[lockout] += 1;
  log.warn({ ...facts, scope: lockout }, "sign-in locked out");
}

/** Half of the SHA-256: one account's lines belong together, and the log holds no list of e-mails. */
export function accountDigest(subject: string): string {
  return sha256(subject).toString("hex").slice(0, 32);
}
