import type { MetricsSnapshot } from "../observe/metrics-merge.ts";
import type { Database } from "./database.ts";

/** A message from the parent to a worker. A reply carries the id of its request. */
export type ToWorker =
  /** Reply to `hello`. */
  | { kind: "number"; worker: number }
  /** The database is reachable and migrated; never with ROLE=gateway. */
  | { kind: "database"; database: Database }
  /** All workers are up, and the demo is seeded. */
  | { kind: "ready" }
  /** The replica stops in `DRAIN_DELAY` seconds. */
  | { kind: "drain" }
  /** The files of the settings have changed. */
  | { kind: "reload" }
  | { kind: "close" }
  /** Requests `pong` before a connection is handed over. */
  | { kind: "ping" }
  /** Requests `metrics`. */
  | { kind: "collect metrics"; id: number }
  /** Reply to `scrape`. */
  | { kind: "scraped"; id: number; text: string }
  /** The worker reads every event committed so far and then replies `feed synced`. */
  | { kind: "sync feed"; id: number }
  /** Reply to `sync peers`. */
  | { kind: "peers synced" };

/** A message from a worker to its parent. */
export type ToParent =
  /** Requests `number`. */
  | { kind: "hello" }
  | { kind: "up" }
  | { kind: "pong" }
  /** The start failed; the parent prints `text`. */
  | { kind: "failed"; text: string }
  | { kind: "metrics"; id: number; metrics: MetricsSnapshot }
  /** Requests the metrics of all workers. */
  | { kind: "scrape"; id: number }
  /** Requests that all other workers read the feed, because this worker has appended events. */
  | { kind: "sync peers" }
  | { kind: "feed synced"; id: number };
