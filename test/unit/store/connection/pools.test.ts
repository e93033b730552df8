import { expect, it } from "vitest";
import { statsOf } from "../../../../src/store/connection/pools.ts";

const pool = (totalCount: number, idleCount: number, waitingCount: number) =>
  ({ options: { max: 3 }, totalCount, idleCount, waitingCount }) as Parameters<typeof statsOf>[1];

it.each([
  { name: "idle connections serve the queue in the next turn", stats: statsOf("tokens", pool(2, 2, 1)), waiting: 0 },
  { name: "more requests than idle connections", stats: statsOf("tokens", pool(3, 1, 4)), waiting: 3 },
  { name: "every connection is used", stats: statsOf("tokens", pool(3, 0, 5)), waiting: 5 },
])("requests that wait for a connection: $name", ({ stats, waiting }) => {
  expect(stats).toMatchObject({ pool: "tokens", size: 3, waiting });
});
