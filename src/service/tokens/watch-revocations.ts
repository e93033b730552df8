import type { FeedPosition } from "../../store/feed/event-buffer.ts";
import type { RecordedEvent } from "../../store/feed/feed-page.ts";
import type { Feed } from "../../store/feed/feed-reader.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { cursorOf, parseCursor } from "../feed-cursor.ts";

export interface WatchRequest {
  /** The last cursor of an earlier stream; empty to start now. */
  cursor: string;
}

export type WatchMessage =
  | { kind: "event"; cursor: string; event: RecordedEvent }
  /** `ageMs`: milliseconds since the newest read of the feed was sent. `elapsedMs`: milliseconds since this stream was requested. */
  | { kind: "heartbeat"; cursor: string; ageMs: number; elapsedMs: number }
  | { kind: "reset"; cursor: string };

export interface WatchDependencies {
  /** Absent if this process does not read the feed. */
  feed?: Feed;
  /** Milliseconds between heartbeats; default 250. */
  heartbeatMs?: number;
}

const HEARTBEAT_MS = 250;

/**
 * Streams the events after a cursor until the caller cancels. The stream stores only its position in the feed. A reader that falls behind
 * the feed's buffer gets a reset.
 */
export async function* watchRevocations(
  { feed, heartbeatMs = HEARTBEAT_MS }: WatchDependencies,
  { cursor }: WatchRequest,
  call: Pick<Call, "signal">,
): AsyncGenerator<WatchMessage, void> {
  if (feed === undefined)
    throw new RequestError("unavailable", "NO_FEED", "This core does not read the revocation feed.");
  const startedAt = performance.now();
  const pause = createPause(feed, call.signal);
  try {
    // The cursor may come from another replica and be newer than the last read of this process.
    await Promise.race([feed.read(), pause.cancelled]);
    // Null for an empty or malformed cursor. Then the stream starts with a reset.
    let at: FeedPosition | null = parseCursor(cursor);
    let heartbeatAt = Number.NEGATIVE_INFINITY;
    while (call.signal?.aborted !== true) {
      const position = feed.position();
      const next = position === null ? null : at === null ? ({ kind: "reset", position } as const) : feed.after(at);
      if (next?.kind === "reset") {
        at = next.position;
        yield { kind: "reset", cursor: cursorOf(at) };
      } else if (next?.kind === "event") {
        at = { epoch: at!.epoch, cursor: next.event.cursor, eventId: next.event.eventId };
        yield { kind: "event", cursor: cursorOf(at), event: next.event };
      } else if (at !== null && position !== null && performance.now() >= heartbeatAt + heartbeatMs) {
        heartbeatAt = performance.now();
        yield { kind: "heartbeat", cursor: cursorOf(at), ageMs: feed.ageMs(), elapsedMs: heartbeatAt - startedAt };
      } else {
        await pause.untilEvents(position === null ? heartbeatMs : heartbeatAt + heartbeatMs - performance.now());
      }
    }
  } finally {
    pause.dispose();
  }
}

/** A pause that ends with new events, a timeout or the cancellation of the call. */
function createPause(feed: Feed, signal: AbortSignal | undefined) {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  let wake = () => {};
  const onAbort = () => {
    cancel();
    wake();
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) cancel();
  const unsubscribe = feed.onEvents(() => wake());
  return {
    /** Resolves when the call is cancelled. */
    cancelled,
    untilEvents(timeoutMs: number): Promise<void> {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(timeoutMs, 1));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    dispose() {
      unsubscribe();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}
