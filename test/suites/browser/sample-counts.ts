import { withDatabase } from "./demo-database.ts";

/** Writes counts of two months, of an app and of the platform, into the database of a demo, so that pictures show charts with bars. */
export async function writeSampleCounts(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(APP_DAYS, [clientId]);
    await client.query(PLATFORM_COUNTS);
  });
}

const APP_DAYS = `
  insert into app_day (client_id, day, installs, uninstalls, exchanges, refreshes, refresh_failures)
  select $1, (now() at time zone 'UTC')::date - 29 + n, abs(n * 5) % 7 + greatest(0, n / 10), abs(n * 3) % 4 / 2, abs(n % 9) + 2,
         greatest(60, 420 + 22 * n + (n * 37) % 90 - case when n % 7 in (2, 3) then 190 else 0 end), abs(n * 13) % 6 + case n when 17 then 21 else 0 end
  from generate_series(-30, 29) n
  on conflict (client_id, day) do nothing`;

/** The counts per hour; those per day are twenty times as high. In the last hours, more tokens are refused than usual. */
const PLATFORM_COUNTS = `
  insert into platform_count (unit, start, measure, count)
  select unit, date_trunc(unit, now(), 'UTC') - n * ('1 ' || unit)::interval, measure,
         (size * case unit when 'day' then 20 else 1 end * greatest(20, 100 + (n * 37) % 60 - n) / 100
         * case when unit = 'hour' and measure = 'errors.GRANT' and n between 1 and 6 then 4 else 1 end)::bigint
  from (values ('hour', 47), ('day', 59)) u (unit, last), generate_series(0, last) n,
       (values ('installs', 6), ('uninstalls', 2), ('exchanges', 24), ('refreshes', 910), ('refresh_failures', 3),
               ('errors.GRANT', 4), ('errors.CLIENT', 2), ('errors.REQUEST', 1)) m (measure, size)
  on conflict (unit, start, measure) do nothing`;
