import { withDatabase } from "./demo-database.ts";

/** Writes counts of two months, of an app and of the platform, into the database of a demo, so that pictures show charts with bars. */
export async function writeSampleCounts(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(APP_DAYS, [clientId]);
    await client.query(PLATFORM_COUNTS);
    await client.query(APP_FAILURES, [clientId]);
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

/** The age in days of a day with many refused refreshes. */
const BAD_DAY = 9;
/** Moves the installs of the demo into the past, so that a page shows the refresh of an installation after its install. */
export async function moveInstallsBack(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(
      `with moved as (
         update installation i set connected_at = connected_at - interval '5 hours', last_refreshed_at = last_refreshed_at - interval '70 minutes'
         from app a where a.id = i.app_id and a.client_id = $1 and i.connected_at > now() - interval '1 hour' returning i.id)
       update audit_event e set at = e.at - interval '5 hours', id = uuidv7(e.at - interval '5 hours' - clock_timestamp())
       from moved where moved.id = e.installation_id and e.action in ('token.issue', 'token.exchange')`,
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

/**
 * The counts per hour, with the rhythm of days and weeks, and their sums per day. Nine days ago, and in the last hours, more tokens are refused
 * than usual, because of one app (`APP_FAILURES`).
 */
const PLATFORM_COUNTS = `
  with hours as (
    select date_trunc('hour', now(), 'UTC') - n * interval '1 hour' as start, n,
           case n when 0 then extract(minute from now()) / 60 else 1 end * (1 - n / 6000.0) as part
    from generate_series(0, 59 * 24) n
  ), busy as (
    select start, n, part * (0.3 + 0.7 * (1 - cos((extract(hour from start at time zone 'UTC') - 3) * pi() / 12)) / 2)
           * case extract(isodow from start at time zone 'UTC') when 6 then 0.62 when 7 then 0.55 when 5 then 0.9 else 1 end as size,
           n between 1 and 5 or ${BAD_DAY} = (now() at time zone 'UTC')::date - (start at time zone 'UTC')::date
             and extract(hour from start at time zone 'UTC') between 8 and 16 as bad
    from hours
  ), counts as (
    select start, n, measure,
           round(mean * size * case when measure like 'errors.%' then (86 + (hashtext('e' || date_trunc('day', start, 'UTC')::date) & 31)) / 100.0 else 1 end * case measure when 'installs' then 1 - n / 5000.0 else 1 end * (85 + (hashtext(measure || n) & 31)) / 100 * case when bad and measure in ('errors.GRANT', 'refresh_failures') then 6 else 1 end)::bigint as count
    from busy, (values ('installs', 12), ('uninstalls', 3), ('exchanges', 40), ('refreshes', 1400), ('refresh_failures', 5),
                       ('errors.GRANT', 6), ('errors.CLIENT', 3), ('errors.REQUEST', 2)) m (measure, mean)
  )
  insert into platform_count (unit, start, measure, count)
  select 'hour', start, measure, count from counts where n < 48 and count > 0
  union all
  select 'day', date_trunc('day', start, 'UTC'), measure, sum(count) from counts group by 2, 3 having sum(count) > 0
  on conflict (unit, start, measure) do nothing`;

/** The refused refreshes of other apps; those of the first app are most on the bad day and today. */
const APP_FAILURES = `
  insert into app_day (client_id, day, refreshes, refresh_failures)
  select a.client_id, (now() at time zone 'UTC')::date - ago, (2600 - 400 * a.place) * (90 + (hashtext(a.client_id || ago) & 15)) / 100,
         case when a.place = 1 and ago = ${BAD_DAY} then 262 when a.place = 1 and ago = 0 then 148 else (hashtext(a.client_id || ago) & 15) / a.place end
  from (select client_id, row_number() over (order by name desc) as place from app where state = 'APPROVED' and client_id <> $1 limit 5) a,
       generate_series(0, 59) ago
  on conflict (client_id, day) do nothing`;
