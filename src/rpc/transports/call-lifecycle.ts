import { create, type Message } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import type { StallWatch } from "../../observe/stalls.ts";
import type { Call, Caller } from "../../service/call.ts";
import { type Admitted, admit, admitAtOnce, type ResolveSession } from "../authentication/admission.ts";
import type { FindCaller } from "../authentication/service-key.ts";
import { toConnectError } from "../errors.ts";
import { MAY_BE_LATE, type Metadata } from "../metadata.ts";
import { requestIdOf } from "../request-id.ts";
import { AdmittedCall } from "./admitted-call.ts";
import { CALL_DEADLINE_MS } from "./limits.ts";
import type { Route, StreamRoute, UnaryRoute } from "./services.ts";

/** A call as it comes to a mount, before anything is known of it. */
export interface Arrival {
  mount: "grpc" | "connect" | "direct";
  metadata: Metadata;
  /** What the caller's deadline leaves; null where it set none. */
  timeoutMs: number | null;
  findCaller: FindCaller;
}

/** What became of a call, for logs and metrics. */
export interface FinishedCall {
  route: Route;
  mount: Arrival["mount"];
  requestId: string;
  /** Who called, admitted or not; null: nobody that we know. */
  caller: Caller | null;
  /** Null: answered. */
  error: ConnectError | null;
  milliseconds: number;
}

export interface ExchangeOptions {
  resolveSession: ResolveSession;
  onFinish: (call: FinishedCall) => void;
  /** A handler failed after its call had ended: nobody is told any more. */
  onLateFailure: (requestId: string, error: unknown) => void;
  patience?: StreamPatience | undefined;
  stalls: StallWatch;
}

/** What a timer holds; it rings at once for more. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How long a stream is borne with, in milliseconds. */
export interface StreamPatience {
  /** For how long a message may lie before its reader is given up. */
  slowReaderMs: number;
  /** How long a stream may go on before its key is looked at again. */
  readmitMs: number;
}

const PATIENCE: StreamPatience = { slowReaderMs: 10_000, readmitMs: 5_000 };

/**
 * One call from its arrival to its end: admitted first, then answered once. Whatever ends it, be it the answer, an error, the deadline or
 * the caller's leaving, it is reported exactly once. No AbortController, Headers or logger is made unless somebody asks for it.
 */
export class Exchange {
  readonly requestId: string;
  readonly #route: Route;
  readonly #arrival: Arrival;
  readonly #options: ExchangeOptions;
  readonly #began = performance.now();
  readonly #deadline: number;
  readonly #inShadow: boolean;
  readonly #stallsBefore: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #caller: Caller | null = null;
  #admitted: Admitted | null = null;
  #admittedAt = this.#began;
  #finished = false;
  #ended: ConnectError | null = null;
  #interrupt: ((reason: ConnectError) => void) | null = null;
  #controller: AbortController | null = null;

  constructor(route: Route, arrival: Arrival, options: ExchangeOptions) {
    this.requestId = requestIdOf(arrival.metadata);
    this.#route = route;
    this.#arrival = arrival;
    this.#options = options;
    this.#inShadow = options.stalls.inShadow();
    this.#stallsBefore = options.stalls.count();
    const timeoutMs = timeoutOf(route, arrival.timeoutMs);
    this.#deadline = this.#began + (timeoutMs ?? Number.POSITIVE_INFINITY);
    if (timeoutMs !== null) this.#timer = setTimeout(() => this.end(deadlineExceeded()), timeoutMs);
  }

  /** Aborted when the call has ended before its answer. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort(this.#ended);
    }
    return this.#controller.signal;
  }

  /** True if the call has ended before its answer, or is about to: on a busy event loop its timer may come late. */
  get ended(): boolean {
    return this.#ended !== null || performance.now() >= this.#deadline;
  }

  /** True if the call may have waited in a socket, here or at the gateway, or at its lock, while the process stood still. */
  get mayBeLate(): boolean {
    const { stalls } = this.#options;
    return this.#inShadow || stalls.count() !== this.#stallsBefore || this.#isLateAtGateway();
  }

  /** Only a gateway knows how long a request waited there; another key could put off the detection of reuse. */
  #isLateAtGateway(): boolean {
    if (this.#arrival.metadata(MAY_BE_LATE) === null) return false;
    return this.#admitted?.caller.permissions.has("tokens:forward") === true;
  }

  /** True once the call was reported: nothing changes what became of it. */
  get finished(): boolean {
    return this.#finished;
  }

  /** What ended the call before its answer; null while nothing has. */
  get endedBy(): ConnectError | null {
    return this.#ended;
  }

  /** Lets the caller in, by the key, its right and the session, or throws the ConnectError to answer. */
  async admit(): Promise<void> {
    try {
      this.#admitted = await this.#unlessEnded(() => this.#admit());
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #admit(): Promise<Admitted> {
    const { metadata } = this.#arrival;
    const { resolveSession } = this.#options;
    const findCaller: FindCaller = async (key) => {
      this.#caller = await this.#arrival.findCaller(key);
      return this.#caller;
    };
    return admit({ access: this.#route.access, metadata, findCaller, resolveSession });
  }

  /**
   * Admits the call and answers it in bytes, where neither has to wait for anything. Null: nothing has happened yet, and `admit` and
   * `answer` say what there is to say.
   */
  answerAtOnce({ atOnce, access }: UnaryRoute, read: () => Message): Uint8Array | null {
    if (atOnce === null || this.#ended !== null) return null;
    const { metadata, findCaller } = this.#arrival;
    const admitted = admitAtOnce({ access, metadata, findCaller });
    const bytes = admitted && atOnce(read(), admitted.caller);
    if (bytes === null) return null;
    this.#caller = admitted!.caller;
    this.#finish(null);
    return bytes;
  }

  /** Answers an admitted call. `read` decodes the request: what it throws is the call's error like any other. */
  async answer(route: UnaryRoute, read: () => Message): Promise<Message> {
    try {
      const answer = await this.#unlessEnded(() => route.handler(read(), this.#call()));
      const message = create(route.method.output, answer);
      this.#finish(null);
      return message;
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Answers an admitted call with many messages. */
  async *stream(route: StreamRoute, read: () => Message): AsyncGenerator<Message, void> {
    const { slowReaderMs, readmitMs } = this.#options.patience ?? PATIENCE;
    let source: AsyncIterator<unknown> | null = null;
    try {
      const messages = route.handler(read(), this.#call())[Symbol.asyncIterator]();
      source = messages;
      for (;;) {
        const next = await this.#unlessEnded(() => messages.next());
        if (next.done === true) break;
        const cut = setTimeout(() => this.end(tooSlow()), slowReaderMs);
        try {
          yield create(route.method.output, next.value);
        } finally {
          clearTimeout(cut);
        }
        await this.#admitAgain(readmitMs);
      }
      this.#finish(null);
    } catch (error) {
      throw this.#fail(error);
    } finally {
      // A reader that leaves early ends the source too; waiting for it could last for ever.
      source?.return?.().catch((error: unknown) => this.#options.onLateFailure(this.requestId, error));
      this.#finish(canceled());
    }
  }

  /** The caller has left, the deadline has passed or the process shuts down. After the answer it does nothing. */
  end(reason: ConnectError): void {
    if (this.#finished || this.#ended !== null) return;
    this.#ended = reason;
    this.#controller?.abort(reason);
    if (this.#interrupt === null) this.#finish(reason);
    else this.#interrupt(reason);
  }

  /** A key that is revoked ends what it began, within seconds; while nobody can say whether it is, the stream goes on. */
  async #admitAgain(everyMs: number): Promise<void> {
    if (performance.now() - this.#admittedAt < everyMs) return;
    this.#admittedAt = performance.now();
    await this.#unlessEnded(() => this.#admit()).catch((error: unknown) => {
      if (toConnectError(error).code !== Code.Unavailable || error === this.#ended) throw error;
    });
  }

  #call(): Call {
    if (this.#admitted === null) throw new Error("the call was not admitted");
    return new AdmittedCall(this, this.#admitted);
  }

  /** What `work` yields, unless the exchange ends before. */
  #unlessEnded<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended !== null) return reject(this.#ended);
      this.#interrupt = reject;
      const settle = (): boolean => {
        this.#interrupt = null;
        return this.#ended === null;
      };
      work().then(
        (value) => settle() && resolve(value),
        (error) => (settle() ? reject(error) : this.#options.onLateFailure(this.requestId, error)),
      );
    });
  }

  #fail(cause: unknown): ConnectError {
    const error = toConnectError(cause);
    this.#finish(error);
    return error;
  }

  #finish(error: ConnectError | null): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    this.#options.onFinish({
      route: this.#route,
      mount: this.#arrival.mount,
      requestId: this.requestId,
      caller: this.#caller,
      error,
      milliseconds: performance.now() - this.#began,
    });
  }
}

/** Unary calls always have a deadline of our own; streams last as long as their caller wants. */
function timeoutOf(route: Route, timeoutMs: number | null): number | null {
  if (route.kind === "unary") return Math.min(timeoutMs ?? CALL_DEADLINE_MS, CALL_DEADLINE_MS);
  return timeoutMs === null || timeoutMs > LONGEST_TIMER_MS ? null : timeoutMs;
}

/** The time that the caller gave, or our own, is over. */
export function deadlineExceeded(): ConnectError {
  return new ConnectError("the deadline has passed", Code.DeadlineExceeded);
}

/** Nobody takes what the stream has to say. */
function tooSlow(): ConnectError {
  return new ConnectError("the reader takes no messages; go on with the last cursor", Code.ResourceExhausted);
}

/** The caller does not wait for the answer any more. */
export function canceled(): ConnectError {
  return new ConnectError("the caller has left", Code.Canceled);
}
