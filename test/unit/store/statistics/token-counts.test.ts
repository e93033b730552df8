import pino from "pino";
import { expect, test } from "vitest";
import { createTokenCounts } from "../../../../src/store/statistics/token-counts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("adds the counts of several processes to the UTC day of each request", async () => {
  const log = pino({ level: "silent" });
  let now = Date.parse("2026-03-01T23:59:59.900Z");
  const processes = Array.from({ length: 3 }, () => createTokenCounts(world.pools.ordinary, log, () => now));
  const countAll = () => {
    for (const { count } of processes) {
      for (let n = 0; n < 100; n++) count(`app-${n % 5}`, n % 10 === 0 ? "refresh_failure" : "refresh");
      count("app-0", "exchange");
    }
  };
  countAll();
  now += 200;
  countAll();
  await Promise.all(processes.map((one) => one.flush()));
  const days = await world.rows(`
    select day::text, sum(exchanges)::int as e, sum(refreshes)::int as r, sum(refresh_failures)::int as f
    from app_day group by day order by day`);
  expect(days).toEqual([
    { day: "2026-03-01", e: 3, r: 270, f: 30 },
    { day: "2026-03-02", e: 3, r: 270, f: 30 },
  ]);
  // A second flush writes nothing.
  await Promise.all(processes.map((one) => one.flush()));
  expect(await world.rows("select sum(refreshes)::int as n from app_day")).toEqual([{ n: 540 }]);
});
