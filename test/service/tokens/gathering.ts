import type { TokenStore } from "../../../src/store/token-store.ts";
import type { Settled } from "../../../src/store/transaction.ts";

interface Waiting {
  member: unknown;
  settle(outcome: Settled<unknown>): void;
  fail(error: unknown): void;
}

/** A store whose next `size` requests share one transaction, in the order in which they came: what a batcher makes of a rush. */
export function gather(store: TokenStore, size: number): TokenStore {
  const waiting: Waiting[] = [];
  return {
    ...store,
    together: (lane, members, work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          member: members[0],
          settle: (outcome) => resolve([outcome] as never),
          fail: reject,
        });
        if (waiting.length < size) return;
        const group = waiting.splice(0);
        store.together(lane, group.map(({ member }) => member) as never, work).then(
          (outcomes) => {
            for (const [at, one] of group.entries()) one.settle(outcomes[at]!);
          },
          (error) => {
            for (const one of group) one.fail(error);
          },
        );
      }),
  };
}
