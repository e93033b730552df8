import { randomBytes } from "node:crypto";
import type pg from "pg";
import { createSessionToken } from "../../../../src/credential/secret.ts";

/** The row counts of the database. */
export interface Amounts {
  apps: number;
  installations: number;
  auditEvents: number;
}

/** The ids and tokens that the visits use. */
export interface Filled {
  /** Session tokens by role. */
  sessions: Record<Person, string>;
  accounts: Record<Person, string>;
  /** The app that most merchants have, of the developer with the most apps; its redirect URI leads nowhere. */
  popularApp: string;
  /** The webhook endpoint of the popular app, and one of its deliveries. */
  endpoint: string;
  delivery: string;
  redirectUri: string;
  submittedApp: string;
  /** The merchant with the most apps, of `owner`. */
  busyMerchant: string;
  /** The installation of the popular app on the busy merchant. */
  installation: string;
}

export type Person = "operator" | "developer" | "owner";

export const POPULAR_APP = "app_0000000000000000000001";
const REDIRECT_URI = "https://app.example/callback";
const SCOPES = ["orders:read", "orders:write", "products:read", "customers:read"];
/** The number of apps on each merchant except the busy one. */
const APPS_PER_MERCHANT = 20;
const APPS_OF_BUSY_MERCHANT = 500;
const APPS_PER_DEVELOPER = 20;

/** Fills an empty database with set-based statements and reports the progress. */
export async function fill(client: pg.Client, amounts: Amounts, logProgress: (text: string) => void): Promise<void> {
  await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off");
  const merchants = Math.ceil(amounts.installations / APPS_PER_MERCHANT);
  const developers = Math.ceil(amounts.apps / APPS_PER_DEVELOPER);
  for (const { what, run } of [
    { what: "accounts", run: () => fillAccounts(client, developers, merchants) },
    { what: "apps", run: () => fillApps(client, amounts.apps, developers) },
    { what: "merchants", run: () => fillMerchants(client, merchants) },
    { what: "invitations", run: () => fillInvitations(client, merchants) },
    { what: "installations", run: () => fillInstallations(client, amounts, merchants) },
    { what: "audit events", run: () => fillAudit(client, amounts.auditEvents, logProgress) },
  ]) {
    const began = performance.now();
    await run();
    logProgress(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await client.query(`
    insert into app_installation_count
    select a.id, (select count(*) from installation i where i.app_id = a.id and i.state in ('ACTIVE', 'SUSPENDED') and a.state <> 'ARCHIVED')
    from app a
    on conflict (app_id) do update set installations = excluded.installations`);
  await client.query("vacuum analyze");
}

async function fillAccounts(client: pg.Client, developers: number, merchants: number): Promise<void> {
  await client.query(`
    insert into account (email, name, operator) values ('operator@bench.example', 'Olga Operator', true);
    insert into account (email, name, developer)
    select 'developer-' || n || '@bench.example', 'Developer ' || n, true from generate_series(1, ${developers}) n;
    insert into account (email, name)
    select 'owner-' || n || '@bench.example', 'Owner ' || n from generate_series(1, ${merchants}) n;`);
}

/** One app in a hundred belongs to the first developer. States are distributed as on a platform that has run for some time. */
async function fillApps(client: pg.Client, apps: number, developers: number): Promise<void> {
  const restore = await dropIndexes(client, "app");
  const scopes = JSON.stringify(
    SCOPES.map((name, n) => ({ name, reason: "So that it can do its work.", optional: n > 1 })),
  );
  await client.query(`
    insert into scope (name, title, description)
    select name, 'May use ' || name, 'What this means in a sentence.' from unnest(array['${SCOPES.join("','")}']) name;
    create table bench_app as select n, 'app_' || lpad(n::text, 22, '0') as client_id, uuidv7((n - ${apps}) * interval '1 minute') as id,
      case when n % 100 = 1 then 1 else 1 + n % ${developers} end as developer,
      case when n = 1 then 'APPROVED' when n % 100 < 5 then 'DRAFT' when n % 100 < 8 then 'SUBMITTED' when n % 100 < 10 then 'IN_REVIEW'
        when n % 100 < 12 then 'CHANGES_REQUESTED' when n % 100 < 13 then 'REJECTED' when n % 100 < 14 then 'SUSPENDED'
        when n % 100 < 15 then 'ARCHIVED' else 'APPROVED' end as state
    from generate_series(1, ${apps}) n;
    insert into app (id, client_id, developer_id, state, confidential, name, purpose, redirect_uris, scopes, registered_scopes, launch_url,
      website, support_contact, submitted_at, approved_at, archived_at, updated_at)
    select b.id, b.client_id, a.id, b.state, true, 'App ' || md5(n::text), 'Does number ' || n || ' for its merchants.', '{${REDIRECT_URI}}',
      '${scopes}', case when b.state in ('APPROVED', 'SUSPENDED') then array['${SCOPES.join("','")}'] else '{}' end,
      'https://app.example/launch', 'https://app.example', 'help@app.example',
      case when b.state <> 'DRAFT' then clock_timestamp() - interval '90 days' end,
      case when b.state in ('APPROVED', 'SUSPENDED') then clock_timestamp() - interval '80 days' end,
      case when b.state = 'ARCHIVED' then clock_timestamp() end, clock_timestamp() - (n % 50000) * interval '1 minute'
    from bench_app b join account a on a.email = 'developer-' || b.developer || '@bench.example';
    insert into app_revision (app_id, number, state, name, purpose, redirect_uris, scopes, updated_at)
    select a.id, 2, 'SUBMITTED', a.name, a.purpose, a.redirect_uris, a.scopes, a.updated_at from app a join bench_app b on b.id = a.id
    where b.state = 'APPROVED' and n % 50 = 20;
    insert into app_secret (app_id, digest, hint) select id, decode(md5(n::text) || md5(n::text || 'x'), 'hex'), 'abcd' from bench_app;
    update app_secret set retires_at = clock_timestamp() + (random() * 40 - 10) * interval '1 day' where random() < 0.003;
    insert into platform_count (unit, start, measure, count)
    select u, date_trunc(u, clock_timestamp(), 'UTC') - h * ('1 ' || u)::interval, m, 1 + (h * 7919) % 1000
    from unnest(array['hour', 'day']) u, generate_series(0, 62 * 24) h, unnest(array['installs', 'uninstalls', 'reuses', 'exchanges', 'refreshes', 'refresh_failures',
      'errors.CLIENT', 'errors.GRANT', 'errors.REQUEST', 'errors.RATE_LIMIT', 'errors.SERVICE_KEY', 'errors.UNAVAILABLE', 'errors.INTERNAL']) m;
    insert into app_history (app_id, revision, action, from_state, to_state, at)
    select id, 1, action, from_state, to_state, clock_timestamp() - interval '90 days' from bench_app,
      (values ('submit', 'DRAFT', 'SUBMITTED'), ('start_review', 'SUBMITTED', 'IN_REVIEW'), ('approve', 'IN_REVIEW', 'APPROVED')) s (action, from_state, to_state)
    where state in ('APPROVED', 'SUSPENDED');`);
  await restore();
}

/** Each merchant has one account as its owner. The first merchant also has members, and its owner owns further merchants. */
async function fillMerchants(client: pg.Client, merchants: number): Promise<void> {
  await client.query(`
    insert into merchant (id, name) select 'shop-' || n, 'Shop ' || md5(n::text) from generate_series(1, ${merchants}) n;
    insert into membership (account_id, merchant_id, role)
    select a.id, 'shop-' || n, 'OWNER' from generate_series(1, ${merchants}) n join account a on a.email = 'owner-' || n || '@bench.example';
    insert into membership (account_id, merchant_id, role)
    select a.id, 'shop-' || n, 'OWNER' from generate_series(2, least(30, ${merchants})) n, account a where a.email = 'owner-1@bench.example';
    insert into membership (account_id, merchant_id, role)
    select a.id, 'shop-1', 'MEMBER' from generate_series(2, least(50, ${merchants})) n join account a on a.email = 'owner-' || n || '@bench.example';`);
}

/** Two invitations to each merchant, one of them accepted. */
async function fillInvitations(client: pg.Client, merchants: number): Promise<void> {
  await client.query(`
    insert into invitation (digest, email, merchant_id, role, invited_by_id, expires_at, accepted_at)
    select sha256(n::text::bytea), 'guest-' || n || '@bench.example', 'shop-' || 1 + n / 2, 'MEMBER', a.id,
      clock_timestamp() + interval '7 days', case when n % 2 = 0 then clock_timestamp() end
    from generate_series(0, ${2 * merchants - 1}) n join account a on a.email = 'owner-' || 1 + n / 2 || '@bench.example'`);
}

/** Installs the popular app on every merchant, and the others evenly. The factors give each merchant different apps. */
async function fillInstallations(
  client: pg.Client,
  { apps, installations }: Amounts,
  merchants: number,
): Promise<void> {
  const restore = await dropIndexes(client, "installation");
  await client.query(`
    create table bench_pair as
    select m, 1::bigint as app from generate_series(1, ${merchants}) m
    union all
    select m, 2 + (m * 7919 + i * 104729::bigint) % (${apps} - 1) from generate_series(1, ${merchants}) m, generate_series(1, ${APPS_PER_MERCHANT - 1}) i
    union
    select 1, 2 + n from generate_series(1, least(${APPS_OF_BUSY_MERCHANT}, ${apps} - 2)) n;
    insert into installation (app_id, merchant_id, version, state, granted_scopes, connected_by_id, connected_at, last_used_at, changed_at, ended_at)
    select b.id, 'shop-' || m, 1, case when (m + app) % 10 = 0 then 'UNINSTALLED' else 'ACTIVE' end, array['orders:read', 'products:read'], a.id,
      clock_timestamp() - (m % 10000) * interval '1 hour', clock_timestamp() - (m % 100) * interval '1 minute',
      clock_timestamp() - ((m * 31 + app) % 500000) * interval '1 minute', case when (m + app) % 10 = 0 then clock_timestamp() end
    from bench_pair p join bench_app b on b.n = p.app join account a on a.email = 'owner-' || m || '@bench.example'
    order by (m * 7919 + app) % 1000003
    limit ${installations};`);
  await restore();
}

const BATCH = 1_000_000;

/** Most events are sign-ins; half of the others belong to installations. */
async function fillAudit(client: pg.Client, events: number, logProgress: (text: string) => void): Promise<void> {
  const restore = await dropIndexes(client, "audit_event");
  await client.query(`
    create table bench_installation as
    select row_number() over () as n, i.id, i.merchant_id, i.connected_by_id as account_id, a.client_id, a.developer_id
    from installation i join app a on a.id = i.app_id;
    analyze bench_installation;`);
  for (let first = 1; first <= events; first += BATCH) {
    const last = Math.min(events, first + BATCH - 1);
    await client.query(auditBatch(first, last, events));
    if (last < events) logProgress(`  ${last.toLocaleString("en-GB")} audit events`);
  }
  logProgress("  their indexes");
  await restore();
  await client.query("drop table bench_app, bench_pair, bench_installation");
}

/** One event every three seconds up to now. Consecutive events belong to different installations. */
const auditBatch = (first: number, last: number, events: number): string => `
  insert into audit_event (id, at, action, actor_id, actor_client_id, caller_name, client_id, installation_id, merchant_id, account_id, address,
    request_id, detail)
  select uuidv7((g - ${events}) * interval '3 seconds'), clock_timestamp() + (g - ${events}) * interval '3 seconds',
    case kind when 0 then 'token.exchange' when 1 then 'installation.uninstall' when 2 then 'installation.suspend' when 3 then 'install.start'
      when 4 then 'app.submit' else 'session.start' end,
    case when kind = 4 then i.developer_id when kind > 0 then i.account_id end,
    case when kind = 0 then i.client_id end, 'gateway', case when kind < 5 then i.client_id end,
    case when kind < 3 then i.id end, case when kind < 4 then i.merchant_id end, case when kind > 4 then i.account_id end,
    '192.0.2.' || g % 256, 'req-' || g, '{"by": "password"}'
  from (select g, g % 10 as kind, 1 + g * 7919::bigint % (select count(*) from bench_installation) as n from generate_series(${first}, ${last}) g) s
  join bench_installation i on i.n = s.n`;

/** Drops the indexes of a table that belong to no constraint; the returned function creates them again. */
async function dropIndexes(client: pg.Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = $1
     and not exists (select from pg_constraint where conname = indexname)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index "${name}"`);
  return async () => {
    // PostgreSQL defines an index of a partitioned table with ONLY, which would leave the partitions without it.
    for (const { definition } of rows) await client.query(definition.replace(" ON ONLY ", " ON "));
  };
}

/** True if an earlier run has filled the database completely. */
export async function isFilled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select exists (select from audit_event) and to_regclass('bench_app') is null as filled",
  );
  return rows[0].filled;
}

/** The data for the visits, with a session for each role. */
export async function lookAround(client: pg.Client): Promise<Filled> {
  const one = async (text: string): Promise<string> => (await client.query(text)).rows[0].id;
  const accounts = {
    operator: await one("select id from account where email = 'operator@bench.example'"),
    developer: await one(`select developer_id as id from app where client_id = '${POPULAR_APP}'`),
    owner: await one("select id from account where email = 'owner-1@bench.example'"),
  };
  return {
    sessions: {
      operator: await openSession(client, accounts.operator),
      developer: await openSession(client, accounts.developer),
      owner: await openSession(client, accounts.owner),
    },
    accounts,
    popularApp: POPULAR_APP,
    endpoint: await one("select id from webhook_endpoint limit 1"),
    delivery: await one("select id from webhook_delivery limit 1"),
    redirectUri: REDIRECT_URI,
    submittedApp: await one("select client_id as id from app where state = 'SUBMITTED' limit 1"),
    busyMerchant: "shop-1",
    installation: await one(
      `select id from installation where merchant_id = 'shop-1' and app_id = (select id from app where client_id = '${POPULAR_APP}')`,
    ),
  };
}

async function openSession(client: pg.Client, accountId: string): Promise<string> {
  const { token, digest } = createSessionToken(randomBytes);
  const insert = `insert into session (account_id, digest, expires_at) values ($1, $2, clock_timestamp() + interval '7 days')`;
  await client.query(insert, [accountId, digest]);
  return token;
}
