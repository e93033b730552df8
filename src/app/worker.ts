import cluster from "node:cluster";
import type { Registry } from "prom-client";
import { figuresOf, type Scrape } from "../observe/metrics-merge.ts";
import { inTurns } from "../store/connection/serial-queue.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** The argument of a worker's command line: `node src/main.ts worker 2`. */
export const WORKER_ARGUMENT = "worker";
/** Prometheus gives up after ten seconds. */
const SCRAPE_WITHIN_MS = 9_000;

/** Whether this process is one of several that another one has started. */
export const isWorker = (): boolean => cluster.isWorker && process.argv[2] === WORKER_ARGUMENT;

type Work = Extract<ToWorker, { kind: "work" }>;

/** The parent of this process, as the worker sees it. */
export interface Parent {
  /** What to do: asked once. */
  work(): Promise<Work>;
  /** This worker serves. */
  up(): void;
  /** It cannot, and the parent is to print why. Resolves when it has been told. */
  failed(text: string): Promise<void>;
  /** Whether the parent has said that all are up. */
  isReady(): boolean;
  /** Calls `close` when the parent asks for it. */
  onClose(close: () => void): void;
  /** The figures of all workers, whichever is asked; `registry` has those of this one. */
  scrapeAll(registry: Registry): Scrape;
  /** Reads the revocation feed by `read` when another worker has told something in it. Until this is called there is nothing to forget. */
  onHear(read: () => Promise<void>): void;
  /** Resolves when every other worker has read the feed as far as it is committed at this call; without one that hangs for FEED_MAX_AGE. */
  othersHear(): Promise<void>;
}

/** Listens to one kind of what the parent tells. */
type On = <K extends ToWorker["kind"]>(kind: K, listener: (message: Extract<ToWorker, { kind: K }>) => void) => void;

/** Connects to the parent. It ends with the parent: Node ends a worker whose channel is gone, so kill -9 leaves no orphan. */
export function connectParent(): Parent {
  const listeners = new Map<ToWorker["kind"], (message: never) => void>();
  const on: On = (kind, listener) => void listeners.set(kind, listener);
  process.on("message", (message: ToWorker) => listeners.get(message.kind)?.(message as never));
  let ready = false;
  on("ready", () => {
    ready = true;
  });
  on("ping", () => void send({ kind: "pong" }));
  let number = 0;
  let read = async () => {};
  on("hear", async ({ hearing }) => {
    await read();
    void send({ kind: "heard", hearing });
  });
  return {
    work: () =>
      new Promise((resolve) => {
        on("work", (work) => {
          number = work.worker;
          resolve(work);
        });
        void send({ kind: "hello" });
      }),
    up: () => void send({ kind: "up" }),
    failed: (text) => send({ kind: "failed", text }),
    isReady: () => ready,
    onClose: (close) => on("close", close),
    onHear(reading) {
      read = reading;
    },
    othersHear: inTurns(
      () =>
        new Promise((resolve) => {
          on("all heard", () => resolve());
          void send({ kind: "told" });
        }),
    ),
    scrapeAll(registry) {
      on("count", async ({ scrape }) => {
        void send({ kind: "figures", scrape, figures: await figuresOf(registry, number) });
      });
      return { contentType: registry.contentType, metrics: scraper(on) };
    },
  };
}

/** Asks the parent for the figures of all. */
function scraper(on: On): () => Promise<string> {
  const scrapes = new Map<number, (text: string) => void>();
  let last = 0;
  on("scraped", ({ scrape, text }) => scrapes.get(scrape)?.(text));
  return () => {
    const scrape = ++last;
    return new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the parent does not answer")), SCRAPE_WITHIN_MS).unref();
      scrapes.set(scrape, (text) => {
        clearTimeout(timer);
        resolve(text);
      });
      void send({ kind: "scrape", scrape });
    }).finally(() => scrapes.delete(scrape));
  };
}

/** A channel that is gone has nobody behind it any more, and then this process is about to end. */
function send(message: ToParent): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected !== true) return resolve();
    process.send?.(message, undefined, undefined, () => resolve());
  });
}
