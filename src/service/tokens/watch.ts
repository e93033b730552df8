import type { FeedPosition } from "../../store/feed/event-buffer.ts";
import type { RecordedEvent } from "../../store/feed/feed-page.ts";
import type { Feed } from "../../store/feed/feed-reader.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

export interface WatchRequest {
  /** As the stream before gave it; empty: from now on. */
  cursor: string;
}

/** One message of the stream. */
export type WatchMessage =
  | { kind: "event"; cursor: string; event: RecordedEvent }
  /** Milliseconds: since the newest read of the feed was sent, and since this stream was asked for. */
  | { kind: "heartbeat"; cursor: string; ageMs: number; elapsedMs: number }
  | { kind: "reset"; cursor: string };

export interface WatchDependencies {
  /** Absent: this process reads no feed. */
  feed?: Feed;
  /** Milliseconds between heartbeats; default 250. */
  heartbeatMs?: number;
}

const HEARTBEAT_MS = 250;

/**
 * Tells what is revoked from a cursor on, for as long as the caller listens. It keeps a place in the feed and no messages: who takes none
 * costs nothing, and who falls out of the feed's memory starts afresh.
 */
export async function* watchRevocations(
  { feed, heartbeatMs = HEARTBEAT_MS }: WatchDependencies,
  { cursor }: WatchRequest,
  call: Pick<Call, "signal">,
): AsyncGenerator<WatchMessage, void> {
  if (feed === undefined)
    throw new RequestError("unavailable", "NO_FEED", "This core does not read the revocation feed.");
  const began = performance.now();
  const pause = createPause(feed, call.signal);
  try {
    // Another replica may have told the cursor of an event that this one has not read yet.
    await Promise.race([feed.read(), pause.over]);
    let at: FeedPosition | null = parseCursor(cursor);
    let beatAt = Number.NEGATIVE_INFINITY;
    while (call.signal?.aborted !== true) {
      const position = feed.position();
      const news = position === null ? null : at === null ? ({ kind: "reset", position } as const) : feed.after(at);
      if (news?.kind === "reset") {
        at = news.position;
        yield { kind: "reset", cursor: cursorOf(at) };
      } else if (news?.kind === "event") {
        at = { epoch: at!.epoch, cursor: news.event.cursor, eventId: news.event.eventId };
        yield { kind: "event", cursor: cursorOf(at), event: news.event };
      } else if (at !== null && position !== null && performance.now() >= beatAt + heartbeatMs) {
        beatAt = performance.now();
        yield { kind: "heartbeat", cursor: cursorOf(at), ageMs: feed.ageMs(), elapsedMs: beatAt - began };
      } else {
        await pause.untilNews(position === null ? heartbeatMs : beatAt + heartbeatMs - performance.now());
      }
    }
  } finally {
    pause.end();
  }
}

/** Waiting that news, a moment or the caller's leaving ends. */
function createPause(feed: Feed, signal: AbortSignal | undefined) {
  const { promise: over, resolve: leave } = Promise.withResolvers<void>();
  const onAbort = () => {
    leave();
    wake();
  };
  let wake = () => {};
  signal?.addEventListener("abort", onAbort, { once: true });
  if (signal?.aborted === true) leave();
  const unsubscribe = feed.onEvents(() => wake());
  return {
    /** Resolves when the caller has left. */
    over,
    untilNews(milliseconds: number): Promise<void> {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.max(milliseconds, 1));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    end() {
      unsubscribe();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** Opaque to clients: epoch and number, and the id of the event unless there was none. */
function cursorOf({ epoch, cursor, eventId }: FeedPosition): string {
  return eventId === null ? `${epoch}.${cursor}` : `${epoch}.${cursor}.${eventId}`;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const CURSOR = new RegExp(`^(${UUID})\\.(\\d{1,15})(?:\\.(${UUID}))?$`);

/** Null for no cursor, and for one of another form: its owner starts afresh. */
function parseCursor(text: string): FeedPosition | null {
  const [, epoch, cursor, eventId = null] = CURSOR.exec(text) ?? [];
  return epoch === undefined ? null : { epoch, cursor: Number(cursor), eventId };
}
