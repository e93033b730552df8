import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** A completed RPC. */
export interface RpcSample {
  /** `latchkey.v1.TokenService/Refresh`. */
  rpc: string;
  transport: string;
  /** `ok` or the RPC code. */
  code: string;
  /** Why the call failed; null for success. */
  reason: string | null;
  seconds: number;
}

/** Metrics of one operation's batches: requests that share a transaction. */
export interface BatchMetrics {
  /** A batch starts; `waited` is the queue time of its first request, in seconds. */
  onBatch(batch: { size: number; waited: number }): void;
  /** A request was removed from the queue without being run. */
  onRejected(reason: string): void;
}

/** The process's Prometheus metrics. */
export interface Metrics {
  /** Other modules register their metrics here. */
  readonly registry: Registry;
  countRpc(sample: RpcSample): void;
  /** Counts a refresh that returned an earlier token pair. */
  countRefreshRetry(clientId: string): void;
  /** The batch metrics of one operation. */
  batchesOf(operation: string): BatchMetrics;
}

// Histogram buckets in seconds, from the duration of a cached introspection to the deadline of a call.
export const DURATION_BUCKETS = [0.000_25, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5, 10];

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64];

/** Creates the metrics; one instance per process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Counter({
    name: "latchkey_rpc_total",
    help: "Completed RPCs.",
    labelNames: ["rpc", "transport", "code"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "latchkey_rpc_seconds",
    help: "Time from an RPC's arrival to its response.",
    labelNames: ["rpc", "transport"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const errors = new Counter({
    name: "latchkey_rpc_errors_total",
    help: "Failed RPCs by internal reason, which is more specific than the code.",
    labelNames: ["rpc", "reason"],
    registers: [registry],
  });
  const retries = new Counter({
    name: "latchkey_refresh_retries_total",
    help: "Refreshes in the retry window that returned an earlier token pair.",
    labelNames: ["client_id"],
    registers: [registry],
  });
  const counterOf = memoize<ReturnType<typeof calls.labels>>();
  const durationOf = memoize<ReturnType<typeof durations.labels>>();
  return {
    registry,
    batchesOf: batchMetrics(registry),
    countRefreshRetry: (clientId) => retries.labels(clientId).inc(),
    countRpc({ rpc, transport, code, reason, seconds }) {
      if (reason !== null) errors.inc({ rpc, reason });
      counterOf(`${rpc} ${transport} ${code}`, () => calls.labels(rpc, transport, code)).inc();
      durationOf(`${rpc} ${transport}`, () => durations.labels(rpc, transport)).observe(seconds);
    },
  };
}

function batchMetrics(registry: Registry): Metrics["batchesOf"] {
  const sizes = new Histogram({
    name: "latchkey_batch_size",
    help: "Requests that shared a transaction.",
    labelNames: ["operation"],
    buckets: BATCH_SIZES,
    registers: [registry],
  });
  const waits = new Histogram({
    name: "latchkey_batch_wait_seconds",
    help: "Queue time of the first request of a batch.",
    labelNames: ["operation"],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const rejected = new Counter({
    name: "latchkey_batch_turned_away_total",
    help: "Requests that were not run: queue_full, queue_timeout, or cancelled by their caller.",
    labelNames: ["operation", "reason"],
    registers: [registry],
  });
  return (operation) => {
    const [size, wait] = [sizes.labels(operation), waits.labels(operation)];
    return {
      onBatch(batch) {
        size.observe(batch.size);
        wait.observe(batch.waited);
      },
      onRejected: (reason) => rejected.labels(operation, reason).inc(),
    };
  };
}

/** Memoizes the series of each name, because finding a series by its labels costs more than counting. */
function memoize<T>(): (name: string, make: () => T) => T {
  const values = new Map<string, T>();
  return (name, make) => {
    let value = values.get(name);
    if (value === undefined) {
      value = make();
      values.set(name, value);
    }
    return value;
  };
}
