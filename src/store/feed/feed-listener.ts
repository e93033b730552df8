import { jitteredBackoffMs } from "../../concurrency/retry.ts";
import type { Log } from "../../observe/log.ts";
import { DatabaseClient } from "../connection/client.ts";
import { FEED_CHANNEL } from "./feed.ts";

/** A connection that receives notifications of appended events. Notifications only shorten the wait, because the feed is polled as well. */
export interface FeedListener {
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** The URL of a direct connection, because LISTEN does not work through a pooler. */
  url: string;
  log: Log;
  /** Called for each notification, and after each connect, because notifications may have been missed before. */
  wake(): void;
  /** Milliseconds between checks of the connection. */
  checkEveryMs?: number;
}

const TIMEOUT_MS = 2_000;
/** The interval in which a connection to a server that no longer responds, such as a former primary, is noticed. */
const CHECK_EVERY_MS = 5_000;
const BACKOFF = { firstMs: 100, longestMs: 5_000 };

/** Starts listening. Reconnects with exponential backoff and jitter. */
export function listenToFeed({ url, log, wake, checkEveryMs = CHECK_EVERY_MS }: ListenerOptions): FeedListener {
  let client: DatabaseClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let stopped = false;

  const again = () => {
    if (stopped || timer !== null) return;
    timer = setTimeout(open, jitteredBackoffMs(failures++, BACKOFF)).unref();
  };

  const lose = (lost: DatabaseClient, err?: unknown) => {
    if (client !== lost) return;
    client = null;
    if (stopped) return;
    if (failures === 0) log.warn({ err }, "lost the connection for feed notifications; polling the revocation feed");
    lost.end().catch(() => {});
    again();
  };

  let checking = false;
  const checks = setInterval(async () => {
    const checked = client;
    if (checked === null || checking) return;
    checking = true;
    await checked.query("select 1").catch((err: unknown) => lose(checked, err));
    checking = false;
  }, checkEveryMs).unref();

  async function open(): Promise<void> {
    timer = null;
    const opened = createClient(url);
    client = opened;
    opened.on("error", (err) => lose(opened, err));
    opened.on("end", () => lose(opened));
    opened.on("notification", wake);
    try {
      await opened.connect();
      await opened.query(`listen ${FEED_CHANNEL}`);
      if (failures > 0) log.info("feed notifications work again");
      failures = 0;
      wake();
    } catch (err) {
      lose(opened, err);
    }
  }

  void open();
  return {
    async stop() {
      stopped = true;
      clearInterval(checks);
      if (timer !== null) clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => {});
    },
  };
}

function createClient(url: string): DatabaseClient {
  return new DatabaseClient({
    connectionString: url,
    application_name: "latchkey feed",
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
}
