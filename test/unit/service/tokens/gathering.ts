import type { BatchResult } from "../../../../src/concurrency/batcher.ts";
import type { TokenStore } from "../../../../src/store/tokens/token-store.ts";

interface Waiting {
  member: unknown;
  settle(outcome: BatchResult<unknown>): void;
}

export interface Gathered {
  store: TokenStore;
  /** Runs of the work: one per batch, unless the database refused the batch and its requests ran individually. */
  begun: number;
}

/** A store whose batches hold exactly `size` requests in order of arrival, however fast the database is. */
export function gather(store: TokenStore, size: number): Gathered {
  const gathered: Gathered = { store: { ...store }, begun: 0 };
  const gatherExactly: TokenStore["batch"] = (operation, work) => {
    const waiting: Waiting[] = [];
    const counted: typeof work = (tx, together) => {
      gathered.begun++;
      return work(tx, together);
    };
    return (member) =>
      new Promise((settle) => {
        waiting.push({ member, settle: settle as Waiting["settle"] });
        if (waiting.length < size) return;
        const group = waiting.splice(0);
        void store
          .together(operation.pool, group.map((one) => one.member) as never, counted)
          .then((outcomes) => outcomes.forEach((outcome, at) => void group[at]!.settle(outcome)));
      });
  };
  gathered.store.batch = gatherExactly;
  return gathered;
}
