import type { FeedPage, RecordedEvent } from "./feed-page.ts";

/** A place in the feed: after the event `cursor` of an epoch. */
export interface FeedPosition {
  epoch: string;
  cursor: number;
  /** Of that event, null before the first: the same cursor may stand for another event after a failover or a restore. */
  eventId: string | null;
}

/** What comes after a position. */
export type FeedNews =
  | { kind: "event"; event: RecordedEvent }
  /** Everything that was read is behind the position. */
  | { kind: "nothing" }
  /** There is no way from the position to here: start afresh and go on from `position`. */
  | { kind: "reset"; position: FeedPosition };

/** What a page brought. */
export type Step = { kind: "reset" } | { kind: "events"; events: readonly RecordedEvent[] };

/** The newest events, `keep` to go on to and the one before them. Cursors have no gaps, so an event's place follows from its cursor. */
export function createPast(keep: number) {
  const held = keep + 1;
  let position: FeedPosition | null = null;
  let events: RecordedEvent[] = [];

  /** False where the page does not hold what was read before. */
  function continues({ head, events: read }: FeedPage): boolean {
    if (position === null || head < position.cursor) return position === null;
    const { cursor, eventId } = position;
    const same = read.find((event) => event.cursor === cursor);
    return eventId === null || same === undefined || same.eventId === eventId;
  }

  /** The event after a cursor, if the event at the cursor is known to be the one named. */
  function eventAfter({ cursor, eventId }: FeedPosition): RecordedEvent | undefined {
    const at = events.length - (position!.cursor - cursor);
    const isSame = cursor === 0 ? eventId === null : events[at - 1]?.eventId === eventId;
    return isSame ? events[at] : undefined;
  }

  return {
    position: () => position,
    continues,
    take(page: FeedPage): Step {
      const fresh = page.events.filter(({ cursor }) => position === null || cursor > position.cursor);
      const goesOn = position?.epoch === page.epoch && page.head - position.cursor === fresh.length;
      position = { epoch: page.epoch, cursor: page.head, eventId: page.events.at(-1)?.eventId ?? null };
      if (!goesOn) {
        events = page.events.slice(-held);
        return { kind: "reset" };
      }
      events.push(...fresh);
      // Not one by one, which would move all of them each time.
      if (events.length > 2 * held) events = events.slice(-held);
      return { kind: "events", events: fresh };
    },
    after(from: FeedPosition): FeedNews {
      if (position === null) return { kind: "nothing" };
      if (from.epoch !== position.epoch || from.cursor > position.cursor) return { kind: "reset", position };
      if (from.cursor === position.cursor) {
        return from.eventId === position.eventId ? { kind: "nothing" } : { kind: "reset", position };
      }
      const event = eventAfter(from);
      return event === undefined ? { kind: "reset", position } : { kind: "event", event };
    },
  };
}
