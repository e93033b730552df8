import { withDatabase } from "./demo-database.ts";

/** Writes counts of two months, of an app and of the platform, into the database of a demo, so that pictures show charts with bars. */
export async function writeSampleCounts(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(APP_DAYS, [clientId]);
    await client.query(PLATFORM_COUNTS);
  });
}

/** The installs of an app: a merchant, the age in days and, of an uninstalled one, the days since then. */
const SAMPLES = `
  (values ('Linden Ceramics', 52, null), ('Mole End Books', 47, null), ('Northwind Outdoor', 41, null), ('Oak & Ember', 33, null),
          ('Pebble Toys', 24, 4), ('Quay Street Records', 18, null), ('Rosehip Pharmacy', 12, null), ('Saltmarsh Cycles', 9, null),
          ('Tidewater Prints', 5, null), ('Umber Coffee Roasters', 3, null)) s (name, age, ended)`;

/** Adds the installations whose installs `writeSampleCounts` counts, all older than those of the demo. */
export async function writeSampleInstallations(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(`insert into merchant (id, name) select 'mer_' || md5(name)::uuid, name from ${SAMPLES}`);
    await client.query(
      `insert into installation (id, app_id, merchant_id, state, version, granted_scopes, connected_at, last_refreshed_at, last_used_at, tokens_expire_at, last_failed_at, last_failure, ended_at, ended_by)
       select uuidv7(interval '-1 day' * s.age), a.id, 'mer_' || md5(s.name)::uuid, case when s.ended is null then 'ACTIVE' else 'UNINSTALLED' end, 1,
              '{orders:read}', now() - interval '1 day' * s.age, now() - interval '4 minutes' * s.age, now() - interval '4 minutes' * s.age,
              now() + interval '1 day' * (case s.age when 33 then 5 else 88 end),
              case s.age when 41 then now() - interval '1 hour' end, case s.age when 41 then 'CREDENTIALS' end, now() - interval '1 day' * s.ended, case when s.ended is not null then 'MERCHANT' end
       from app a, ${SAMPLES} where a.client_id = $1`,
      [clientId],
    );
  });
}

/** Two installs of today are those of the demo. Each installation refreshes about once an hour. */
const APP_DAYS = `
  insert into app_day (client_id, day, installs, uninstalls, exchanges, refreshes, refresh_failures)
  select $1, (now() at time zone 'UTC')::date - ago, case ago when 0 then 2 else 0 end + count(*) filter (where s.age = ago),
         count(*) filter (where s.ended = ago), count(*) filter (where s.age = ago),
         count(*) filter (where s.age > ago and coalesce(s.ended, -1) < ago) * (19 + (ago * 37) % 5),
         case when ago % 4 = 1 then 1 when ago = 12 then 7 else 0 end
  from generate_series(0, 59) ago, ${SAMPLES} group by ago
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
