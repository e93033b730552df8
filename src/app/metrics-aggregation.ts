import type { Worker } from "node:cluster";
import { type MetricsSnapshot, mergeSnapshots } from "../observe/metrics-merge.ts";
import type { ToParent, ToWorker } from "./worker-messages.ts";

/** A scrape omits workers that do not reply within this time. */
const COUNT_WITHIN_MS = 6_000;

/** Dependencies of the aggregation. */
export interface ScrapeParts {
  /** The workers that are up. */
  workers(): Worker[];
  /** The parent's own metrics. */
  own(): Promise<MetricsSnapshot>;
  send(worker: Worker, message: ToWorker): void;
}

/** Collects the metrics of all workers for the scraped one. */
export interface MetricsAggregation {
  receive(worker: Worker, message: Extract<ToParent, { kind: "snapshot" | "scrape" }>): void;
}

export function createMetricsAggregation({ workers, own, send }: ScrapeParts): MetricsAggregation {
  const counts = new Map<number, (snapshot: MetricsSnapshot) => void>();
  let last = 0;

  function count(worker: Worker): Promise<MetricsSnapshot> {
    const scrape = ++last;
    return new Promise<MetricsSnapshot>((resolve) => {
      const timer = setTimeout(resolve, COUNT_WITHIN_MS, []);
      counts.set(scrape, (snapshot) => {
        clearTimeout(timer);
        resolve(snapshot);
      });
      send(worker, { kind: "count", scrape });
    }).finally(() => counts.delete(scrape));
  }

  async function answer(worker: Worker, scrape: number): Promise<void> {
    const snapshot = await Promise.all([own(), ...workers().map(count)]);
    send(worker, { kind: "scraped", scrape, text: await mergeSnapshots(snapshot) });
  }

  return {
    receive(worker, message) {
      if (message.kind === "snapshot") counts.get(message.scrape)?.(message.snapshot);
      else void answer(worker, message.scrape);
    },
  };
}
