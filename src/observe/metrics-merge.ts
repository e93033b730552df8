import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";

/** The values of one process's metrics, as the IPC channel carries them. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[];

/** Source of the Prometheus text for a scrape. */
export interface Scrape {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** The current values of a registry, each with the label `worker`. */
export async function snapshotOf(registry: Registry, worker: number): Promise<MetricsSnapshot> {
  const snapshot = (await registry.getMetricsAsJSON()) as unknown as MetricsSnapshot;
  for (const { values } of snapshot) {
    for (const value of values) value.labels = { worker: `${worker}`, ...value.labels };
  }
  return snapshot;
}

/** Merges the metrics of several processes into one text. The label `worker` keeps all values apart. */
export async function mergeSnapshots(all: readonly MetricsSnapshot[]): Promise<string> {
  const labelled = all.map((snapshot) => snapshot.map((metric) => ({ ...metric, aggregator: "first" })));
  return AggregatorRegistry.aggregate(labelled).metrics();
}

/** The parent's metrics about its workers. */
export interface WorkerMetrics {
  readonly registry: Registry;
  set(worker: number, state: { up: boolean; starts: number }): void;
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const options = { labelNames: ["worker"], registers: [registry] };
  const up = new Gauge({
    ...options,
    name: "latchkey_worker_up",
    help: "1 if the worker process serves, 0 while it is replaced.",
  });
  const starts = new Counter({
    ...options,
    name: "latchkey_worker_starts_total",
    help: "Starts of the worker process.",
  });
  return {
    registry,
    set(worker, state) {
      up.labels(`${worker}`).set(state.up ? 1 : 0);
      starts.remove(`${worker}`);
      starts.labels(`${worker}`).inc(state.starts);
    },
  };
}
