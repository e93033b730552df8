import { status } from "@grpc/grpc-js";
import type { IntrospectResponse } from "../../gen/latchkey/v1/token_service_pb.ts";
import { IntrospectionError } from "./introspection-error.ts";
import type { TokenRpcs } from "./token-rpcs.ts";

/** What is to be looked up. */
export interface Question {
  token: string;
  /** See every revocation that was answered before. */
  full: boolean;
  /** How long the answer may take, the waiting for a call included. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** What the core said, and `stamp()` of the moment before it was asked. */
export interface Answered<S> {
  answer: IntrospectResponse;
  stamp: S;
}

export interface LookUpOptions<S> {
  rpcs: Pick<TokenRpcs, "introspect" | "close">;
  /** How long a call may take. */
  timeoutMs: number;
  /** Taken before each call. */
  stamp(): S;
}

/** Calls on their way at the same time; look-ups that come meanwhile go together with the next. */
const MOST_CALLS = 4;
/** What BatchIntrospect takes. */
const MOST_TOKENS = 1_000;
const MOST_BYTES = 128 * 1_024;
/** Faults of a core that is busy or away: it is left alone for about this long, and whoever asks again then does so together. */
const PASSING: readonly number[] = [status.UNAVAILABLE, status.RESOURCE_EXHAUSTED];
const REST_MS = 50;
/** Parts of one batch that may fail one after the other before it is the core that fails, and not some of their tokens. */
const FAILED_PARTS = 8;
/** Faults that say something of the core, of the key or of the caller. Any other may be the fault of one token in a batch. */
const OF_NO_TOKEN: readonly number[] = [
  ...PASSING,
  status.DEADLINE_EXCEEDED,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.CANCELLED,
];

interface Waiter<S> {
  resolve(answered: Answered<S>): void;
  reject(error: IntrospectionError): void;
}

/** One token that is asked for, and everybody who waits for its answer. */
interface LookUp<S> {
  token: string;
  full: boolean;
  waiters: Set<Waiter<S>>;
  /** Nobody waits for it any more: takes it from where it waits, or ends its call once the same is true of all that went with it. */
  forsake(): void;
}

/** Look-ups that go together, and how many parts of the batch that they first went with have failed since one was answered. */
interface Batch<S> {
  lookUps: Set<LookUp<S>>;
  failed: { parts: number };
}

/**
 * Asks the core. Look-ups that come in one turn of the event loop, or while enough calls are on their way, share a call, and those of the same
 * token a place in it; a lone one waits for nobody. Nobody joins a call that is on its way: its answer may be older than the question.
 */
export class LookUps<S> {
  calls = 0;
  readonly #options: LookUpOptions<S>;
  /** By what can be shared. */
  readonly #waiting = new Map<string, LookUp<S>>();
  /** Halves of what has failed, which nobody joins. */
  readonly #parts = new Set<Batch<S>>();
  #underWay = 0;
  #isScheduled = false;
  #isResting = false;
  #closed = false;

  constructor(options: LookUpOptions<S>) {
    this.#options = options;
  }

  /** @throws {IntrospectionError} when there is no answer */
  ask({ token, full, timeoutMs, signal }: Question): Promise<Answered<S>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(failure(status.UNAVAILABLE, "the introspector is closed"));
      if (signal?.aborted === true) return reject(failure(status.CANCELLED, signal.reason));
      const lookUp = this.#place(token, full);
      const leave = (error: IntrospectionError) => {
        settle();
        lookUp.waiters.delete(waiter);
        if (lookUp.waiters.size === 0) lookUp.forsake();
        this.#endIfDone();
        reject(error);
      };
      const abort = () => leave(failure(status.CANCELLED, signal?.reason));
      const late = () => leave(failure(status.DEADLINE_EXCEEDED, `no answer within ${timeoutMs} ms`));
      const timer = setTimeout(late, timeoutMs);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const waiter: Waiter<S> = {
        resolve(answered) {
          settle();
          resolve(answered);
        },
        reject(error) {
          settle();
          reject(error);
        },
      };
      signal?.addEventListener("abort", abort, { once: true });
      lookUp.waiters.add(waiter);
    });
  }

  /** Asks, and once more after a rest, in what is left of the time, if the core was not reached or had no room: a look-up changes nothing. */
  async askTwice(question: Question): Promise<Answered<S>> {
    const began = performance.now();
    try {
      return await this.ask(question);
    } catch (error) {
      const timeoutMs = question.timeoutMs - (performance.now() - began);
      const mayPass = error instanceof IntrospectionError && PASSING.includes(error.code);
      if (!mayPass || timeoutMs <= 0 || this.#closed) throw error;
      return this.ask({ ...question, timeoutMs });
    }
  }

  /** No more look-ups; those that wait are still answered, and the connection ends with the last. */
  close(): void {
    this.#closed = true;
    this.#endIfDone();
  }

  #place(token: string, full: boolean): LookUp<S> {
    const key = sharedKey({ token, full });
    let lookUp = this.#waiting.get(key);
    if (lookUp === undefined) {
      lookUp = { token, full, waiters: new Set(), forsake: () => this.#waiting.delete(key) };
      this.#waiting.set(key, lookUp);
      this.#schedule();
    }
    return lookUp;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= MOST_CALLS) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendWaiting();
    });
  }

  #sendWaiting(): void {
    while (!this.#isResting && this.#underWay < MOST_CALLS && this.#isAnyWaiting) this.#send(this.#takeBatch());
  }

  /** No two clients come back together. */
  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    setTimeout(
      () => {
        this.#isResting = false;
        this.#sendWaiting();
      },
      REST_MS * (0.5 + Math.random()),
    ).unref();
  }

  get #isAnyWaiting(): boolean {
    return this.#waiting.size > 0 || this.#parts.size > 0;
  }

  /** The first that waits, and as many of its kind as go with it. */
  #takeBatch(): Batch<S> {
    const [part] = this.#parts;
    if (part !== undefined) {
      this.#parts.delete(part);
      return part;
    }
    const batch = new Set<LookUp<S>>();
    let first: LookUp<S> | null = null;
    let bytes = 0;
    for (const [key, lookUp] of this.#waiting) {
      first ??= lookUp;
      if (lookUp.full !== first.full) continue;
      bytes += Buffer.byteLength(lookUp.token);
      if (lookUp !== first && bytes > MOST_BYTES) break;
      batch.add(lookUp);
      this.#waiting.delete(key);
      if (batch.size === MOST_TOKENS) break;
    }
    return { lookUps: batch, failed: { parts: 0 } };
  }

  #send(batch: Batch<S>): void {
    this.calls++;
    this.#underWay++;
    const lookUps = [...batch.lookUps];
    const stamp = this.#options.stamp();
    const call = this.#options.rpcs.introspect({
      tokens: lookUps.map(({ token }) => token),
      full: lookUps[0]!.full,
      timeoutMs: this.#options.timeoutMs,
      done: (outcome) => {
        this.#underWay--;
        // Before anybody hears of it and asks again.
        if (outcome instanceof IntrospectionError && PASSING.includes(outcome.code)) this.#rest();
        if (outcome instanceof IntrospectionError) this.#fail(batch, outcome);
        else this.#answer(batch, outcome, stamp);
        this.#sendWaiting();
        this.#endIfDone();
      },
    });
    const forsake = () => {
      if (lookUps.every(({ waiters }) => waiters.size === 0)) call.cancel();
    };
    for (const lookUp of lookUps) lookUp.forsake = forsake;
  }

  #answer({ lookUps, failed }: Batch<S>, answers: readonly IntrospectResponse[], stamp: S): void {
    failed.parts = 0;
    let index = 0;
    for (const { waiters } of lookUps) {
      const answer = answers[index++]!;
      for (const { resolve } of waiters) resolve({ answer, stamp });
    }
  }

  /**
   * Of several tokens one may be what the core stumbled over: it is found by halves, for those who still wait. Where part after part fails and
   * none is answered it is the core, which no more calls would mend.
   */
  #fail(batch: Batch<S>, error: IntrospectionError): void {
    const { lookUps, failed } = batch;
    failed.parts++;
    const isShared = lookUps.size > 1 && !OF_NO_TOKEN.includes(error.code);
    if (isShared && failed.parts < FAILED_PARTS) this.#halve(batch);
    else refuse(lookUps, error);
    if (failed.parts < FAILED_PARTS) return;
    for (const part of this.#parts) {
      if (part.failed !== failed) continue;
      this.#parts.delete(part);
      refuse(part.lookUps, error);
    }
  }

  #halve({ lookUps, failed }: Batch<S>): void {
    const wanted = [...lookUps].filter(({ waiters }) => waiters.size > 0);
    const middle = Math.ceil(wanted.length / 2);
    for (const half of [wanted.slice(0, middle), wanted.slice(middle)]) {
      if (half.length === 0) continue;
      const part: Batch<S> = { lookUps: new Set(half), failed };
      for (const lookUp of half) {
        lookUp.forsake = () => {
          part.lookUps.delete(lookUp);
          if (part.lookUps.size === 0) this.#parts.delete(part);
        };
      }
      this.#parts.add(part);
    }
  }

  #endIfDone(): void {
    if (this.#closed && this.#underWay === 0 && !this.#isAnyWaiting) this.#options.rpcs.close();
  }
}

function sharedKey({ token, full }: Pick<Question, "token" | "full">): string {
  return `${full} ${token}`;
}

function refuse<S>(lookUps: Iterable<LookUp<S>>, { code, cause }: IntrospectionError): void {
  for (const { waiters } of lookUps) for (const { reject } of waiters) reject(failure(code, cause));
}

function failure(code: number, cause: unknown): IntrospectionError {
  return new IntrospectionError(code, typeof cause === "string" ? new Error(cause) : cause);
}
