import cluster from "node:cluster";
import type { Registry } from "prom-client";
import { SerialQueue } from "../concurrency/serial-queue.ts";
import { type Scrape, snapshotOf } from "../observe/metrics-merge.ts";
import type { Database } from "./database.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** The command-line argument of a worker: `node src/main.ts worker 2`. */
export const WORKER_ARGUMENT = "worker";
/** Below the default timeout of Prometheus, ten seconds. */
const SCRAPE_WITHIN_MS = 9_000;

/** True if this process is a worker. */
export const isWorker = (): boolean => cluster.isWorker && process.argv[2] === WORKER_ARGUMENT;

/** The worker's connection to its parent process. */
export interface Parent {
  /** Requests this worker's number. Call it once. */
  requestNumber(): Promise<number>;
  /** Resolves when the parent has reached the database. */
  database(): Promise<Database>;
  /** Reports that this worker serves. */
  up(): void;
  /** Reports a failed start, which the parent prints. Resolves when the message is sent. */
  failed(text: string): Promise<void>;
  /** True after the parent reported that all workers are up. */
  isReady(): boolean;
  /** Calls `drain` when the replica is about to stop. */
  onDrain(drain: () => void): void;
  /** Calls `reload` when the parent has read its files again. */
  onReload(reload: () => void): void;
  /** Calls `close` when the parent requests it. */
  onClose(close: () => void): void;
  /** The metrics of all workers. `registry` holds the metrics of this worker. */
  scrapeAll(registry: Registry): Scrape;
  /** Calls `read` when another worker has appended feed events. */
  onSyncFeed(read: () => Promise<void>): void;
  /** Resolves when every other worker has read all events committed before the call; skips unresponsive workers after FEED_MAX_AGE. */
  syncPeers(): Promise<void>;
}

/** Listens to one kind of message from the parent. */
type On = <K extends ToWorker["kind"]>(kind: K, listener: (message: Extract<ToWorker, { kind: K }>) => void) => void;

/** Connects to the parent. Node ends a worker whose channel closes, so a killed parent leaves no orphans. */
export function connectParent(): Parent {
  const listeners = new Map<ToWorker["kind"], (message: never) => void>();
  const on: On = (kind, listener) => void listeners.set(kind, listener);
  process.on("message", (message: ToWorker) => listeners.get(message.kind)?.(message as never));
  let ready = false;
  on("ready", () => {
    ready = true;
  });
  const database = Promise.withResolvers<Database>();
  on("database", (message) => database.resolve(message.database));
  on("ping", () => void send({ kind: "pong" }));
  let number = 0;
  let read = async () => {};
  const peerSyncs = new SerialQueue(
    () =>
      new Promise((resolve) => {
        on("peers synced", () => resolve());
        void send({ kind: "sync peers" });
      }),
  );
  on("sync feed", async ({ id }) => {
    await read();
    void send({ kind: "feed synced", id });
  });
  return {
    requestNumber: () =>
      new Promise((resolve) => {
        on("number", (message) => {
          number = message.worker;
          resolve(number);
        });
        void send({ kind: "hello" });
      }),
    database: () => database.promise,
    up: () => void send({ kind: "up" }),
    failed: (text) => send({ kind: "failed", text }),
    isReady: () => ready,
    onDrain: (drain) => on("drain", drain),
    onReload: (reload) => on("reload", reload),
    onClose: (close) => on("close", close),
    onSyncFeed(listener) {
      read = listener;
    },
    syncPeers: () => peerSyncs.run(),
    scrapeAll(registry) {
      on("collect metrics", async ({ id }) => {
        void send({ kind: "metrics", id, metrics: await snapshotOf(registry, number) });
      });
      return { contentType: registry.contentType, metrics: scraper(on) };
    },
  };
}

/** Requests the metrics of all workers from the parent. */
function scraper(on: On): () => Promise<string> {
  const scrapes = new Map<number, (text: string) => void>();
  let lastId = 0;
  on("scraped", ({ id, text }) => scrapes.get(id)?.(text));
  return () => {
    const id = ++lastId;
    return new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error("the parent process did not reply in time")),
        SCRAPE_WITHIN_MS,
      ).unref();
      scrapes.set(id, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      void send({ kind: "scrape", id });
    }).finally(() => scrapes.delete(id));
  };
}

/** Sends a message. Does nothing if the channel is closed, because then this process is about to exit. */
function send(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected !== true) return resolve();
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
