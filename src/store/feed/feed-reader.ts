import { type RepeatedWork, repeat } from "../../concurrency/serial-queue.ts";
import type { Log } from "../../observe/log.ts";
import { type Appended, EventBuffer, type FeedPosition, type NextEvent } from "./event-buffer.ts";
import type { FeedPage, RecordedEvent } from "./feed-page.ts";

/** A subscriber that derives state from the feed. It is called in feed order, before `ageMs` reflects the read that brought the events. */
export interface FeedSubscriber {
  event(event: RecordedEvent): void;
  /** Called when events may have been missed: the derived state is invalid. */
  reset(): void;
}

/** The revocation feed as read by this process. */
export interface Feed {
  /**
   * Milliseconds since the newest successful read was sent. Every event committed before that time is known here. Infinity before the first
   * read.
   */
  ageMs(): number;
  /** The newest position; null before the first read. */
  position(): FeedPosition | null;
  after(position: FeedPosition): NextEvent;
  /** Resolves after a read that was sent after this call, even if the read failed. */
  read(): Promise<void>;
  subscribe(subscriber: FeedSubscriber): void;
  /** Calls `listener` after each read that changed the feed; returns a function that removes it. */
  onEvents(listener: () => void): () => void;
}

export interface FeedReader extends Feed {
  /** Reads now, or directly after the current read. */
  wake(): void;
  stop(): Promise<void>;
}

export interface FeedReaderOptions {
  /** Reads the events from a cursor on, at most the newest `limit`. */
  readPage(from: number, limit: number): Promise<FeedPage>;
  /** Replaces the epoch `old`, because the database has lost events that were read. */
  renewEpoch(old: string): Promise<unknown>;
  /** Milliseconds between reads without a wake-up. */
  everyMs: number;
  log: Log;
  /** How many events are kept in memory; default 10,000. A reader further behind gets a reset. */
  keep?: number;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  /** A clock that continues while the machine is suspended, in milliseconds. */
  wall?: () => number;
}

const KEEP = 10_000;
/** The maximum difference between the advances of both clocks from one read to the next. Above it, the machine was suspended. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000;

/** Starts reading the feed. The first read loads the newest events, so that clients of an earlier process can resume. */
export function startFeedReader(options: FeedReaderOptions): FeedReader {
  const { readPage, log, everyMs, keep = KEEP, now = () => performance.now(), wall = Date.now } = options;
  let buffer = new EventBuffer(keep);
  const subscribers: FeedSubscriber[] = [];
  const listeners = new Set<() => void>();
  let newest = { at: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  let failing = false;

  async function renewEpoch(epoch: string): Promise<void> {
    log.error({ epoch }, "the database lost revocation events that were read; starting a new epoch");
    await options.renewEpoch(epoch);
  }

  async function readOnce(): Promise<void> {
    const sent = { at: now(), wall: wall() };
    try {
      const before = buffer.position;
      // Reads the newest known event again, to detect a restored database that has reused its cursor.
      const page = await readPage(before?.cursor ?? 0, keep + 1);
      if (before !== null && (before.epoch !== page.epoch || !buffer.continues(page))) {
        if (before.epoch === page.epoch) await renewEpoch(before.epoch);
        buffer = new EventBuffer(keep);
        return await readOnce();
      }
      const appended = buffer.append(page);
      notify(subscribers, appended);
      if (sent.wall - newest.wall - (sent.at - newest.at) > MAX_CLOCK_DIFFERENCE_MS) {
        for (const subscriber of subscribers) subscriber.reset();
      }
      newest = sent;
      if (appended.kind === "reset" || appended.events.length > 0) for (const listener of [...listeners]) listener();
      if (failing) log.info("reading the revocation feed works again");
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, "could not read the revocation feed; caches are bypassed when it is too old");
      failing = true;
    }
  }

  // While the database fails, the pause has jitter, so that replicas do not retry at the same time.
  const reads: RepeatedWork = repeat(readOnce, () => everyMs * (failing ? 1 + Math.random() : 1));
  return {
    // The larger of both ages, because the monotonic clock stops while the machine is suspended, and the wall clock may be set back.
    ageMs: () => Math.max(now() - newest.at, wall() - newest.wall),
    position: () => buffer.position,
    after: (position) => buffer.after(position),
    read: reads.run,
    wake: () => void reads.run(),
    subscribe: (subscriber) => void subscribers.push(subscriber),
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: reads.stop,
  };
}

function notify(subscribers: readonly FeedSubscriber[], appended: Appended): void {
  if (appended.kind === "reset") for (const subscriber of subscribers) subscriber.reset();
  else for (const event of appended.events) for (const subscriber of subscribers) subscriber.event(event);
}
