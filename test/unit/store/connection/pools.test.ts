import { expect, it } from "vitest";
import { statsOf } from "../../../../src/store/connection/pools.ts";

const statsOfPool = (totalCount: number, idleCount: number, waitingCount: number) =>
  statsOf("tokens", { totalCount, idleCount, waitingCount }, 3);

it.each([
  { name: "idle connections serve the queue in the next turn", stats: statsOfPool(2, 2, 1), waiting: 0 },
  { name: "more requests than idle connections", stats: statsOfPool(3, 1, 4), waiting: 3 },
  { name: "every connection is used", stats: statsOfPool(3, 0, 5), waiting: 5 },
])("requests that wait for a connection: $name", ({ stats, waiting }) => {
  expect(stats).toMatchObject({ pool: "tokens", size: 3, waiting });
});
