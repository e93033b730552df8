import type { Worker } from "node:cluster";
import { type Figures, mergeFigures } from "../observe/metrics-merge.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** A scrape omits workers that do not reply within this time. */
const COUNT_WITHIN_MS = 6_000;

/** Dependencies of the aggregation. */
export interface ScrapeParts {
  /** The workers that are up. */
  workers(): Worker[];
  /** The parent's own metrics. */
  own(): Promise<Figures>;
  send(worker: Worker, message: ToWorker): void;
}

/** Collects the metrics of all workers for the scraped one. */
export interface MetricsAggregation {
  receive(worker: Worker, message: Extract<ToParent, { kind: "figures" | "scrape" }>): void;
}

export function createMetricsAggregation({ workers, own, send }: ScrapeParts): MetricsAggregation {
  const counts = new Map<number, (figures: Figures) => void>();
  let last = 0;

  function count(worker: Worker): Promise<Figures> {
    const scrape = ++last;
    return new Promise<Figures>((resolve) => {
      const timer = setTimeout(resolve, COUNT_WITHIN_MS, []);
      counts.set(scrape, (figures) => {
        clearTimeout(timer);
        resolve(figures);
      });
      send(worker, { kind: "count", scrape });
    }).finally(() => counts.delete(scrape));
  }

  async function answer(worker: Worker, scrape: number): Promise<void> {
    const figures = await Promise.all([own(), ...workers().map(count)]);
    send(worker, { kind: "scraped", scrape, text: await mergeFigures(figures) });
  }

  return {
    receive(worker, message) {
      if (message.kind === "figures") counts.get(message.scrape)?.(message.figures);
      else void answer(worker, message.scrape);
    },
  };
}
