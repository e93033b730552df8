import { withDatabase } from "./demo-database.ts";

/**
 * Spreads the accounts, merchants, apps and events of a world over weeks, and names the people who acted, so that pictures show a platform
 * in use. The world's own calls all happen within seconds, with a service key.
 */
export async function spreadHistory(dataDir: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query("begin");
    for (const statement of STATEMENTS) await client.query(statement);
    await client.query("commit");
  });
}

/**
 * The trail is in the order of the ids, which contain the time of writing. Each person has an address of the documentation (RFC 5737), and
 * apps have those of their servers.
 */
export async function sortEvents(dataDir: string): Promise<void> {
  await withDatabase(dataDir, (client) =>
    client.query(`update audit_event set id = uuidv7(at - clock_timestamp()), address = case
      when actor_client_id is not null then '198.51.100.' || 10 + ascii(right(actor_client_id, 1)) % 40
      else '203.0.113.' || 20 + ascii(right(coalesce(actor_id, account_id)::text, 1)) end
      where coalesce(actor_client_id, actor_id::text, account_id::text) is not null`),
  );
}

/**
 * Operators decide and set up, developers submit, and merchants allow. A claim names its reviewer; of other apps, the
 * operator is the same in each run.
 */
const ACTORS = `
  with people as (select (select id from account where email = 'operator@example.com') as operator,
                         (select id from account where email = 'oskar@platform.example') as colleague),
  acts as (
    update audit_event e set actor_id = case
        when action in ('app.create', 'app.submit', 'app.update', 'app.set_logo', 'secret.add')
          then (select a.developer_id from app a where a.client_id = e.client_id)
        when action = 'token.issue' or e.detail->>'party' = 'MERCHANT' then (select id from account where email = 'merchant@example.com')
        when e.detail->>'party' = 'APP' then (select a.developer_id from app a where a.client_id = e.client_id)
        when action = 'app.start_review' and exists (select from review_claim c join app a on a.id = c.app_id where a.client_id = e.client_id)
          then (select c.account_id from review_claim c join app a on a.id = c.app_id where a.client_id = e.client_id)
        when (select length(name) from app a where a.client_id = e.client_id) % 3 = 0 then p.colleague else p.operator end
    from people p where e.actor_id is null and e.actor_client_id is null and e.action not like 'session.%' and e.action <> 'platform.bootstrap')
  update app_history h set caller_name = null, actor_id = case
      when action in ('create', 'submit', 'update') then a.developer_id
      when exists (select from review_claim c where c.app_id = a.id) then (select c.account_id from review_claim c where c.app_id = a.id)
      when length(a.name) % 3 = 0 then p.colleague else p.operator end
  from people p, app a where a.id = h.app_id and h.actor_id is null`;

/** The newest time of an app becomes \`base\` ago, its oldest one \`base + span\` ago. Approved apps are more than a year old, as their installations. */
const APP_TIMES = `
  create temporary table app_time on commit drop as
  select a.id, a.client_id, min(h.at) as first, greatest(max(h.at), min(h.at) + interval '1 ms') as last, now() as now,
    case when a.name = 'Shelf Sorter' then interval '45 days'
         when c.app_id is not null then now() - c.claimed_at
         when r.app_id is not null then interval '7 hours'
         when a.state in ('APPROVED', 'SUSPENDED') then case a.state when 'APPROVED' then interval '440 days' else interval '6 days' end
           + interval '31 hours' * row_number() over (order by a.id desc)
         else interval '50 minutes' + interval '15 hours' * row_number() over (partition by a.state in ('APPROVED', 'SUSPENDED') order by a.id desc)
    end as base,
    case when a.state in ('APPROVED', 'SUSPENDED') then interval '16 days' else interval '1 day' end as span
  from app a join app_history h on h.app_id = a.id left join app_revision r on r.app_id = a.id left join review_claim c on c.app_id = a.id
  group by a.id, r.app_id, c.app_id, c.claimed_at`;

const spread = (column: string) =>
  `${column} = t.now - t.base - least(1.2, greatest(0, extract(epoch from t.last - ${column})) / extract(epoch from t.last - t.first)) * t.span`;

const APPS = `update app a set ${["created_at", "updated_at", "submitted_at", "approved_at"].map(spread).join(", ")}
  from app_time t where t.id = a.id`;

const REVISIONS = `update app_revision r set ${["created_at", "updated_at", "submitted_at"].map(spread).join(", ")}
  from app_time t where t.id = r.app_id`;

const HISTORY = `update app_history h set ${spread("at")} from app_time t where t.id = h.app_id`;

const APP_EVENTS = `update audit_event e set ${spread("at")}
  from app_time t where t.client_id = e.client_id and e.installation_id is null`;

/** A merchant is older than the events of its installations. */
const MERCHANTS = `
  with ages as (update merchant m set created_at = created_at - interval '60 days' - interval '17 hours' * s.place
    from (select id, row_number() over (order by id) as place from merchant) s where s.id = m.id returning m.id, m.created_at)
  update audit_event e set at = ages.created_at from ages where e.merchant_id = ages.id and e.action = 'merchant.create'`;

const ACCOUNTS = `
  with ages as (update account a set created_at = created_at - interval '500 days' - interval '29 hours' * s.place
    from (select id, row_number() over (order by id) as place from account) s where s.id = a.id returning a.id, a.created_at)
  update audit_event e set at = ages.created_at from ages where e.account_id = ages.id and e.action = 'account.create'`;

/** The other events of the world, which concern no app and create no merchant and no account. */
const OTHERS = `
  update audit_event e set at = e.at - interval '3 hours' - interval '11 hours' * s.place
  from (select id, row_number() over (order by id desc) as place from audit_event
        where at > now() - interval '1 hour' and client_id is null and action not in ('merchant.create', 'account.create')) s
  where s.id = e.id`;

const KEYS = `
  with ages as (update service_key k set created_at = created_at - interval '120 days' + interval '30 days' * s.place
    from (select id, row_number() over (order by id) as place from service_key) s where s.id = k.id returning s.place, k.created_at)
  update audit_event e set at = ages.created_at
  from (select id, row_number() over (order by id) as place from audit_event where action = 'service_key.create') s, ages
  where e.id = s.id and s.place = ages.place`;

/** An invitation was created at its event, by the same person. One of them was revoked some hours later. */
const INVITATIONS = `
  with moved as (update invitation i set created_at = i.created_at - s.age, expires_at = i.expires_at - s.age,
      revoked_at = i.revoked_at - s.age + interval '5 hours',
      invited_by_id = coalesce(i.invited_by_id, (select id from account where email = 'operator@example.com'))
    from (select id, interval '19 hours' * row_number() over (order by id desc) as age from invitation) s where s.id = i.id
    returning i.id, i.created_at, i.revoked_at, i.invited_by_id as by),
  events as (select e.id, e.action, row_number() over (partition by e.action order by e.id) as place from audit_event e
    where e.action in ('invitation.create', 'invitation.revoke')),
  times as (select 'invitation.create' as action, created_at as at, by, row_number() over (order by id) as place from moved
    union all select 'invitation.revoke', revoked_at, by, row_number() over (order by id) from moved where revoked_at is not null)
  update audit_event e set at = t.at, actor_id = t.by from events v join times t on t.action = v.action and t.place = v.place where e.id = v.id`;

/** A suspension and an uninstall have the time of their event. */
const SUSPENSIONS = [
  `update installation i set suspended_at = e.at
   from (select installation_id as id, min(at) as at from audit_event where action = 'installation.suspend' group by 1) e
   where e.id = i.id and i.suspended_at is not null`,
  `update installation i set ended_at = e.at from audit_event e where e.installation_id = i.id and e.action = 'installation.uninstall'`,
  `update merchant m set suspended_at = e.at from audit_event e where e.merchant_id = m.id and e.action = 'merchant.suspend'`,
  `update account a set suspended_at = e.at from audit_event e where e.account_id = a.id and e.action = 'account.suspend'`,
  `update decision_template t set updated_at = e.at from audit_event e where e.action = 'template.upsert'`,
];

/** Each installation is older than the next one. The app exchanges its code at once, and later steps are forty minutes apart. */
const INSTALLATIONS = `
  with ages as (
    select id, interval '5 hours' * row_number() over (order by id desc) as age from installation where created_at > now() - interval '1 hour'
      and app_id not in (select id from app where name = 'Shelf Sorter')),
  moved as (update installation i set ${["created_at", "connected_at", "changed_at", "suspended_at", "ended_at", "last_used_at", "last_refreshed_at"].map((column) => `${column} = ${column} - ages.age`).join(", ")}
    from ages where ages.id = i.id returning i.id, coalesce(i.connected_at, i.created_at) as connected)
  update audit_event e set at = s.connected + s.later
  from (select e.id, moved.connected, case e.action when 'token.issue' then interval '-8 seconds' when 'token.exchange' then interval '0'
          else interval '40 minutes' * row_number() over (partition by e.installation_id, e.action like 'token.%' order by e.id) end as later
        from audit_event e join moved on moved.id = e.installation_id) s
  where s.id = e.id`;

const STATEMENTS = [
  ...[ACTORS, APP_TIMES, APPS, REVISIONS, HISTORY, APP_EVENTS],
  ...[INSTALLATIONS, MERCHANTS, ACCOUNTS, KEYS, INVITATIONS, OTHERS, ...SUSPENSIONS],
];

/** The ids of installations contain the time of their first consent. Gives them the sample times, and returns the new ids by the earlier ones. */
export async function sortInstallations(dataDir: string): Promise<ReadonlyMap<string, string>> {
  return withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ before: string; after: string }>(
      `with fresh as (select id as before, uuidv7(coalesce(connected_at, created_at) - clock_timestamp()) as after from installation),
       tokens as (update token_family f set installation_id = fresh.after from fresh where f.installation_id = fresh.before),
       events as (update audit_event e set installation_id = fresh.after from fresh where e.installation_id = fresh.before)
       update installation i set id = fresh.after from fresh where i.id = fresh.before returning fresh.before, i.id as after`,
    );
    return new Map(rows.map(({ before, after }) => [before, after]));
  });
}
