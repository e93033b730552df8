import type { Log } from "../../observe/log.ts";
import { DatabaseClient } from "../connection/client.ts";
import { FEED_CHANNEL } from "./feed.ts";

/** A connection of its own that hears of events at once. Whoever waits for it alone waits for ever: it only wakes. */
export interface FeedListener {
  stop(): Promise<void>;
}

export interface ListenerOptions {
  /** A direct connection: a pooler hands a listening one around. */
  url: string;
  log: Log;
  /** Called for each notification, and whenever a connection is there again: something may have been missed. */
  wake(): void;
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Listens from now on, and again after each lost connection, later and later and never at the same time as other replicas. */
export function listenToFeed({ url, log, wake }: ListenerOptions): FeedListener {
  let client: DatabaseClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let stopped = false;

  const again = () => {
    if (stopped || timer !== null) return;
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures++);
    timer = setTimeout(open, longest * (0.5 + Math.random() / 2)).unref();
  };

  const lose = (lost: DatabaseClient, err?: unknown) => {
    if (client !== lost) return;
    client = null;
    if (stopped) return;
    if (failures === 0) log.warn({ err }, "the listening connection is lost; the revocation feed is polled");
    lost.end().catch(() => {});
    again();
  };

  async function open(): Promise<void> {
    timer = null;
    const opened = new DatabaseClient({
      connectionString: url,
      application_name: "latchkey feed",
      connectionTimeoutMillis: 2_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    client = opened;
    opened.on("error", (err) => lose(opened, err));
    opened.on("end", () => lose(opened));
    opened.on("notification", wake);
    try {
      await opened.connect();
      await opened.query(`listen ${FEED_CHANNEL}`);
      if (failures > 0) log.info("the feed is listened to again");
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
      if (timer !== null) clearTimeout(timer);
      const open = client;
      client = null;
      await open?.end().catch(() => {});
    },
  };
}
