import { setTimeout as sleep } from "node:timers/promises";
import type { FeedPosition } from "../../store/feed/event-buffer.ts";
import type { OutboxFilter, RecordedOutboxEvent } from "../../store/outbox/read.ts";
import type { Call } from "../call.ts";
import { cursorOf, parseCursor } from "../feed-cursor.ts";
import type { EventDependencies } from "./dependencies.ts";
import { toStorable } from "./filter.ts";

export interface WatchEventsRequest extends OutboxFilter {
  /** The last cursor of an earlier stream or list; empty to start now. */
  cursor: string;
}

/** One message of the stream, with the cursor from which a reader continues after it. */
export type EventMessage =
  | { kind: "event"; cursor: string; event: RecordedOutboxEvent }
  | { kind: "heartbeat"; cursor: string }
  | { kind: "reset"; cursor: string };

const READ_EVERY_MS = 500;
const HEARTBEAT_MS = 5_000;
const PAGE = 200;

/**
 * Streams the events after a cursor until the caller cancels. If this database does not know the cursor, the stream starts with a reset.
 * Keeps at most one page of events in memory.
 * @throws StorageError if the database fails; the caller continues with its last cursor
 */
export async function* watchEvents(
  { outbox, readEveryMs = READ_EVERY_MS, heartbeatMs = HEARTBEAT_MS }: EventDependencies,
  { cursor, ...requested }: WatchEventsRequest,
  { signal }: Pick<Call, "signal">,
): AsyncGenerator<EventMessage, void> {
  const filter = toStorable(requested);
  let at = parseCursor(cursor) ?? UNKNOWN;
  let heartbeatAt = Number.NEGATIVE_INFINITY;
  while (signal?.aborted !== true) {
    const page = await outbox.read({ ...filter, after: at, limit: PAGE });
    at = page.position;
    if (page.kind === "gap") {
      yield { kind: "reset", cursor: cursorOf(at) };
      continue;
    }
    for (const event of page.events) {
      yield { kind: "event", cursor: cursorOf({ epoch: page.epoch, cursor: event.cursor, eventId: event.id }), event };
    }
    if (page.hasMore) continue;
    if (performance.now() >= heartbeatAt + heartbeatMs) {
      heartbeatAt = performance.now();
      yield { kind: "heartbeat", cursor: cursorOf(at) };
    }
    // Rejects when the call is cancelled.
    await sleep(readEveryMs, undefined, signal === undefined ? {} : { signal }).catch(() => {});
  }
}

/** A position that no database knows. */
const UNKNOWN: FeedPosition = { epoch: "", cursor: 0, eventId: null };
