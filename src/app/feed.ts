import { withTimeout } from "../concurrency/timeout.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../observe/log.ts";
import { beginEpoch } from "../service/tokens/begin-epoch.ts";
import { startEventCleanup } from "../service/tokens/event-cleanup.ts";
import type { ConnectionPools } from "../store/connection/pools.ts";
import { withConnection } from "../store/connection/transaction.ts";
import { listenToFeed } from "../store/feed/feed-listener.ts";
import { dropEvents, readFeed } from "../store/feed/feed-page.ts";
import { type Feed, startFeedReader } from "../store/feed/feed-reader.ts";
import { dropOutboxEvents } from "../store/outbox/drop.ts";
import { closeWithin } from "./close-timeouts.ts";
import type { Database } from "./database.ts";

/** The number of feed reads, and of heartbeats, in each FEED_MAX_AGE. With several reads, one late read does not make the feed too old. */
const READS_PER_MAX_AGE = 4;
const MAX_INTERVAL_MS = 500;
const CLEANUP_INTERVAL_MS = 60_000;

export interface FeedParts {
  config: Config;
  log: Log;
  database: Database;
  pools: ConnectionPools;
  disposables: AsyncDisposableStack;
}

/** Starts the feed reader with its notifications, and the cleanup of old events. */
export function openFeed({ config, log, database, pools, disposables }: FeedParts): Feed {
  const reader = startFeedReader({
    readPage: (from, limit) => withConnection(pools.reserved, (query) => readFeed(query, from, limit)),
    renewEpoch: (old) => beginEpoch(pools.reserved, { old, by: "core" }),
    everyMs: feedIntervalMs(config),
    log,
  });
  disposables.defer(closeWithin("the feed reader", () => reader.stop()));
  const listener = listenToFeed({ url: database.directUrl, log, wake: reader.wake });
  disposables.defer(closeWithin("the feed listener", () => listener.stop()));
  const drop = (oldest: Parameters<typeof dropEvents>[1]) =>
    withConnection(pools.ordinary, (query) => dropEvents(query, oldest));
  const dropFromOutbox = (oldest: Parameters<typeof dropOutboxEvents>[1]) =>
    withConnection(pools.ordinary, (query) => dropOutboxEvents(query, oldest));
  const cleanup = startEventCleanup({ drop, dropFromOutbox, log }, CLEANUP_INTERVAL_MS);
  disposables.defer(closeWithin("the event cleanup", () => cleanup.stop()));
  return reader;
}

/**
 * Resolves when all processes of this host have read every event committed before the call, so that none responds from a stale cache.
 * Resolves after FEED_MAX_AGE at the latest: a process that has not read the feed by then bypasses its cache.
 */
export async function syncFeed(
  readings: readonly (() => Promise<void>)[],
  { feedMaxAge }: Pick<Config, "feedMaxAge">,
): Promise<void> {
  await withTimeout<unknown>(feedMaxAge * 1_000, Promise.all(readings.map((read) => read())), () => {});
}

/** Milliseconds between feed reads, and between heartbeats. */
export function feedIntervalMs({ feedMaxAge }: Pick<Config, "feedMaxAge">): number {
  return Math.min((feedMaxAge * 1_000) / READS_PER_MAX_AGE, MAX_INTERVAL_MS);
}
