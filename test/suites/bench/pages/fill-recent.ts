import type pg from "pg";
import pino from "pino";
import { startNameSkeletons } from "../../../../src/service/apps/name-skeletons-job.ts";
import { NAMED_TABLES } from "../../../../src/store/apps/name-skeletons.ts";
import type { ManagementTransaction } from "../../../../src/store/connection/management.ts";
import { POPULAR_APP } from "./fill.ts";

/** The row counts of the developer, account and endpoint with the most rows. */
const MEMBERS = 200;
const TEST_MERCHANTS = 10;
const SESSIONS = 20;
const DELIVERIES = 100_000;

/**
 * Adds the missing rows that pages of teams, security, statistics and webhooks show: for the first developer, the owner of the first
 * merchant, and the popular app.
 */
export async function fillRecent(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select exists (select from webhook_endpoint) as filled");
  if (rows[0].filled) return;
  await client.query(`
    insert into team_member (account_id, team_id, role)
    select o.id, d.id, 'MEMBER' from generate_series(1, ${MEMBERS}) n join account o on o.email = 'owner-' || n || '@bench.example',
      account d where d.email = 'developer-1@bench.example';
    insert into merchant (id, name, test, developer_id)
    select 'test-' || n, 'Test shop ' || n, true, d.id from generate_series(1, ${TEST_MERCHANTS}) n, account d
    where d.email = 'developer-1@bench.example';
    insert into session (account_id, digest, expires_at)
    select a.id, sha256(('session' || n)::bytea), clock_timestamp() + interval '7 days' from generate_series(1, ${SESSIONS}) n, account a
    where a.email = 'owner-1@bench.example';
    insert into app_day (client_id, day, installs, uninstalls, exchanges, refreshes, refresh_failures)
    select '${POPULAR_APP}', current_date - n, 100 + n % 17, n % 5, 120 + n % 17, 40000 + n * 31 % 900, n % 7 from generate_series(0, 90) n;
    insert into app_day (client_id, day, exchanges, refreshes, refresh_failures)
    select client_id, current_date - n, 3, 400 + n * 31 % 90, case hashtext(client_id || n) & 3 when 0 then hashtext(client_id) & 63 else 0 end
    from app, generate_series(0, 29) n on conflict (client_id, day) do nothing;
    insert into webhook_endpoint (app_id, url, event_types, from_cursor)
    select id, 'https://app.example/hooks', array['installation.created', 'installation.uninstalled'], 0 from app where client_id = '${POPULAR_APP}';
    insert into webhook_lane (endpoint_id) select id from webhook_endpoint;
    insert into webhook_delivery (id, endpoint_id, event_id, type, at, client_id, merchant_id, order_key, payload, state, position, attempts,
      completed_at, last_result, last_status, last_duration_ms, expires_at)
    select uuidv7((n - ${DELIVERIES}) * interval '10 seconds'), e.id, gen_random_uuid(), 'installation.created', clock_timestamp(),
      '${POPULAR_APP}', 'shop-' || n % 50000, 'shop-' || n % 50000, '{}', 'SUCCEEDED', n, 1, clock_timestamp(), 'OK', 200, 12,
      clock_timestamp() + interval '30 days'
    from generate_series(1, ${DELIVERIES}) n, webhook_endpoint e`);
}

/** Stores the missing skeletons of names, as the job of the service does after an upgrade. @returns the number of skeletons */
export async function fillSkeletons(client: pg.Client): Promise<number> {
  const management = {
    transactional: <T>(work: (tx: ManagementTransaction) => Promise<T>) =>
      work({
        query: async ({ text }, values) => (await client.query(text, [...values])).rows,
      } as ManagementTransaction),
  };
  const count = `select ${NAMED_TABLES.map((table) => `(select count(*)::int from ${table} where skeletons_of is distinct from name)`).join(" + ")} as count`;
  const { rows } = await client.query(count);
  const job = startNameSkeletons({ management, log: pino({ level: "silent" }) }, 3_600_000);
  await job.run();
  await job.stop();
  if (rows[0].count > 0) for (const table of NAMED_TABLES) await client.query(`vacuum analyze ${table}`);
  return rows[0].count;
}
