import { payloadOf } from "../../../src/store/webhooks/delivery-rows.ts";
import { withDatabase } from "./demo-database.ts";

/** Gives the steps of an app and its first secret the times of an app that has been live for weeks. Steps that follow keep theirs. */
export async function moveStepsBack(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    for (const statement of [STEPS, APP, SECRET]) await client.query(statement, [clientId]);
  });
}

/** From the creation to the approval after two reviews. */
const STEPS = `
  update app_history h set at = now() - ('{68d,67d 22h,66d 3h,66d 1h,63d 20h,62d 5h,62d 2h}'::interval[])[s.place]
  from (select h.id, row_number() over (order by h.id) as place from app_history h join app a on a.id = h.app_id where a.client_id = $1) s
  where s.id = h.id and s.place <= 7`;

const APP = `update app set created_at = now() - interval '68 days' where client_id = $1`;

const SECRET = `
  update app_secret k set created_at = a.created_at from app a
  where a.id = k.app_id and a.client_id = $1 and k.id = (select id from app_secret where app_id = a.id order by id limit 1)`;

/** Adds deliveries of two weeks to the webhook endpoint of an app, one for each of its sample installs in this time. */
export async function writeSampleDeliveries(dataDir: string, clientId: string): Promise<void> {
  await withDatabase(dataDir, async (client) => {
    await client.query(ENDPOINT, [clientId]);
    await client.query(ENDPOINT_SECRET);
    await client.query(DELIVERIES, [clientId]);
    await client.query(CHANGES, [clientId]);
    await client.query(ATTEMPTS);
  });
}

const ENDPOINT = `
  update webhook_endpoint w set created_at = now() - interval '26 days', event_types = '{}', description = 'Production'
  from app a where a.id = w.app_id and a.client_id = $1`;

const ENDPOINT_SECRET = `
  update webhook_secret s set created_at = w.created_at from webhook_endpoint w where w.id = s.endpoint_id and s.created_at > w.created_at`;

/** The second newest event was answered with an error first. */
const DELIVERIES = `
  insert into webhook_delivery (id, endpoint_id, event_id, type, at, client_id, merchant_id, installation_id, order_key, payload, state, position,
    attempts, queued_at, completed_at, last_result, last_status, last_duration_ms, created_at, expires_at)
  select uuidv7(e.at - clock_timestamp()), w.id, x.id, x.type, x.at, x.client_id, x.merchant_id, x.installation_id, x.installation_id::text,
    ${payloadOf("x")},
    'SUCCEEDED', 1, case e.place when 2 then 2 else 1 end, e.at, e.at + interval '2 seconds', 'OK', 200, 60 + (hashtext(i.id::text) & 127),
    e.at, now() + interval '30 days'
  from app a join webhook_endpoint w on w.app_id = a.id cross join lateral (
    select id, type, at, row_number() over (order by at desc) as place, row_number() over (partition by id order by at) as sequence from (
      select id, 'installation.created' as type, connected_at as at from installation where app_id = a.id and connected_at > now() - interval '25 days'
      union all select id, 'installation.uninstalled', ended_at from installation where app_id = a.id and ended_at is not null) x) e
  join installation i on i.id = e.id
  cross join lateral (
    select uuidv7(e.at - clock_timestamp()) as id, e.type, e.at, a.client_id, i.merchant_id, i.id as installation_id, e.sequence,
      1 as installation_version, i.granted_scopes as scopes, null::uuid as disabled_endpoint_id, null::uuid as expiring_secret_id) x
  where a.client_id = $1`;

/** The installations change their scopes now and then. On one day, the server was not reachable for longer than three days of retries. */
const CHANGES = `
  insert into webhook_delivery (id, endpoint_id, event_id, type, at, client_id, merchant_id, installation_id, order_key, payload, state, position,
    attempts, queued_at, completed_at, last_result, last_status, last_duration_ms, created_at, expires_at)
  select uuidv7(x.at - clock_timestamp()), w.id, x.id, x.type, x.at, x.client_id, x.merchant_id, x.installation_id, x.installation_id::text,
    ${payloadOf("x")},
    case when e.failed then 'FAILED' else 'SUCCEEDED' end, 1, case when e.failed then 14 else 1 end, x.at, x.at + interval '2 seconds',
    case when e.failed then 'TIMEOUT' else 'OK' end, case when not e.failed then 200 end, case when e.failed then 15000 else 60 + (e.dice & 127) end,
    x.at, now() + interval '30 days'
  from app a join webhook_endpoint w on w.app_id = a.id join installation i on i.app_id = a.id
  cross join lateral (
    select day, hashtext(i.id::text || day) as dice, day = 9 and hashtext(i.id::text) & 3 > 1 as failed from generate_series(1, 24) day) e
  cross join lateral (
    select now() - interval '1 day' * e.day - interval '1 minute' * (e.dice & 511) as at, 'installation.scopes_changed' as type) t
  cross join lateral (
    select uuidv7(t.at - clock_timestamp()) as id, t.type, t.at, a.client_id, i.merchant_id, i.id as installation_id, e.day as sequence,
      1 as installation_version, i.granted_scopes as scopes, null::uuid as disabled_endpoint_id, null::uuid as expiring_secret_id) x
  where a.client_id = $1 and (e.failed or e.dice & 7 < 3)`;

const ATTEMPTS = `
  insert into webhook_attempt (id, delivery_id, at, duration_ms, url, result, status, response_body, expires_at)
  select uuidv7(d.created_at + interval '1 second' * t.n - clock_timestamp()), d.id, d.created_at + interval '1 second' * t.n,
    case when t.n < d.attempts then 412 else d.last_duration_ms end, w.url, case when t.n < d.attempts then 'STATUS' else 'OK' end,
    case when t.n < d.attempts then 503 else 200 end, case when t.n < d.attempts then 'Service Unavailable' else '{"received":true}' end, d.expires_at
  from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id cross join lateral generate_series(1, d.attempts) t (n)
  where d.state = 'SUCCEEDED' and not exists (select from webhook_attempt x where x.delivery_id = d.id)`;
