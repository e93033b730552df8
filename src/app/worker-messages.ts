import type { Figures } from "../observe/metrics-merge.ts";
import type { Database } from "./database.ts";

/** What the parent tells a worker. */
export type ToWorker =
  /** The answer to `hello`; `database` null with ROLE=gateway. */
  | { kind: "work"; worker: number; database: Database | null }
  /** All workers are up, and the demo is seeded. */
  | { kind: "ready" }
  | { kind: "close" }
  /** Asks for `pong`, before a connection is handed over. */
  | { kind: "ping" }
  /** Asks for `figures`. */
  | { kind: "count"; scrape: number }
  /** The answer to `scrape`. */
  | { kind: "scraped"; scrape: number; text: string }
  /** Asks for `heard`, once the revocation feed was read as far as it is committed by now. */
  | { kind: "hear"; hearing: number }
  /** The answer to `told`. */
  | { kind: "all heard" };

/** What a worker tells its parent. */
export type ToParent =
  /** Asks for its `work`. */
  | { kind: "hello" }
  | { kind: "up" }
  | { kind: "pong" }
  /** It cannot start, and this is what to print. */
  | { kind: "failed"; text: string }
  | { kind: "figures"; scrape: number; figures: Figures }
  /** Somebody scrapes this worker and wants to see all. */
  | { kind: "scrape"; scrape: number }
  /** This worker has told something in the revocation feed, and whoever waits for it wants all to have heard. */
  | { kind: "told" }
  | { kind: "heard"; hearing: number };
