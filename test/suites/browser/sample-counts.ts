import { withDatabase } from "./demo-database.ts";

/** Writes the counts of an app over two months into the database of a demo, so that pictures show charts with bars. */
export async function writeSampleCounts(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, (client) => client.query(APP_DAYS, [clientId]));
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
