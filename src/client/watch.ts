import { status } from "@grpc/grpc-js";
import type { RevocationEvent, WatchRevocationsResponse } from "../../gen/latchkey/v1/token_service_pb.ts";
import { backoffMs } from "../concurrency/retry.ts";
import type { Clock } from "./clock.ts";
import type { Freshness } from "./freshness.ts";
import { feedError, type IntrospectionError } from "./introspection-error.ts";
import type { TokenRpcs } from "./token-rpcs.ts";

/** Callbacks and settings of a feed subscription. */
export interface WatchOptions {
  rpcs: Pick<TokenRpcs, "watch" | "whenConnected">;
  freshness: Freshness;
  /** The clock of `freshness`. */
  now: Clock;
  /** Called with events in feed order, at least once each. */
  onEvent(event: RevocationEvent): void;
  /** Called when events may have been missed: all cached state is invalid. */
  onReset(): void;
  /** Called when a stream fails or cannot be opened, before the retry. */
  onError(error: IntrospectionError): void;
  /** Transit delay of heartbeats, in milliseconds, above which the stream is reopened. */
  laggingMs: number;
}

/** A feed subscription, active until closed. */
export interface Watch {
  /** Number of streams opened. */
  readonly streams: number;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A stream without a message for this long is cancelled. */
const IDLE_TIMEOUT_MS = 5_000;
/** A stream older than `LAGGING_AFTER_MS` is reopened after this many consecutive late heartbeats. */
const LAGGING_HEARTBEATS = 3;
const LAGGING_AFTER_MS = 10_000;
const BACKOFF = { firstMs: 100, longestMs: 5_000 };

/**
 * Subscribes to the core's revocation feed. Resumes from the last cursor when a stream ends, with exponential backoff and full jitter.
 * Its timers do not keep the process alive.
 */
export function watchRevocations(options: WatchOptions): Watch {
  const subscription = new FeedSubscription(options);
  subscription.connect();
  return subscription;
}

class FeedSubscription implements Watch {
  streams = 0;
  readonly #options: WatchOptions;
  #cursor = "";
  #failures = 0;
  #lagging = 0;
  #isRenewing = false;
  #stream: { cancel(): void } | null = null;
  #backoff: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Opens the stream only after the connection is ready, because the age of heartbeats counts from the request. */
  connect(): void {
    this.#options.rpcs.whenConnected(CONNECT_TIMEOUT_MS, (connected) => {
      if (this.#closed) return;
      if (connected) return this.#open();
      this.#options.onError(feedError(status.UNAVAILABLE, new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`)));
      this.#retry();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#backoff);
    this.#stream?.cancel();
  }

  #open(): void {
    this.streams++;
    this.#lagging = 0;
    this.#isRenewing = false;
    const requestedAt = this.#options.now();
    const idle = setTimeout(() => stream.cancel(), IDLE_TIMEOUT_MS).unref();
    const stream = this.#options.rpcs.watch(this.#cursor, {
      message: (message) => {
        idle.refresh();
        this.#failures = 0;
        this.#receive(message, requestedAt);
      },
      end: (error) => {
        clearTimeout(idle);
        this.#stream = null;
        if (this.#closed) return;
        if (error !== null && !this.#isRenewing) this.#options.onError(error);
        this.#retry();
      },
    });
    this.#stream = stream;
  }

  #receive({ message }: WatchRevocationsResponse, requestedAt: number): void {
    if (message.case === "event") {
      this.#options.onEvent(message.value);
      this.#cursor = message.value.cursor;
    } else if (message.case === "reset") {
      this.#options.onReset();
      this.#cursor = message.value.cursor;
    } else if (message.case === "heartbeat") {
      const { ageMs, elapsedMs, cursor } = message.value;
      if (cursor !== "") this.#cursor = cursor;
      const lag = this.#options.freshness.record(requestedAt, { ageMs: Number(ageMs), elapsedMs: Number(elapsedMs) });
      this.#lagging = lag > this.#options.laggingMs ? this.#lagging + 1 : 0;
      if (this.#lagging >= LAGGING_HEARTBEATS && elapsedMs > LAGGING_AFTER_MS) this.#renew();
    }
  }

  #renew(): void {
    this.#isRenewing = true;
    this.#stream?.cancel();
  }

  #retry(): void {
    const longestMs = backoffMs(this.#failures++, BACKOFF);
    this.#backoff = setTimeout(() => this.connect(), longestMs * Math.random()).unref();
  }
}
