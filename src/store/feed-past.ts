import type { FeedPage, RecordedEvent } from "./feed-page.ts";

/** A place in the feed: after the event `cursor` of an epoch. */
export interface FeedPosition {
  epoch: string;
  cursor: number;
}

/** What comes after a position. */
export type FeedNews =
  | { kind: "event"; event: RecordedEvent }
  /** Everything that was read is behind the position. */
  | { kind: "nothing" }
  /** There is no way from the position to here: start afresh and go on from `position`. */
  | { kind: "reset"; position: FeedPosition };

/** What a page brought. */
type Step = { kind: "reset" } | { kind: "events"; events: readonly RecordedEvent[] };

/** The newest events. Cursors have no gaps, so an event's place follows from its cursor. */
export function createPast(keep: number) {
  let position: FeedPosition | null = null;
  let events: RecordedEvent[] = [];

  /** False where the page does not hold what was read before. */
  function continues({ head, events: read }: FeedPage): boolean {
    if (position === null || head < position.cursor) return position === null;
    const last = events.at(-1);
    const same = read.find(({ cursor }) => cursor === last?.cursor);
    return last === undefined || same === undefined || same.eventId === last.eventId;
  }

  return {
    position: () => position,
    continues,
    take(page: FeedPage): Step {
      const fresh = page.events.filter(({ cursor }) => position === null || cursor > position.cursor);
      const goesOn = position?.epoch === page.epoch && page.head - position.cursor === fresh.length;
      position = { epoch: page.epoch, cursor: page.head };
      if (!goesOn) {
        events = page.events.slice(-keep);
        return { kind: "reset" };
      }
      events.push(...fresh);
      // Not one by one, which would move all of them each time.
      if (events.length > 2 * keep) events = events.slice(-keep);
      return { kind: "events", events: fresh };
    },
    after({ epoch, cursor }: FeedPosition): FeedNews {
      if (position === null) return { kind: "nothing" };
      if (epoch !== position.epoch || cursor > position.cursor) return { kind: "reset", position };
      if (cursor === position.cursor) return { kind: "nothing" };
      const event = events[events.length - (position.cursor - cursor)];
      return event === undefined ? { kind: "reset", position } : { kind: "event", event };
    },
  };
}
