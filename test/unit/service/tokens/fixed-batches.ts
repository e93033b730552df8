import type { BatchResult } from "../../../../src/concurrency/batcher.ts";
import type { TokenStore } from "../../../../src/store/tokens/token-store.ts";

interface Queued {
  item: object;
  resolve(result: BatchResult<unknown>): void;
}

export interface FixedBatches {
  store: TokenStore;
  /** Runs of the work: one per batch, unless the database refused the batch and its requests ran individually. */
  runs: number;
}

/** A store whose batches hold exactly `size` requests in order of arrival, however fast the database is. */
export function fixBatches(store: TokenStore, size: number): FixedBatches {
  const queue: Queued[] = [];
  const batch: TokenStore["batch"] = (operation, item, work) =>
    new Promise((resolve) => {
      queue.push({ item, resolve: resolve as Queued["resolve"] });
      if (queue.length < size) return;
      const queued = queue.splice(0);
      const counted: typeof work = (tx, items) => {
        fixed.runs++;
        return work(tx, items);
      };
      const items = queued.map((one) => one.item) as never;
      void store
        .transaction(operation.pool, items, counted)
        .then((results) => results.forEach((result, at) => void queued[at]!.resolve(result)));
    });
  const fixed: FixedBatches = { store: { ...store, batch }, runs: 0 };
  return fixed;
}
