import { AggregatorRegistry, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";

/** The metrics of one process, serializable between processes. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** Source of the Prometheus text for a scrape. */
export interface Scrape {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** The current values of a registry, each with the label `worker`. */
export async function figuresOf(registry: Registry, worker: number): Promise<Figures> {
  const figures = (await registry.getMetricsAsJSON()) as unknown as Figures;
  for (const { values } of figures) {
    for (const value of values) value.labels = { worker: `${worker}`, ...value.labels };
  }
  return figures;
}

/** Merges the metrics of several processes into one text. The label `worker` keeps all values apart. */
export async function mergeFigures(all: readonly Figures[]): Promise<string> {
  const labelled = all.map((figures) => figures.map((figure) => ({ ...figure, aggregator: "first" })));
  return AggregatorRegistry.aggregate(labelled).metrics();
}

/** The parent's metrics about its workers. */
export interface WorkerFigures {
  readonly registry: Registry;
  set(worker: number, state: { up: boolean; starts: number }): void;
}

export function createWorkerFigures(): WorkerFigures {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["worker"], registers: [registry] });
  const up = gauge("latchkey_worker_up", "1 if the worker process serves, 0 while it is replaced.");
  const starts = gauge("latchkey_worker_starts_total", "Starts of the worker process.");
  return {
    registry,
    set(worker, state) {
      up.labels(`${worker}`).set(state.up ? 1 : 0);
      starts.labels(`${worker}`).set(state.starts);
    },
  };
}
