import type { Settled } from "../../../../src/store/connection/transaction.ts";
import type { TokenStore } from "../../../../src/store/tokens/token-store.ts";

interface Waiting {
  member: unknown;
  settle(outcome: Settled<unknown>): void;
}

export interface Gathered {
  store: TokenStore;
  /** How often work was begun: once a group, unless the database refused it and its members were run alone. */
  begun: number;
}

/** A store whose groups are of exactly `size` members, in the order in which they came: no matter how fast the database is. */
export function gather(store: TokenStore, size: number): Gathered {
  const gathered: Gathered = { store: { ...store }, begun: 0 };
  const gatherExactly: TokenStore["gather"] = (operation, work) => {
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
  gathered.store.gather = gatherExactly;
  return gathered;
}
