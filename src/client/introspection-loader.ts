import { status } from "@grpc/grpc-js";
import type { IntrospectResponse } from "../../gen/latchkey/v1/token_service_pb.ts";
import { IntrospectionError } from "./introspection-error.ts";
import type { TokenRpcs } from "./token-rpcs.ts";

/** One token to introspect. */
export interface LoadRequest {
  token: string;
  /** True for full consistency: the answer reflects every revocation acknowledged before the call. */
  full: boolean;
  /** The timeout in milliseconds, time in the queue included. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The core's response, and the `stamp()` taken before the call. */
export interface Loaded<S> {
  answer: IntrospectResponse;
  stamp: S;
}

export interface LoaderOptions<S> {
  rpcs: Pick<TokenRpcs, "introspect" | "close">;
  /** The deadline of one call, in milliseconds. */
  timeoutMs: number;
  /** Taken before each call. */
  stamp(): S;
}

/** The maximum number of concurrent calls. Further lookups join the next batch. */
const MAX_CALLS = 4;
/** The limits of the RPC BatchIntrospect. */
const MAX_BATCH_TOKENS = 1_000;
const MAX_BATCH_BYTES = 128 * 1_024;
/** Errors of an overloaded or unreachable core. After one, all calls pause for about `BACKOFF_MS`, so that the retries share a batch. */
const TRANSIENT: readonly number[] = [status.UNAVAILABLE, status.RESOURCE_EXHAUSTED];
const BACKOFF_MS = 50;
/** After this many consecutive failed parts of one batch, the core counts as broken and bisection stops. */
const MAX_FAILED_PARTS = 8;
/** Errors of the core, the service key or the caller. Any other error may be caused by a single token of a batch. */
const NOT_TOKEN_SPECIFIC: readonly number[] = [
  ...TRANSIENT,
  status.DEADLINE_EXCEEDED,
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
  status.CANCELLED,
];

interface Waiter<S> {
  resolve(answered: Loaded<S>): void;
  reject(error: IntrospectionError): void;
}

/** One queued token and the callers that wait for its answer. */
interface LookUp<S> {
  token: string;
  full: boolean;
  waiters: Set<Waiter<S>>;
  /**
   * Called when no caller waits for the lookup any more. Removes the lookup from its queue, or cancels the call if no lookup of its batch
   * has callers.
   */
  abandon(): void;
}

/** Lookups of one call. The halves of a failed batch share `failed`, the number of consecutive failed parts. */
interface Batch<S> {
  lookUps: Set<LookUp<S>>;
  failed: { parts: number };
}

/**
 * Batches introspection calls. Lookups of one event-loop turn share a call, and so do lookups that arrive while all call slots are busy.
 * Lookups of the same token share one entry. No lookup joins a call in flight, whose answer may predate the request.
 */
export class IntrospectionLoader<S> {
  calls = 0;
  readonly #options: LoaderOptions<S>;
  /** Queued lookups by `sharedKey`. */
  readonly #queue = new Map<string, LookUp<S>>();
  /** Halves of failed batches; new lookups do not join them. */
  readonly #parts = new Set<Batch<S>>();
  #inFlight = 0;
  #isScheduled = false;
  #isBackingOff = false;
  #closed = false;

  constructor(options: LoaderOptions<S>) {
    this.#options = options;
  }

  /** @throws {IntrospectionError} if the call fails, is aborted or exceeds `timeoutMs` */
  load({ token, full, timeoutMs, signal }: LoadRequest): Promise<Loaded<S>> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(failure(status.UNAVAILABLE, "the introspector is closed"));
      if (signal?.aborted === true) return reject(failure(status.CANCELLED, signal.reason));
      const lookUp = this.#enqueue(token, full);
      const abandonWith = (error: IntrospectionError) => {
        settle();
        lookUp.waiters.delete(waiter);
        if (lookUp.waiters.size === 0) lookUp.abandon();
        this.#endIfDone();
        reject(error);
      };
      const abort = () => abandonWith(failure(status.CANCELLED, signal?.reason));
      const expire = () => abandonWith(failure(status.DEADLINE_EXCEEDED, `no answer within ${timeoutMs} ms`));
      const timer = setTimeout(expire, timeoutMs);
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

  /** As `load`, with one retry of a transient error after the backoff, within the remaining time. Introspection is idempotent. */
  async loadWithRetry(request: LoadRequest): Promise<Loaded<S>> {
    const startedAt = performance.now();
    try {
      return await this.load(request);
    } catch (error) {
      const timeoutMs = request.timeoutMs - (performance.now() - startedAt);
      const isTransient = error instanceof IntrospectionError && TRANSIENT.includes(error.code);
      if (!isTransient || timeoutMs <= 0 || this.#closed) throw error;
      return this.load({ ...request, timeoutMs });
    }
  }

  /** Rejects new lookups, finishes the queued ones, then closes the connection. */
  close(): void {
    this.#closed = true;
    this.#endIfDone();
  }

  #enqueue(token: string, full: boolean): LookUp<S> {
    const key = sharedKey({ token, full });
    let lookUp = this.#queue.get(key);
    if (lookUp === undefined) {
      lookUp = { token, full, waiters: new Set(), abandon: () => this.#queue.delete(key) };
      this.#queue.set(key, lookUp);
      this.#schedule();
    }
    return lookUp;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#inFlight >= MAX_CALLS) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendQueued();
    });
  }

  #sendQueued(): void {
    while (!this.#isBackingOff && this.#inFlight < MAX_CALLS && this.#hasQueued) this.#send(this.#takeBatch());
  }

  /** Pauses all calls, with jitter. */
  #backOff(): void {
    if (this.#isBackingOff) return;
    this.#isBackingOff = true;
    setTimeout(
      () => {
        this.#isBackingOff = false;
        this.#sendQueued();
      },
      BACKOFF_MS * (0.5 + Math.random()),
    ).unref();
  }

  get #hasQueued(): boolean {
    return this.#queue.size > 0 || this.#parts.size > 0;
  }

  /** Takes the first queued lookup and all that fit into a call with it: same consistency, within the limits. */
  #takeBatch(): Batch<S> {
    const [part] = this.#parts;
    if (part !== undefined) {
      this.#parts.delete(part);
      return part;
    }
    const batch = new Set<LookUp<S>>();
    let first: LookUp<S> | null = null;
    let bytes = 0;
    for (const [key, lookUp] of this.#queue) {
      first ??= lookUp;
      if (lookUp.full !== first.full) continue;
      bytes += Buffer.byteLength(lookUp.token);
      if (lookUp !== first && bytes > MAX_BATCH_BYTES) break;
      batch.add(lookUp);
      this.#queue.delete(key);
      if (batch.size === MAX_BATCH_TOKENS) break;
    }
    return { lookUps: batch, failed: { parts: 0 } };
  }

  #send(batch: Batch<S>): void {
    this.calls++;
    this.#inFlight++;
    const lookUps = [...batch.lookUps];
    const stamp = this.#options.stamp();
    const call = this.#options.rpcs.introspect({
      tokens: lookUps.map(({ token }) => token),
      full: lookUps[0]!.full,
      timeoutMs: this.#options.timeoutMs,
      done: (outcome) => {
        this.#inFlight--;
        // Must precede the rejections, because their retries must wait for the backoff.
        if (outcome instanceof IntrospectionError && TRANSIENT.includes(outcome.code)) this.#backOff();
        if (outcome instanceof IntrospectionError) this.#fail(batch, outcome);
        else this.#answer(batch, outcome, stamp);
        this.#sendQueued();
        this.#endIfDone();
      },
    });
    const abandon = () => {
      if (lookUps.every(({ waiters }) => waiters.size === 0)) call.cancel();
    };
    for (const lookUp of lookUps) lookUp.abandon = abandon;
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
   * Finds by bisection the token that makes its batch fail. After `MAX_FAILED_PARTS` consecutive failures, the core counts as broken, so
   * all remaining parts fail.
   */
  #fail(batch: Batch<S>, error: IntrospectionError): void {
    const { lookUps, failed } = batch;
    failed.parts++;
    const isShared = lookUps.size > 1 && !NOT_TOKEN_SPECIFIC.includes(error.code);
    if (isShared && failed.parts < MAX_FAILED_PARTS) this.#halve(batch);
    else rejectAll(lookUps, error);
    if (failed.parts < MAX_FAILED_PARTS) return;
    for (const part of this.#parts) {
      if (part.failed !== failed) continue;
      this.#parts.delete(part);
      rejectAll(part.lookUps, error);
    }
  }

  #halve({ lookUps, failed }: Batch<S>): void {
    const live = [...lookUps].filter(({ waiters }) => waiters.size > 0);
    const middle = Math.ceil(live.length / 2);
    for (const half of [live.slice(0, middle), live.slice(middle)]) {
      if (half.length === 0) continue;
      const part: Batch<S> = { lookUps: new Set(half), failed };
      for (const lookUp of half) {
        lookUp.abandon = () => {
          part.lookUps.delete(lookUp);
          if (part.lookUps.size === 0) this.#parts.delete(part);
        };
      }
      this.#parts.add(part);
    }
  }

  #endIfDone(): void {
    if (this.#closed && this.#inFlight === 0 && !this.#hasQueued) this.#options.rpcs.close();
  }
}

function sharedKey({ token, full }: Pick<LoadRequest, "token" | "full">): string {
  return `${full} ${token}`;
}

function rejectAll<S>(lookUps: Iterable<LookUp<S>>, { code, cause }: IntrospectionError): void {
  for (const { waiters } of lookUps) for (const { reject } of waiters) reject(failure(code, cause));
}

function failure(code: number, cause: unknown): IntrospectionError {
  return new IntrospectionError(code, typeof cause === "string" ? new Error(cause) : cause);
}
