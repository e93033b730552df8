import type { Worker } from "node:cluster";
import { type Figures, mergeFigures } from "../observe/metrics-merge.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** A worker that does not answer within this is left out of a scrape. */
const COUNT_WITHIN_MS = 6_000;

/** Who is asked in a scrape, and how. */
export interface ScrapeParts {
  /** Those that are up now. */
  workers(): Worker[];
  /** The parent's own figures. */
  own(): Promise<Figures>;
  tell(worker: Worker, message: ToWorker): void;
}

/** Gathers the figures of all for the worker that is scraped. */
export interface MetricsAggregation {
  hear(worker: Worker, message: Extract<ToParent, { kind: "figures" | "scrape" }>): void;
}

export function createMetricsAggregation({ workers, own, tell }: ScrapeParts): MetricsAggregation {
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
      tell(worker, { kind: "count", scrape });
    }).finally(() => counts.delete(scrape));
  }

  async function answer(worker: Worker, scrape: number): Promise<void> {
    const figures = await Promise.all([own(), ...workers().map(count)]);
    tell(worker, { kind: "scraped", scrape, text: await mergeFigures(figures) });
  }

  return {
    hear(worker, message) {
      if (message.kind === "figures") counts.get(message.scrape)?.(message.figures);
      else void answer(worker, message.scrape);
    },
  };
}
