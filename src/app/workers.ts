import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Log } from "../observe/log.ts";
import { createWorkerMetrics, snapshotOf, type WorkerMetrics } from "../observe/metrics-merge.ts";
import { StartupError } from "../observe/startup-error.ts";
import { guardHandoff } from "./connection-handoff.ts";
import type { Database } from "./database.ts";
import { createMetricsAggregation, type MetricsAggregation } from "./metrics-aggregation.ts";
import { createPeerBarrier, type PeerBarrier } from "./peer-barrier.ts";
import { pauseBefore, type RestartRecord, recordEnd } from "./restart-backoff.ts";
import { WORKER_ARGUMENT } from "./worker.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** The parent's worker processes, which share the ports. */
export interface Workers {
  /** Starts all workers. @throws StartupError with the error of the first that fails */
  open(): Promise<void>;
  /** Sets `/readyz` to ready in all current and future workers. */
  ready(): void;
  /** Closes all workers and waits for their exit. */
  close(): Promise<void>;
}

export interface WorkersOptions {
  count: number;
  /** Null with ROLE=gateway. */
  database: Database | null;
  /** Seconds. */
  feedMaxAge: number;
  log: Log;
}

/** A numbered worker and its current process. */
interface WorkerSlot {
  number: number;
  worker: Worker | null;
  /** The process has received its work and handles messages. */
  assigned: boolean;
  up: boolean;
  starts: number;
  record: RestartRecord;
  restartTimer: NodeJS.Timeout | null;
}

const PARENT = 0;

const EMPTY = {
  worker: null,
  assigned: false,
  up: false,
  starts: 0,
  record: { ends: 0, upSince: null },
  restartTimer: null,
};

/** All workers and their shared state. */
interface WorkerPool extends WorkersOptions {
  slots: WorkerSlot[];
  metrics: WorkerMetrics;
  scrape: MetricsAggregation;
  peerBarrier: PeerBarrier;
  /** Set during the initial start. */
  opening: { up(): void; failed(text: string): void } | null;
  ready: boolean;
  closing: boolean;
}

/** Creates the workers. An exited worker is restarted with exponential backoff. */
export function createWorkers(options: WorkersOptions): Workers {
  const slots = Array.from({ length: options.count }, (_, at): WorkerSlot => ({ ...EMPTY, number: at + 1 }));
  const metrics = createWorkerMetrics();
  const scrape = createMetricsAggregation({
    workers: () => slots.flatMap(({ up, worker }) => (up && worker ? [worker] : [])),
    own: () => snapshotOf(metrics.registry, PARENT),
    send,
  });
  const peerBarrier = createPeerBarrier({
    workers: () => slots.flatMap(({ assigned, worker }) => (assigned && worker ? [worker] : [])),
    send,
    withinMs: options.feedMaxAge * 1_000,
  });
  const pool: WorkerPool = {
    ...options,
    slots,
    metrics,
    scrape,
    peerBarrier,
    opening: null,
    ready: false,
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
    ready() {
      pool.ready = true;
      for (const { worker, up } of slots) if (up) send(worker, { kind: "ready" });
    },
    async close() {
      pool.closing = true;
      await Promise.all(slots.map(stop));
    },
  };
}

function start(pool: WorkerPool, slot: WorkerSlot): void {
  cluster.setupPrimary({ args: [WORKER_ARGUMENT, `${slot.number}`], serialization: "advanced" });
  const worker = cluster.fork();
  Object.assign(slot, { worker, assigned: false, up: false, starts: slot.starts + 1, restartTimer: null });
  pool.metrics.set(slot.number, slot);
  const handoff = guardHandoff({ worker, ping: () => send(worker, { kind: "ping" }) });
  let why: string | null = null;
  worker.on("message", (message: ToParent) => {
    if (message.kind === "pong") handoff.pong();
    else if (message.kind === "hello") onHello(pool, slot);
    else if (message.kind === "up") onReady(pool, slot);
    else if (message.kind === "failed") why = message.text;
    else if (message.kind === "sync peers" || message.kind === "feed synced") pool.peerBarrier.receive(worker, message);
    else pool.scrape.receive(worker, message);
  });
  // The exit event follows a broken channel.
  worker.on("error", () => {});
  worker.once("exit", (code, signal) => onExit(pool, slot, { why, code, signal }));
}

function onHello({ database }: WorkerPool, slot: WorkerSlot): void {
  slot.assigned = true;
  send(slot.worker, { kind: "work", worker: slot.number, database });
}

function onReady(pool: WorkerPool, slot: WorkerSlot): void {
  Object.assign(slot, { up: true, record: { ...slot.record, upSince: performance.now() } });
  pool.metrics.set(slot.number, slot);
  pool.log.info({ worker: slot.number, process: slot.worker?.process.pid }, "worker is up");
  if (pool.ready) send(slot.worker, { kind: "ready" });
  if (pool.slots.every(({ up }) => up)) pool.opening?.up();
}

function onExit(
  pool: WorkerPool,
  slot: WorkerSlot,
  end: { why: string | null; code: number | null; signal: string | null },
): void {
  const { number, worker } = slot;
  const { why, ...outcome } = end;
  if (worker !== null) pool.peerBarrier.onExit(worker);
  Object.assign(slot, { worker: null, assigned: false, up: false, record: recordEnd(slot.record, performance.now()) });
  pool.metrics.set(number, slot);
  if (pool.closing) return;
  if (pool.opening !== null) {
    pool.opening.failed(why ?? `worker ${number} ended before it was up (${end.signal ?? `exit code ${end.code}`})`);
    return;
  }
  const againInMs = pauseBefore(slot.record);
  const facts = { worker: number, process: worker?.process.pid, ...outcome, againInMs };
  pool.log.error(why === null ? facts : { ...facts, why }, "a worker ended; it is replaced");
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
