import { AggregatorRegistry, Gauge, type MetricObjectWithValues, type MetricValue, Registry } from "prom-client";

/** What one process has counted, in a form that travels between processes. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** One text in the format of Prometheus, for whoever scrapes. */
export interface Scrape {
  readonly contentType: string;
  metrics(): Promise<string>;
}

/** What a registry holds now, each value labelled with the worker that counted it. */
export async function figuresOf(registry: Registry, worker: number): Promise<Figures> {
  const figures = (await registry.getMetricsAsJSON()) as unknown as Figures;
  for (const { values } of figures) {
    for (const value of values) value.labels = { worker: `${worker}`, ...value.labels };
  }
  return figures;
}

/** The figures of several processes as one text. Every value carries its worker's label, so nothing is added up and nothing left out. */
export async function mergeFigures(all: readonly Figures[]): Promise<string> {
  const labelled = all.map((figures) => figures.map((figure) => ({ ...figure, aggregator: "first" })));
  return AggregatorRegistry.aggregate(labelled).metrics();
}

/** How many workers there should be, and which of them are up: the figures of the process that started them. */
export interface WorkerFigures {
  readonly registry: Registry;
  set(worker: number, state: { up: boolean; starts: number }): void;
}

export function createWorkerFigures(): WorkerFigures {
  const registry = new Registry();
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames: ["worker"], registers: [registry] });
  const up = gauge("latchkey_worker_up", "1 for a worker process that serves, 0 for one that is being replaced.");
  const starts = gauge("latchkey_worker_starts_total", "How often a worker process has been started.");
  return {
    registry,
    set(worker, state) {
      up.labels(`${worker}`).set(state.up ? 1 : 0);
      starts.labels(`${worker}`).set(state.starts);
    },
  };
}
