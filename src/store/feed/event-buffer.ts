import { RingBuffer } from "../../concurrency/ring-buffer.ts";
import type { FeedPage, RecordedEvent } from "./feed-page.ts";

/** A position in the feed: directly after the event `cursor` of an epoch. */
export interface FeedPosition {
  epoch: string;
  cursor: number;
  /** The id of that event; null before the first event. After a failover or restore, the same cursor may belong to another event. */
  eventId: string | null;
}

/** The continuation of the feed after a position. */
export type NextEvent =
  | { kind: "event"; event: RecordedEvent }
  /** The position is the newest, so there is no event after it. */
  | { kind: "nothing" }
  /** The events after the old position are not known: the reader must drop its state and continue at `position`. */
  | { kind: "reset"; position: FeedPosition };

/** The change made by a page. */
export type Appended = { kind: "reset" } | { kind: "events"; events: readonly RecordedEvent[] };

/** The newest events of the feed. Cursors have no gaps, so an event is found by its distance from the newest event. */
export class EventBuffer {
  readonly #events: RingBuffer<RecordedEvent>;
  #position: FeedPosition | null = null;

  /** @param keep how many events a reader may be behind */
  constructor(keep: number) {
    // One more than `keep`, because a position is valid only if the buffer has the event of the position.
    this.#events = new RingBuffer(keep + 1);
  }

  /** Null before the first page. */
  get position(): FeedPosition | null {
    return this.#position;
  }

  /** False if the page contradicts events that were read before. */
  continues({ head, events }: FeedPage): boolean {
    if (this.#position === null) return true;
    const { cursor, eventId } = this.#position;
    if (head < cursor) return false;
    const same = events.find((event) => event.cursor === cursor);
    return eventId === null || same === undefined || same.eventId === eventId;
  }

  append({ epoch, head, events }: FeedPage): Appended {
    const before = this.#position;
    const added = events.filter(({ cursor }) => before === null || cursor > before.cursor);
    const isComplete = before?.epoch === epoch && head - before.cursor === added.length;
    this.#position = { epoch, cursor: head, eventId: events.at(-1)?.eventId ?? null };
    if (!isComplete) {
      this.#events.clear();
      this.#events.push(events);
      return { kind: "reset" };
    }
    this.#events.push(added);
    return { kind: "events", events: added };
  }

  after(from: FeedPosition): NextEvent {
    const position = this.#position;
    if (position === null) return { kind: "nothing" };
    const behind = position.cursor - from.cursor;
    const isKnown = from.epoch === position.epoch && behind >= 0 && this.#eventIdAt(from.cursor) === from.eventId;
    if (isKnown && behind === 0) return { kind: "nothing" };
    const event = isKnown ? this.#events.fromEnd(behind - 1) : undefined;
    return event === undefined ? { kind: "reset", position } : { kind: "event", event };
  }

  /** The id of the event at a cursor, null before the first event; undefined if the event is not known. */
  #eventIdAt(cursor: number): string | null | undefined {
    const newest = this.#position!;
    if (cursor === newest.cursor) return newest.eventId;
    return cursor === 0 ? null : this.#events.fromEnd(newest.cursor - cursor)?.eventId;
  }
}
