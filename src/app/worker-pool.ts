import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Log } from "../observe/log.ts";
import {
  createWorkerMetrics,
  type MetricsSnapshot,
  mergeSnapshots,
  snapshotOf,
  type WorkerMetrics,
} from "../observe/metrics-merge.ts";
import { StartupError } from "../observe/startup-error.ts";
import { guardHandoff } from "./connection-handoff.ts";
import type { Database } from "./database.ts";
import { type RestartRecord, recordExit, restartDelayMs } from "./restart-backoff.ts";
import { WORKER_ARGUMENT } from "./worker.ts";
import { type Broadcast, createBroadcast } from "./worker-broadcast.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** The parent's worker processes, which share the ports. */
export interface WorkerPool {
  /** Starts all workers. @throws StartupError with the error of the first worker that fails */
  open(): Promise<void>;
  /** Passes the reachable database to all current and future workers. */
  useDatabase(database: Database): void;
  /** Sets `/readyz` to ready in all current and future workers. */
  ready(): void;
  /** Sets `/readyz` to not ready in all workers, before `close`. */
  drain(): void;
  /** Makes all current and future workers read the files of their settings again. */
  reload(): void;
  /** Closes all workers and waits for their exit. */
  close(): Promise<void>;
}

export interface WorkerPoolOptions {
  count: number;
  /** Seconds. */
  feedMaxAge: number;
  log: Log;
}

/** A numbered worker and its current process. */
interface WorkerSlot {
  number: number;
  worker: Worker | null;
  /** True once the process knows its worker number and handles messages. */
  assigned: boolean;
  up: boolean;
  starts: number;
  record: RestartRecord;
  restartTimer: NodeJS.Timeout | null;
}

/** The `worker` label of the parent's metrics. */
const PARENT = 0;
/** Below the timeout of the worker that asks for the metrics. */
const METRICS_TIMEOUT_MS = 6_000;

const EMPTY = {
  worker: null,
  assigned: false,
  up: false,
  starts: 0,
  record: { exits: 0, upSince: null },
  restartTimer: null,
};

/** All workers and their shared state. */
interface PoolState extends WorkerPoolOptions {
  slots: WorkerSlot[];
  metrics: WorkerMetrics;
  metricsRequests: Broadcast<MetricsSnapshot>;
  feedSyncs: Broadcast<true>;
  /** Set only during the initial start. */
  opening: { up(): void; failed(text: string): void } | null;
  /** Null until `useDatabase`. */
  database: Database | null;
  ready: boolean;
  draining: boolean;
  /** True after `reload`. */
  reloaded: boolean;
  closing: boolean;
}

/** Creates the workers. An exited worker is restarted with exponential backoff. */
export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const slots = Array.from({ length: options.count }, (_, at): WorkerSlot => ({ ...EMPTY, number: at + 1 }));
  const pool: PoolState = {
    ...options,
    slots,
    metrics: createWorkerMetrics(),
    metricsRequests: createBroadcast({
      send: (worker, id) => send(worker, { kind: "collect metrics", id }),
      timeoutMs: METRICS_TIMEOUT_MS,
    }),
    // After this timeout, a worker bypasses its cache until it has read the feed.
    feedSyncs: createBroadcast({
      send: (worker, id) => send(worker, { kind: "sync feed", id }),
      timeoutMs: options.feedMaxAge * 1_000,
    }),
    opening: null,
    database: null,
    ready: false,
    draining: false,
    reloaded: false,
    closing: false,
  };
  return {
    async open() {
      await new Promise<void>((resolve, reject) => {
        pool.opening = { up: resolve, failed: (text) => reject(new StartupError(text)) };
        for (const slot of slots) start(pool, slot);
      }).finally(() => {
        pool.opening = null;
      });
    },
    useDatabase(database) {
      pool.database = database;
      for (const { worker, assigned } of slots) if (assigned) send(worker, { kind: "database", database });
    },
    ready() {
      pool.ready = true;
      for (const { worker, up } of slots) if (up) send(worker, { kind: "ready" });
    },
    drain() {
      pool.draining = true;
      for (const { worker, up } of slots) if (up) send(worker, { kind: "drain" });
    },
    reload() {
      pool.reloaded = true;
      for (const { worker, assigned } of slots) if (assigned) send(worker, { kind: "reload" });
    },
    async close() {
      pool.closing = true;
      await Promise.all(slots.map(stop));
    },
  };
}

function start(pool: PoolState, slot: WorkerSlot): void {
  cluster.setupPrimary({ args: [WORKER_ARGUMENT, `${slot.number}`], serialization: "advanced" });
  const worker = cluster.fork();
  Object.assign(slot, { worker, assigned: false, up: false, starts: slot.starts + 1, restartTimer: null });
  pool.metrics.set(slot.number, slot);
  const handoff = guardHandoff({ worker, ping: () => send(worker, { kind: "ping" }) });
  let reason: string | null = null;
  worker.on("message", (message: ToParent) => {
    if (message.kind === "pong") handoff.pong();
    else if (message.kind === "failed") reason = message.text;
    else onMessage(pool, slot, { worker, message });
  });
  // Ignores a broken channel, because the exit event follows.
  worker.on("error", () => {});
  worker.once("exit", (code, signal) => onExit(pool, slot, { reason, code, signal }));
}

interface Received {
  worker: Worker;
  message: Exclude<ToParent, { kind: "pong" | "failed" }>;
}

function onMessage(pool: PoolState, slot: WorkerSlot, { worker, message }: Received): void {
  if (message.kind === "hello") onHello(pool, slot);
  else if (message.kind === "up") onReady(pool, slot);
  else if (message.kind === "metrics") pool.metricsRequests.onReply(worker, message.id, message.metrics);
  else if (message.kind === "feed synced") pool.feedSyncs.onReply(worker, message.id, true);
  else if (message.kind === "scrape") void scrapeAll(pool, worker, message.id);
  else void syncPeers(pool, worker);
}

/** Sends the metrics of all workers and of this process to the worker that Prometheus scraped. */
async function scrapeAll({ slots, metrics, metricsRequests }: PoolState, scraped: Worker, id: number): Promise<void> {
  const up = slots.flatMap(({ up, worker }) => (up && worker ? [worker] : []));
  const [ofParent, ofWorkers] = await Promise.all([snapshotOf(metrics.registry, PARENT), metricsRequests.request(up)]);
  send(scraped, { kind: "scraped", id, text: await mergeSnapshots([ofParent, ...ofWorkers]) });
}

/** Notifies a worker once all other workers have read its feed events, so that no worker responds from a stale cache. */
async function syncPeers({ slots, feedSyncs }: PoolState, origin: Worker): Promise<void> {
  const peers = slots.flatMap(({ assigned, worker }) => (assigned && worker && worker !== origin ? [worker] : []));
  await feedSyncs.request(peers);
  send(origin, { kind: "peers synced" });
}

function onHello({ database, reloaded }: PoolState, slot: WorkerSlot): void {
  slot.assigned = true;
  send(slot.worker, { kind: "number", worker: slot.number });
  // The worker may have read the files of its settings before they changed.
  if (reloaded) send(slot.worker, { kind: "reload" });
  if (database !== null) send(slot.worker, { kind: "database", database });
}

function onReady(pool: PoolState, slot: WorkerSlot): void {
  Object.assign(slot, { up: true, record: { ...slot.record, upSince: performance.now() } });
  pool.metrics.set(slot.number, slot);
  pool.log.info({ worker: slot.number, process: slot.worker?.process.pid }, "worker is up");
  if (pool.ready) send(slot.worker, { kind: "ready" });
  if (pool.draining) send(slot.worker, { kind: "drain" });
  if (pool.slots.every(({ up }) => up)) pool.opening?.up();
}

function onExit(
  pool: PoolState,
  slot: WorkerSlot,
  end: { reason: string | null; code: number | null; signal: string | null },
): void {
  const { number, worker } = slot;
  const { reason, ...outcome } = end;
  if (worker !== null) {
    pool.metricsRequests.onExit(worker);
    pool.feedSyncs.onExit(worker);
  }
  Object.assign(slot, { worker: null, assigned: false, up: false, record: recordExit(slot.record, performance.now()) });
  pool.metrics.set(number, slot);
  if (pool.closing) return;
  if (pool.opening !== null) {
    pool.opening.failed(
      reason ?? `Worker ${number} exited before it was ready (${end.signal ?? `exit code ${end.code}`})`,
    );
    return;
  }
  const againInMs = restartDelayMs(slot.record);
  const facts = { worker: number, process: worker?.process.pid, ...outcome, againInMs };
  pool.log.error(reason === null ? facts : { ...facts, why: reason }, "worker exited; restarting it");
  slot.restartTimer = setTimeout(() => start(pool, slot), againInMs);
}

/** Stops a worker: gracefully if it is up, otherwise by SIGKILL, because it has no active calls. */
async function stop({ worker, up, restartTimer }: WorkerSlot): Promise<void> {
  if (restartTimer !== null) clearTimeout(restartTimer);
  if (worker === null || worker.isDead()) return;
  const ended = once(worker, "exit");
  if (up) send(worker, { kind: "close" });
  else worker.process.kill("SIGKILL");
  await ended;
}

function send(worker: Worker | null, message: ToWorker): void {
  if (worker?.isConnected() === true) worker.send(message, () => {});
}
