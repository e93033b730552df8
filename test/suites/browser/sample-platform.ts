import { withDatabase } from "./demo-database.ts";

/**
 * Writes a platform in use into the database of a demo: more than a year of installations at sample merchants, and the counts of two
 * months. The counts are those of the installations, so that the lists and the charts agree.
 */
export async function writeSamplePlatform(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query("begin");
    for (const statement of [HOURS, OWNER, MERCHANTS, INSTALLATIONS, UNINSTALLS, PLATFORM_COUNTS, APP_DAYS, APP_COUNTS])
      await client.query(statement);
    await client.query("commit");
  });
}

/** The age in days of a day with many refused refreshes of one app. */
const BAD_DAY = 9;
const DAYS = 60;
/** The sample merchants are after those of the world in a list by name. */
const PLACES = `{Kestrel,"Kiln Lane",Lantern,Larch,Maple,Meadow,Millbrook,Nettle,Northgate,Orchard,Oxbow,Pebble,Quarry,Riverside,Saltmarsh,Thistle,Umber,Willow,Yarrow}`;
const GOODS = "{Books,Bakery,Toys,Cycles,Wines,Records,Flowers,Outdoor,Prints,Ceramics,Tea,Cameras,Antiques}";
const MERCHANT_COUNT = 247;

/** Each hour of two months with its size in the rhythm of days and weeks. `bad`: one app presents a wrong secret. */
const HOURS = `
  create temporary table sample_hour on commit drop as
  with hours as (
    select date_trunc('hour', now(), 'UTC') - n * interval '1 hour' as start, n,
           case n when 0 then extract(minute from now()) / 60 else 1 end * (1 - n / 6000.0) as part
    from generate_series(0, ${DAYS} * 24 - 1) n
  )
  select start, n, part * (0.3 + 0.7 * (1 - cos((extract(hour from start at time zone 'UTC') - 3) * pi() / 12)) / 2)
         * case extract(isodow from start at time zone 'UTC') when 6 then 0.62 when 7 then 0.55 when 5 then 0.9 else 1 end as size,
         n between 1 and 5 or ${BAD_DAY} = (now() at time zone 'UTC')::date - (start at time zone 'UTC')::date
           and extract(hour from start at time zone 'UTC') between 8 and 16 as bad
  from hours`;

const OWNER = `
  insert into account (email, name, created_at, email_verified_at)
  values ('shops@mercer.example', 'Mercer Retail Group', now() - interval '431 days', now() - interval '431 days')`;

const MERCHANTS = `
  with made as (
    insert into merchant (id, name, created_at)
    select 'mer_' || md5(place || goods)::uuid, place || ' ' || goods, now() - interval '402 days' - interval '3 hours' * (hashtext(place || goods) & 127)
    from unnest('${PLACES}'::text[]) place, unnest('${GOODS}'::text[]) goods returning id, created_at)
  insert into membership (account_id, merchant_id, role, created_at)
  select a.id, made.id, 'OWNER', made.created_at from made, account a where a.email = 'shops@mercer.example'`;

/** About nine installs a day, and those of the year before. Some failed, were paused or ended; one app presents a wrong secret. */
const INSTALLATIONS = `
  with times as (
    select start + least(interval '59 minutes', now() - start) * ((hashtext(n || '/' || k) & 255) / 256.0) as at
    from sample_hour, generate_series(1, floor(0.68 * size + (hashtext('install' || n) & 1023) / 1024.0)::int) k
    union all
    select now() - interval '${DAYS} days' - interval '21 hours' * k from generate_series(1, 380) k
  ), merchants as (
    select m.id, row_number() over (order by md5(m.id)) - 1 as place from merchant m
    join membership s on s.merchant_id = m.id join account a on a.id = s.account_id where a.email = 'shops@mercer.example'
  ), apps as (
    select id, row_number() over (order by name desc) - 1 as place from app where state = 'APPROVED' and name <> 'Shelf Sorter'
      and not exists (select from app_revision r where r.app_id = app.id) limit 4
  ), installs as (
    select a.id as app_id, a.place as app, m.id as merchant_id, t.at, hashtext(t.seq || 'state') & 127 as dice, (hashtext(t.seq || 'minute') & 31) as minute
    from (select at, row_number() over (order by at desc) - 1 as seq from times) t
    join merchants m on m.place = t.seq % ${MERCHANT_COUNT}
    join apps a on a.place = (t.seq % ${MERCHANT_COUNT} + t.seq / ${MERCHANT_COUNT}) % 4
  ), known as (
    select *, case
        when at > now() - interval '1 day' then 'healthy'
        when dice < 13 then 'ended'
        when dice < 33 and app = 0 then 'secret'
        when dice between 33 and 35 then 'reused'
        when dice between 36 and 39 then 'merchant'
        when dice between 40 and 41 then 'developer'
        when dice = 42 then 'platform'
        when dice between 43 and 47 and at < now() - interval '30 days' then 'expiring'
        else 'healthy' end as kind
    from installs
  ), dated as (
    select *, case when kind in ('ended', 'merchant', 'developer', 'platform') then at + (now() - at) * ((hashtext(merchant_id || app) & 127) / 140.0) end as stopped,
      case kind when 'secret' then interval '5 hours' when 'reused' then interval '1 day' when 'expiring' then interval '25 days' else interval '0' end
        + interval '1 minute' * minute as quiet
    from known
  ), final as (select *, greatest(at, coalesce(stopped, now()) - quiet) as refreshed from dated)
  insert into installation (id, app_id, merchant_id, state, version, granted_scopes, connected_by_id, connected_at, created_at, changed_at, last_refreshed_at, last_used_at,
    tokens_expire_at, last_failed_at, last_failure, suspended_by, suspended_at, reason_code, ended_at, ended_by)
  select uuidv7(f.at - clock_timestamp()), f.app_id, f.merchant_id,
    case when kind = 'ended' then 'UNINSTALLED' when kind in ('merchant', 'developer', 'platform') then 'SUSPENDED' else 'ACTIVE' end,
    1, '{orders:read}', o.id, f.at, f.at, coalesce(f.stopped, f.at), refreshed, refreshed,
    refreshed + case kind when 'expiring' then interval '30 days' else interval '90 days' end,
    case kind when 'secret' then now() - interval '10 minutes' when 'reused' then now() - interval '20 hours' end,
    case kind when 'secret' then 'CREDENTIALS' when 'reused' then 'REUSED' end,
    case kind when 'merchant' then '{MERCHANT}' when 'developer' then '{APP}' when 'platform' then '{OPERATOR}' else '{}' end::text[],
    case when kind <> 'ended' then stopped end, case kind when 'platform' then 'ABUSE' when 'merchant' then 'PAUSED' when 'developer' then 'PAUSED' end,
    case kind when 'ended' then stopped end, case kind when 'ended' then 'MERCHANT' end
  from final f, account o where o.email = 'shops@mercer.example'`;

/** The list behind the figure of the uninstalls. */
const UNINSTALLS = `
  insert into audit_event (id, at, action, actor_id, caller_name, installation_id, client_id, merchant_id, request_id, detail)
  select uuidv7(i.ended_at - clock_timestamp()), i.ended_at, 'installation.uninstall', o.id, 'gateway', i.id, a.client_id, i.merchant_id, 'sample', '{"party":"MERCHANT"}'
  from installation i join app a on a.id = i.app_id join account o on o.id = i.connected_by_id and o.email = 'shops@mercer.example' where i.ended_at is not null`;

/** Installs and uninstalls are those of the list. Nine days ago, and in the last hours, one app has more refused tokens (\`APP_DAYS\`). */
const PLATFORM_COUNTS = `
  with counts as (
    select start, n, measure,
           round(mean * size * case when measure like 'errors.%' then (86 + (hashtext('e' || date_trunc('day', start, 'UTC')::date) & 31)) / 100.0 else 1 end
             * (85 + (hashtext(measure || n) & 31)) / 100 * case when bad and measure in ('errors.GRANT', 'refresh_failures') then 6 else 1 end)::bigint as count
    from sample_hour, (values ('refreshes', 1400), ('refresh_failures', 5), ('errors.GRANT', 6), ('errors.CLIENT', 3), ('errors.REQUEST', 2)) m (measure, mean)
    union all
    select h.start, h.n, m.measure, case m.measure when 'uninstalls' then count(i.ended_at) filter (where i.ended_at >= h.start)
      else count(*) filter (where i.connected_at >= h.start) + case m.measure when 'exchanges' then h.n % 3 else 0 end end
    from sample_hour h cross join (values ('installs'), ('uninstalls'), ('exchanges')) m (measure)
    left join installation i on (case m.measure when 'uninstalls' then i.ended_at else i.connected_at end) >= h.start
      and (case m.measure when 'uninstalls' then i.ended_at else i.connected_at end) < h.start + interval '1 hour'
    group by h.start, h.n, m.measure
  )
  insert into platform_count (unit, start, measure, count)
  select 'hour', start, measure, count from counts where n < 48 and count > 0
  union all
  select 'day', date_trunc('day', start, 'UTC'), measure, sum(count) from counts group by 2, 3 having sum(count) > 0
  on conflict (unit, start, measure) do update set count = excluded.count`;

/** Each active installation refreshes about once an hour. The refused refreshes of the first app are most on the bad day and today. */
const APP_DAYS = `
  insert into app_day (client_id, day, installs, uninstalls, exchanges, refreshes, refresh_failures)
  select a.client_id, d.day, count(i.id) filter (where (i.connected_at at time zone 'UTC')::date = d.day),
    count(i.id) filter (where (i.ended_at at time zone 'UTC')::date = d.day),
    count(i.id) filter (where (i.connected_at at time zone 'UTC')::date = d.day),
    count(i.id) filter (where (i.connected_at at time zone 'UTC')::date < d.day and coalesce((coalesce(i.ended_at, i.suspended_at) at time zone 'UTC')::date > d.day, true))
      * (19 + (hashtext(a.client_id || d.ago) & 3)),
    case when a.place = 1 and d.ago = ${BAD_DAY} then 262 when a.place = 1 and d.ago = 0 then 148 else (hashtext(a.client_id || d.ago) & 15) / a.place end
  from (select id, client_id, row_number() over (order by name = 'Shelf Sorter' or exists (select from app_revision r where r.app_id = app.id), name desc) as place
    from app where state = 'APPROVED') a
  cross join (select ago, (now() at time zone 'UTC')::date - ago as day from generate_series(0, ${DAYS} - 1) ago) d
  left join installation i on i.app_id = a.id
  group by a.client_id, a.place, d.day, d.ago
  on conflict (client_id, day) do update set installs = excluded.installs, uninstalls = excluded.uninstalls, exchanges = excluded.exchanges,
    refreshes = excluded.refreshes, refresh_failures = excluded.refresh_failures`;

const APP_COUNTS = `
  insert into app_installation_count (app_id, installations)
  select a.id, count(i.id) from app a left join installation i on i.app_id = a.id and i.state in ('ACTIVE', 'SUSPENDED') where a.state <> 'ARCHIVED' group by a.id
  on conflict (app_id) do update set installations = excluded.installations`;
