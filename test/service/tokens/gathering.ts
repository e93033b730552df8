import type { TokenStore } from "../../../src/store/token-store.ts";
import type { Settled } from "../../../src/store/transaction.ts";

interface Waiting {
  member: unknown;
  settle(outcome: Settled<unknown>): void;
  fail(error: unknown): void;
}

export interface Gathered {
  store: TokenStore;
  /** How often work was begun: once a group, unless the database refused it and its members were run alone. */
  begun: number;
}

/** A store whose next `size` requests share one transaction, in the order in which they came: what a batcher makes of a rush. */
export function gather(store: TokenStore, size: number): Gathered {
  const waiting: Waiting[] = [];
  const gathered: Gathered = { store: { ...store }, begun: 0 };
  Object.assign(gathered.store, {
    together: (lane, members, work) =>
      new Promise((resolve, reject) => {
        waiting.push({
          member: members[0],
          settle: (outcome) => resolve([outcome] as never),
          fail: reject,
        });
        if (waiting.length < size) return;
        const group = waiting.splice(0);
        const counted: typeof work = (tx, together) => {
          gathered.begun++;
          return work(tx, together);
        };
        store.together(lane, group.map(({ member }) => member) as never, counted).then(
          (outcomes) => {
            for (const [at, one] of group.entries()) one.settle(outcomes[at]!);
          },
          (error) => {
            for (const one of group) one.fail(error);
          },
        );
      }),
  } satisfies Pick<TokenStore, "together">);
  return gathered;
}
