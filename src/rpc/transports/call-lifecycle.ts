import { hash } from "node:crypto";
import { create, type Message } from "@bufbuild/protobuf";
import { Code, type ConnectError } from "@connectrpc/connect";
import type { MailLanguage } from "../../model/mail.ts";
import type { PauseDetector } from "../../observe/pause-detector.ts";
import { requestIdFrom } from "../../observe/request-id.ts";
import { type ActiveSpan, runIn, startCallSpan } from "../../observe/tracing.ts";
import type { Actor, Call, Caller } from "../../service/call.ts";
import { type Admitted, admit, type ResolveSession } from "../authentication/admission.ts";
import type { FindCaller } from "../authentication/service-key.ts";
import { canceled, deadlineExceeded, slowReader, toConnectError } from "../errors.ts";
import { MAY_BE_LATE, type Metadata, REQUEST_ID } from "../metadata.ts";
import { CALL_DEADLINE_MS } from "./limits.ts";
import type { Response, Route, StreamRoute, UnaryRoute } from "./routes.ts";

/** A call received by a transport, before authentication. */
export interface IncomingCall {
  transport: "grpc" | "connect" | "direct";
  metadata: Metadata;
  /** The time until the caller's deadline in milliseconds; null if the caller set none. */
  timeoutMs: number | null;
  findCaller: FindCaller;
}

/** The outcome of a call, for logs and metrics. */
export interface FinishedCall {
  route: Route;
  transport: IncomingCall["transport"];
  requestId: string;
  /** The authenticated caller, admitted or not; null if authentication failed. */
  caller: Caller | null;
  /** SHA-256 of the presented key; null if it is valid or absent. */
  invalidKey: string | null;
  /** Null for success. */
  error: ConnectError | null;
  milliseconds: number;
  /** Ended by the recipient; null without tracing. */
  span: ActiveSpan | null;
}

export interface CallOptions {
  resolveSession: ResolveSession;
  onFinish: (call: FinishedCall) => void;
  /** Called when a handler fails after the end of its call. */
  onLateFailure: (requestId: string, error: unknown) => void;
  streamTimeouts?: StreamTimeouts | undefined;
  pauses: PauseDetector;
}

/** The longest delay of `setTimeout`; longer delays fire immediately. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Timeouts of streams, in milliseconds. */
export interface StreamTimeouts {
  /** How long the reader may take for one message before the stream is cut. */
  slowReaderMs: number;
  /** The interval of re-authentication. */
  readmitMs: number;
}

const STREAM_TIMEOUTS: StreamTimeouts = { slowReaderMs: 10_000, readmitMs: 5_000 };

/**
 * The lifecycle of one call, which is admitted, then answered once. It ends with an answer, an error, the deadline or cancellation, and
 * reports exactly one outcome. Creates the AbortController only if the handler reads `signal`.
 */
export class CallLifecycle {
  readonly requestId: string;
  readonly #route: Route;
  readonly #incoming: IncomingCall;
  readonly #options: CallOptions;
  readonly #span: ActiveSpan | null;
  readonly #startedAt = performance.now();
  readonly #deadline: number;
  readonly #isRecovering: boolean;
  readonly #pausesBefore: number;
  readonly #timer: NodeJS.Timeout | undefined;
  #caller: Caller | null = null;
  #invalidKey: string | null = null;
  #admitted: Admitted | null = null;
  #admittedAt = this.#startedAt;
  #finished = false;
  #ended: ConnectError | null = null;
  #interrupt: ((reason: ConnectError) => void) | null = null;
  #controller: AbortController | null = null;

  constructor(route: Route, incoming: IncomingCall, options: CallOptions) {
    this.requestId = requestIdFrom(incoming.metadata(REQUEST_ID));
    this.#route = route;
    this.#incoming = incoming;
    this.#options = options;
    this.#span = startCallSpan(route.name, incoming);
    this.#isRecovering = options.pauses.isRecovering();
    this.#pausesBefore = options.pauses.count();
    const timeoutMs = timeoutOf(route, incoming.timeoutMs);
    this.#deadline = this.#startedAt + (timeoutMs ?? Number.POSITIVE_INFINITY);
    if (timeoutMs !== null) this.#timer = setTimeout(() => this.end(deadlineExceeded()), timeoutMs);
  }

  /** Aborted if the call ends before it is answered. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#ended !== null) this.#controller.abort(this.#ended);
    }
    return this.#controller.signal;
  }

  /** True if the call ended before it was answered, or its deadline has passed: on a busy event loop the timer fires late. */
  get ended(): boolean {
    return this.#ended !== null || performance.now() >= this.#deadline;
  }

  /** True if the call may have waited in a socket, here or at the gateway, or for a lock, while the process was paused. */
  get mayBeLate(): boolean {
    return this.#isRecovering || this.#options.pauses.count() !== this.#pausesBefore || this.#isLateAtGateway();
  }

  /** Accepts the mark from gateways only: another caller could use it to delay reuse detection. */
  #isLateAtGateway(): boolean {
    if (this.#incoming.metadata(MAY_BE_LATE) === null) return false;
    return this.#admitted?.caller.permissions.has("tokens:forward") === true;
  }

  /** True once the outcome is reported. */
  get finished(): boolean {
    return this.#finished;
  }

  /** The error that ended the call before its answer, or null. */
  get endedBy(): ConnectError | null {
    return this.#ended;
  }

  /** Authenticates and authorizes the call. @throws ConnectError to respond with */
  async admit(): Promise<void> {
    try {
      this.#admitted = await this.#unlessEnded(() => this.#admit());
    } catch (error) {
      throw this.#fail(error);
    }
  }

  #admit(): Promise<Admitted> {
    const { metadata } = this.#incoming;
    const findCaller: FindCaller = (key) => {
      const found = this.#incoming.findCaller(key);
      return found instanceof Promise ? found.then((caller) => this.#note(key, caller)) : this.#note(key, found);
    };
    return admit({ access: this.#route.access, metadata, findCaller, resolveSession: this.#options.resolveSession });
  }

  #note(key: string, caller: Caller | null): Caller | null {
    this.#caller = caller;
    if (caller === null) this.#invalidKey = hash("sha256", key, "base64url");
    return caller;
  }

  /**
   * Answers an admitted call. `read` decodes the request and `render` the handler's response; their errors are errors of the call.
   * @throws ConnectError
   */
  async answer<T>({ handler }: UnaryRoute, read: () => Message, render: (response: Response) => T): Promise<T> {
    try {
      const rendered = render(await this.#unlessEnded(() => handler(read(), this.#call())));
      this.#finish(null);
      return rendered;
    } catch (error) {
      throw this.#fail(error);
    }
  }

  /** Answers an admitted call with many messages. */
  async *stream(route: StreamRoute, read: () => Message): AsyncGenerator<Message, void> {
    const { slowReaderMs, readmitMs } = this.#options.streamTimeouts ?? STREAM_TIMEOUTS;
    let source: AsyncIterator<unknown> | null = null;
    try {
      const messages = route.handler(read(), this.#call())[Symbol.asyncIterator]();
      source = messages;
      for (;;) {
        const next = await this.#unlessEnded(() => messages.next());
        if (next.done === true) break;
        const cut = setTimeout(() => this.end(slowReader()), slowReaderMs);
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
      // Ends the source when the reader leaves early. Does not wait for the source, which may never return.
      source?.return?.().catch((error: unknown) => this.#options.onLateFailure(this.requestId, error));
      this.#finish(canceled());
    }
  }

  /** Ends the call on cancellation, deadline or shutdown. No effect after the answer. */
  end(reason: ConnectError): void {
    if (this.#finished || this.#ended !== null) return;
    this.#ended = reason;
    this.#controller?.abort(reason);
    if (this.#interrupt === null) this.#finish(reason);
    else this.#interrupt(reason);
  }

  /** Re-authenticates a stream, so that a revoked key loses it. A storage outage does not end the stream. */
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

  /** The result of `work`, or the error that ends the call first. */
  #unlessEnded<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#ended !== null) return reject(this.#ended);
      this.#interrupt = reject;
      const settle = (): boolean => {
        this.#interrupt = null;
        return this.#ended === null;
      };
      runIn(this.#span, work).then(
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
      transport: this.#incoming.transport,
      requestId: this.requestId,
      caller: this.#caller,
      invalidKey: this.#invalidKey,
      error,
      milliseconds: performance.now() - this.#startedAt,
      span: this.#span,
    });
  }
}

/** Unary calls have a maximum deadline; streams have only the caller's. */
function timeoutOf(route: Route, timeoutMs: number | null): number | null {
  if (route.kind === "unary") return Math.min(timeoutMs ?? CALL_DEADLINE_MS, CALL_DEADLINE_MS);
  return timeoutMs === null || timeoutMs > MAX_TIMER_MS ? null : timeoutMs;
}

/** The call as handlers receive it. Creates the signal only when a handler reads it. */
export class AdmittedCall implements Call {
  readonly caller: Caller;
  readonly actor: Actor | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly language: MailLanguage | null;
  readonly requestId: string;
  readonly #lifecycle: CallLifecycle;

  constructor(lifecycle: CallLifecycle, { caller, actor, address, userAgent, language }: Admitted) {
    this.#lifecycle = lifecycle;
    this.requestId = lifecycle.requestId;
    this.caller = caller;
    this.actor = actor;
    this.address = address;
    this.userAgent = userAgent;
    this.language = language;
  }

  get signal(): AbortSignal {
    return this.#lifecycle.signal;
  }

  get ended(): boolean {
    return this.#lifecycle.ended;
  }

  get mayBeLate(): boolean {
    return this.#lifecycle.mayBeLate;
  }
}
