import { status } from "@grpc/grpc-js";
import type { RevocationEvent, WatchRevocationsResponse } from "../../gen/latchkey/v1/token_service_pb.ts";
import type { Clock } from "./clock.ts";
import type { Freshness } from "./freshness.ts";
import { feedError, type IntrospectionError } from "./introspection-error.ts";
import type { TokenRpcs } from "./token-rpcs.ts";

/** Where what is heard goes. */
export interface WatchOptions {
  rpcs: Pick<TokenRpcs, "watch" | "whenConnected">;
  freshness: Freshness;
  /** That of `freshness`. */
  now: Clock;
  /** Events in the order of the feed, each once or more often. */
  onEvent(event: RevocationEvent): void;
  /** Whatever was known is of no use any more: something may have been missed. */
  onReset(): void;
  /** A stream ended, or none was had. It is tried again. */
  onError(error: IntrospectionError): void;
  /** Heartbeats that show this much less than they should, in milliseconds, are a reason to ask for the stream anew. */
  laggingMs: number;
}

/** Follows the feed until closed. */
export interface Watch {
  /** Streams that were opened. */
  readonly streams: number;
  close(): void;
}

const CONNECT_WITHIN_MS = 5_000;
/** A stream that says nothing for so long is given up. */
const SILENCE_MS = 5_000;
/** A stream is asked for anew when so many heartbeats in a row lag, but not before it is so old. */
const LAGGING_BEATS = 3;
const LAGGING_AFTER_MS = 10_000;
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows the core's revocations: goes on from the last cursor when a stream ends, after a pause that grows with failures and is never the
 * same for two clients. All its timers leave the process free to end.
 */
export function watchRevocations(options: WatchOptions): Watch {
  const follower = new Follower(options);
  follower.connect();
  return follower;
}

class Follower implements Watch {
  streams = 0;
  readonly #options: WatchOptions;
  #cursor = "";
  #failures = 0;
  #lagging = 0;
  #isRenewing = false;
  #stream: { cancel(): void } | null = null;
  #pause: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Only with a connection is the stream asked for: its heartbeats count from there. */
  connect(): void {
    this.#options.rpcs.whenConnected(CONNECT_WITHIN_MS, (connected) => {
      if (this.#closed) return;
      if (connected) return this.#open();
      this.#options.onError(feedError(status.UNAVAILABLE, new Error(`no connection within ${CONNECT_WITHIN_MS} ms`)));
      this.#again();
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#stream?.cancel();
  }

  #open(): void {
    this.streams++;
    this.#lagging = 0;
    this.#isRenewing = false;
    const requestedAt = this.#options.now();
    const silence = setTimeout(() => stream.cancel(), SILENCE_MS).unref();
    const stream = this.#options.rpcs.watch(this.#cursor, {
      message: (message) => {
        silence.refresh();
        this.#failures = 0;
        this.#take(message, requestedAt);
      },
      end: (error) => {
        clearTimeout(silence);
        this.#stream = null;
        if (this.#closed) return;
        if (error !== null && !this.#isRenewing) this.#options.onError(error);
        this.#again();
      },
    });
    this.#stream = stream;
  }

  #take({ message }: WatchRevocationsResponse, requestedAt: number): void {
    if (message.case === "event") {
      this.#options.onEvent(message.value);
      this.#cursor = message.value.cursor;
    } else if (message.case === "reset") {
      this.#options.onReset();
      this.#cursor = message.value.cursor;
    } else if (message.case === "heartbeat") {
      const { ageMs, elapsedMs, cursor } = message.value;
      if (cursor !== "") this.#cursor = cursor;
      const lag = this.#options.freshness.beat(requestedAt, { ageMs: Number(ageMs), elapsedMs: Number(elapsedMs) });
      this.#lagging = lag > this.#options.laggingMs ? this.#lagging + 1 : 0;
      if (this.#lagging >= LAGGING_BEATS && elapsedMs > LAGGING_AFTER_MS) this.#renew();
    }
  }

  #renew(): void {
    this.#isRenewing = true;
    this.#stream?.cancel();
  }

  #again(): void {
    const most = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** this.#failures++);
    this.#pause = setTimeout(() => this.connect(), most * Math.random()).unref();
  }
}
