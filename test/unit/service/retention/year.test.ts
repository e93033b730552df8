import { expect, test } from "vitest";
import { addFailures } from "../../../../src/store/accounts/failure-windows.ts";
import { DAY, useRetentionWorld } from "./world.ts";

const TABLES = ["access_token", "refresh_token", "token_family", "authorization_code", "failure_window"];
const WEEK = 7 * DAY;

const world = useRetentionWorld();

async function sizes(): Promise<Record<string, number>> {
  const entries = TABLES.map(async (table) => [table, await world.count(table)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

test("the tables keep a constant size during a year of steady traffic", async () => {
  const kept = await Promise.all(Array.from({ length: 3 }, () => world.install()));
  const bySeason: Record<string, number>[] = [];
  for (let week = 1; week <= 54; week++) {
    for (const installed of kept) {
      installed.pair = await world.refreshWith(installed.app, installed.pair.refreshToken);
      installed.pair = await world.refreshWith(installed.app, installed.pair.refreshToken);
    }
    await world.install({ refreshTokenTtl: week % 2 === 0 ? 3_600 : 5_000_000 });
    await world.management.transactional(({ query }) =>
      addFailures(query, [{ key: `sign_in:${week}`, window: 900, failures: 1 }]),
    );
    await world.age(WEEK);
    await world.sweep.run();
    if (week % 18 === 0) bySeason.push(await sizes());
  }
  const [first, second, third] = bySeason;
  expect(second).toEqual(first);
  expect(third).toEqual(first);
  expect(third).toMatchObject({ failure_window: 0 });
  for (const { app, pair } of kept) await world.refreshWith(app, pair.refreshToken);
});
