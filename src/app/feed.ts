import type { Config } from "../config/config.ts";
import type { Log } from "../observe/log.ts";
import { beginEpoch } from "../service/tokens/begin-epoch.ts";
import { startEventSweep } from "../service/tokens/event-cleanup.ts";
import type { ConnectionPools } from "../store/connection/pools.ts";
import { withConnection } from "../store/connection/transaction.ts";
import { listenToFeed } from "../store/feed/feed-listener.ts";
import { dropEvents, readFeed } from "../store/feed/feed-page.ts";
import { type Feed, startFeedReader } from "../store/feed/feed-reader.ts";
import type { Database } from "./database.ts";
import type { Disposables } from "./disposables.ts";

/** How often the feed is read, and told of, within the age at which it is too old: one that comes late is made up for by the next. */
const WITHIN_MAX_AGE = 4;
const LONGEST_MS = 500;
const SWEEP_EVERY_MS = 60_000;

export interface FeedParts {
  config: Config;
  log: Log;
  database: Database;
  pools: ConnectionPools;
  disposables: Disposables;
}

/** Reads the revocation feed from now on, woken by its notifications, and drops the events that are of no use any more. */
export function openFeed({ config, log, database, pools, disposables }: FeedParts): Feed {
  const reader = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => beginEpoch(pools.reserved, { old, by: "core" }),
    everyMs: feedPaceMs(config),
    log,
  });
  disposables.add(() => reader.stop(), "the reader of the feed");
  const listener = listenToFeed({ url: database.directUrl, log, wake: reader.wake });
  disposables.add(() => listener.stop(), "the listener to the feed");
  const drop = (sweep: Parameters<typeof dropEvents>[1]) =>
    withConnection(pools.ordinary, (query) => dropEvents(query, sweep));
  const sweep = startEventSweep({ drop, log }, SWEEP_EVERY_MS);
  disposables.add(() => sweep.stop(), "the sweep of events");
  return reader;
}

/**
 * Resolves once all have read what is committed by now, so that it is over at once for whoever asks one of them next. In FEED_MAX_AGE at the latest,
 * as where the database hangs: from then on the feed is too old for anything to be answered by it.
 */
export async function hear(
  readings: readonly (() => Promise<void>)[],
  { feedMaxAge }: Pick<Config, "feedMaxAge">,
): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, feedMaxAge * 1_000);
  await Promise.race([Promise.all(readings.map((read) => read())), late.promise]);
  clearTimeout(timer);
}

/** Milliseconds from one read of the feed to the next, and from one heartbeat to the next. */
export function feedPaceMs({ feedMaxAge }: Pick<Config, "feedMaxAge">): number {
  return Math.min((feedMaxAge * 1_000) / WITHIN_MAX_AGE, LONGEST_MS);
}
