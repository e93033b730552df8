import { expect, test } from "vitest";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { countEvents, dropAppDays } from "../../../../src/store/statistics/count-events.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

const count = (limit: number) => withConnection(world.pools.ordinary, (query) => countEvents(query, limit));

test("counts each event once, also when several processes count at once", async () => {
  await world.sql.query(`
    insert into event (cursor, type, client_id, at)
      select n, case n % 4 when 0 then 'installation.created' when 1 then 'installation.uninstalled'
        when 2 then 'refresh_token.reuse_detected' else 'app.approved' end, 'c' || n % 3,
        timestamptz '2026-03-01 23:00:00+00' + n * interval '1 minute'
      from generate_series(1, 240) n`);
  for (let read = 1; read > 0; ) {
    const counted = await Promise.all(Array.from({ length: 4 }, () => count(17)));
    read = counted.reduce((sum, one) => sum + one, 0);
  }
  const days = await world.rows(`
    select day::text, sum(installs)::int as installs, sum(uninstalls)::int as uninstalls, sum(reuses)::int as reuses
    from app_day group by day order by day`);
  // The first 59 events are before midnight UTC.
  expect(days).toEqual([
    { day: "2026-03-01", installs: 14, uninstalls: 15, reuses: 15 },
    { day: "2026-03-02", installs: 46, uninstalls: 45, reuses: 45 },
  ]);
  const byApp = await world.rows("select sum(installs)::int as n from app_day group by client_id order by client_id");
  expect(byApp.map(({ n }) => n)).toEqual([20, 20, 20]);
});

test("the counts of the platform leave out installs and uninstalls at test merchants, but not reuse", async () => {
  const { id: real } = await world.merchant();
  const { id: practice } = await world.merchant({ test: true });
  await world.sql.query(
    `insert into event (cursor, type, client_id, merchant_id, at)
       select 1000 + n, t, 'counted', m, timestamptz '2026-04-01 10:00:00+00'
       from unnest($1::text[]) m, unnest(array['installation.created', 'installation.uninstalled', 'refresh_token.reuse_detected']) with ordinality e(t, n0),
         lateral (select n0 + case when m = $2 then 10 else 0 end as n) x`,
    [[real, practice], practice],
  );
  while ((await count(100)) > 0);
  const counts = await world.rows(
    "select measure, count::int as n from platform_count where unit = 'day' and start = '2026-04-01 00:00:00+00' order by measure",
  );
  expect(counts).toEqual([
    { measure: "installs", n: 1 },
    { measure: "reuses", n: 2 },
    { measure: "uninstalls", n: 1 },
  ]);
  expect(await world.rows("select installs::int as n from app_day where client_id = 'counted'")).toEqual([{ n: 2 }]);
});

test("deletes the counts of old days in batches", async () => {
  await world.sql.query(`
    insert into app_day (client_id, day, refreshes)
      select 'old', (clock_timestamp() at time zone 'UTC')::date - 9 - n, 1 from generate_series(0, 4) n`);
  const drop = () => withConnection(world.pools.ordinary, (query) => dropAppDays(query, { keepDays: 10, limit: 3 }));
  await world.sql.query("delete from app_day where client_id <> 'old'");
  expect([await drop(), await drop()]).toEqual([3, 0]);
  expect(await world.rows("select count(*)::int as n from app_day where client_id = 'old'")).toEqual([{ n: 2 }]);
});
