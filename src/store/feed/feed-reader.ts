import type { Log } from "../../observe/log.ts";
import { startTurns } from "../connection/serial-queue.ts";
import { createPast, type FeedNews, type FeedPosition, type Step } from "./event-ring-buffer.ts";
import type { FeedPage, RecordedEvent } from "./feed-page.ts";

/** Who keeps something true by the feed. Called in order, before the read that brought it makes the feed any fresher. */
export interface FeedFollower {
  event(event: RecordedEvent): void;
  /** Anything may have happened before now. */
  reset(): void;
}

/** The revocation feed as this process has read it. */
export interface Feed {
  /** Milliseconds since the newest read that succeeded was sent: all that was committed before then is known here. Infinity: none has. */
  ageMs(): number;
  /** Where everything that was read so far is behind; null before the first read. */
  position(): FeedPosition | null;
  after(position: FeedPosition): FeedNews;
  /** Resolves after a read that was sent after this call, whether it succeeded or not. */
  read(): Promise<void>;
  follow(follower: FeedFollower): void;
  /** Calls `hear` after every read that brought something, until the function that it gives is called. */
  onNews(hear: () => void): () => void;
}

export interface FeedReader extends Feed {
  /** Reads now, or at once after the read under way. */
  wake(): void;
  stop(): Promise<void>;
}

export interface FeedReaderOptions {
  /** Reads the events from a cursor on, of them the newest `limit`. */
  readPage(from: number, limit: number): Promise<FeedPage>;
  /** The feed has another past than the one that was read here: whoever knows this epoch has to hear of it. */
  renewEpoch(old: string): Promise<unknown>;
  /** Milliseconds from one read to the next where nothing wakes. */
  everyMs: number;
  log: Log;
  /** How many events are kept; default 10,000. Whoever is further behind starts afresh, this reader too. */
  keep?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Milliseconds of a clock that goes on while the machine is suspended. */
  wall?: () => number;
}

const KEEP = 10_000;
/** By how much the clocks may part between two reads; beyond, one of them stood still, and what was counted by it is over. */
const CLOCKS_PART_MS = 1_000;

/** Reads the feed from now on. Its first read takes in the newest events, so that clients of a process before this one can go on. */
export function startFeedReader(options: FeedReaderOptions): FeedReader {
  const { readPage, log, everyMs, keep = KEEP, now = () => performance.now(), wall = Date.now } = options;
  let past = createPast(keep);
  const followers: FeedFollower[] = [];
  const hearers = new Set<() => void>();
  let fresh = { at: Number.NEGATIVE_INFINITY, wall: Number.NEGATIVE_INFINITY };
  let failing = false;

  async function renewEpoch(epoch: string): Promise<void> {
    log.error({ epoch }, "the revocation feed has lost events that were read: a new epoch begins");
    await options.renewEpoch(epoch);
  }

  async function readOnce(): Promise<void> {
    const sent = { at: now(), wall: wall() };
    try {
      const before = past.position();
      // The last event that is known comes along, so that another past under the same cursors is noticed.
      const page = await readPage(before?.cursor ?? 0, keep + 1);
      if (before !== null && (before.epoch !== page.epoch || !past.continues(page))) {
        if (before.epoch === page.epoch) await renewEpoch(before.epoch);
        // What was read before says nothing about this past: it is read from its own beginning.
        past = createPast(keep);
        return await readOnce();
      }
      const isNew = tell(followers, past.take(page));
      if (sent.wall - fresh.wall - (sent.at - fresh.at) > CLOCKS_PART_MS) {
        for (const follower of followers) follower.reset();
      }
      fresh = sent;
      if (isNew) for (const hear of [...hearers]) hear();
      if (failing) log.info("the revocation feed is read again");
      failing = false;
    } catch (err) {
      if (!failing) log.warn({ err }, "the revocation feed cannot be read; once it is too old, caches are bypassed");
      failing = true;
    }
  }

  // Replicas that lost the database together do not come back to it together.
  const turns = startTurns(readOnce, () => everyMs * (failing ? 1 + Math.random() : 1));
  return {
    // The older of two: while a machine is suspended the monotonic clock stands still, and the other may be set back.
    ageMs: () => Math.max(now() - fresh.at, wall() - fresh.wall),
    position: () => past.position(),
    after: (position) => past.after(position),
    read: turns.take,
    wake: () => void turns.take(),
    follow: (follower) => void followers.push(follower),
    onNews(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
    stop: turns.stop,
  };
}

/** True if there was anything to tell. */
function tell(followers: readonly FeedFollower[], step: Step): boolean {
  if (step.kind === "reset") for (const follower of followers) follower.reset();
  else for (const event of step.events) for (const follower of followers) follower.event(event);
  return step.kind === "reset" || step.events.length > 0;
}
