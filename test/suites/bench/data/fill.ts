import type pg from "pg";
import { backdatePartitions } from "../../../support/partitions.ts";
import { digestOf, tokenOf } from "./tokens.ts";

/** The accounts, app and keys of the database. */
export interface Platform {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Keys with `tokens:introspect` and with `tokens:forward`. */
  serviceKey: string;
}

const CLIENT_ID = "app_benchbenchbenchbench00";
const REDIRECT_URI = "https://app.example/callback";
const SCOPES = "array['orders:read', 'products:read']";
const MERCHANTS = 1_000;
const BATCH = 250_000;

/** One approved app on a thousand merchants. */
export async function fillPlatform(client: pg.Client): Promise<Platform> {
  const { rows } = await client.query<{ secret: string; key: string }>(`
    with people as (
      insert into account (email, name, developer) values ('developer@bench.example', 'Dev', true), ('owner@bench.example', 'Owner', false)
      returning id, developer
    ), scopes as (
      insert into scope (name, title) select name, name from unnest(${SCOPES}) name
    ), app as (
      insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes, approved_at)
      select '${CLIENT_ID}', id, 'APPROVED', true, 'Bench', '{${REDIRECT_URI}}',
        jsonb_build_array(jsonb_build_object('name', 'orders:read', 'reason', 'r', 'optional', false),
          jsonb_build_object('name', 'products:read', 'reason', 'r', 'optional', false)), ${SCOPES}, clock_timestamp()
      from people where developer returning id
    ), secret as (
      insert into app_secret (id, app_id, digest, hint) select s, id, ${digestOf("s")}, 'abcd' from app, uuidv7() s returning id
    ), merchants as (
      insert into merchant (id, name) select 'shop-' || n, 'Shop ' || n from generate_series(1, ${MERCHANTS}) n returning id
    ), memberships as (
      insert into membership (account_id, merchant_id, role) select p.id, m.id, 'OWNER' from people p, merchants m where not p.developer
    ), installations as (
      insert into installation (app_id, merchant_id, version, state, granted_scopes, connected_by_id, connected_at)
      select app.id, m.id, 1, 'ACTIVE', ${SCOPES}, p.id, clock_timestamp() from app, merchants m, people p where not p.developer
    ), key as (
      insert into service_key (id, digest, hint, name, permissions)
      select k, ${digestOf("k")}, 'abcd', 'bench', array['tokens:introspect', 'tokens:forward'] from uuidv7() k returning id
    )
    select secret.id as secret, key.id as key from secret, key`);
  await client.query(`
    create table bench_installation as
      select row_number() over (order by id) as n, id, app_id, merchant_id, connected_by_id as account_id from installation;
    alter table bench_installation add primary key (n)`);
  const { secret, key } = rows[0]!;
  const clientSecret = tokenOf("cs", secret);
  return { clientId: CLIENT_ID, clientSecret, redirectUri: REDIRECT_URI, serviceKey: tokenOf("sk", key) };
}

/**
 * Writes families, each with a live refresh token and a live access token. With `weeks`, their ids are spread over the past weeks, the
 * oldest first.
 */
export async function fillFamilies(
  client: pg.Client,
  { count, weeks = 0, logProgress }: { count: number; weeks?: number; logProgress: (text: string) => void },
): Promise<void> {
  if (weeks > 0) await backdatePartitions(client, weeks);
  for (let done = 0; done < count; done += BATCH) {
    const shift = `floor((${done} + g - 1) * ${weeks} / ${count}::float8 - ${weeks}) * interval '7 days'`;
    await client.query(insertFamilies(Math.min(BATCH, count - done), weeks > 0 ? shift : "interval '0'"));
    if (done > 0) logProgress(`  ${(done * 2).toLocaleString("en-GB")} tokens`);
  }
  await client.query("vacuum analyze");
}

const insertFamilies = (count: number, shift = "interval '0'"): string => `
  with n as materialized (
    select uuidv7() as family_id, uuidv7(${shift}) as refresh_id, uuidv7(${shift}) as access_id, i.*
    from generate_series(1, ${count}) g join bench_installation i on i.n = 1 + g % ${MERCHANTS}
  ), f as (
    insert into token_family (id, app_id, merchant_id, installation_id, account_id, scopes, authorized_at, current_id, expires_at)
    select family_id, app_id, merchant_id, id, account_id, ${SCOPES}, clock_timestamp(), refresh_id, clock_timestamp() + interval '90 days' from n
  ), r as (
    insert into refresh_token (id, family_id, digest, issued_at, expires_at)
    select refresh_id, family_id, ${digestOf("refresh_id")}, clock_timestamp(), clock_timestamp() + interval '90 days' from n
  )
  insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
  select access_id, family_id, ${digestOf("access_id")}, ${SCOPES}, clock_timestamp(), clock_timestamp() + interval '7 days' from n`;

export interface Family {
  familyId: string;
  refreshId: string;
  accessId: string;
}

/** Families whose tokens have not been used. */
export async function freshFamilies(pool: pg.Pool, count: number): Promise<Family[]> {
  const { rows } = await pool.query<{ id: string; family_id: string }>(
    `${insertFamilies(count)} returning id, family_id`,
  );
  const ids = rows.map((row) => row.family_id);
  const { rows: families } = await pool.query<{ id: string; current_id: string }>(
    "select id, current_id from token_family where id = any($1)",
    [ids],
  );
  const current = new Map(families.map((family) => [family.id, family.current_id]));
  return rows.map((row) => ({ familyId: row.family_id, accessId: row.id, refreshId: current.get(row.family_id)! }));
}

/**
 * Random families of the whole table, which the page cache is unlikely to hold. Excludes families that the service created, because their
 * secrets are unknown.
 */
export async function sampleFamilies(pool: pg.Pool, count: number): Promise<Family[]> {
  const { rows: sized } = await pool.query<{ n: number }>(
    "select reltuples::int as n from pg_class where relname = 'access_token'",
  );
  const percent = Math.min(100, (count * 130) / Math.max(1, sized[0]!.n) + 0.01);
  const sample = await sampleOf(pool, count, percent);
  // The sample is too small if the service created most rows, or if the statistics of the table are old.
  const families = sample.length < count && percent < 100 ? await sampleOf(pool, count, 100) : sample;
  if (families.length === 0) throw new Error("no tokens are left that nobody has used");
  return families;
}

async function sampleOf(pool: pg.Pool, count: number, percent: number): Promise<Family[]> {
  const { rows } = await pool.query<Family>(`
    select f.id as "familyId", f.current_id as "refreshId", a.id as "accessId"
    from (select id, family_id, digest from access_token tablesample bernoulli (${percent})) a join token_family f on f.id = a.family_id
    join refresh_token r on r.id = f.current_id
    where f.generation = 1 and a.digest = ${digestOf("a.id")} and r.digest = ${digestOf("r.id")} order by md5(a.id::text) limit ${count}`);
  return rows;
}

/** Inserts unused codes, each of a different merchant, and returns their ids. */
export async function freshCodes(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    insert into authorization_code (id, digest, app_id, merchant_id, account_id, installation_id, redirect_uri, scopes, replaces_grant, issued_at,
      expires_at)
    select c.id, ${digestOf("c.id")}, i.app_id, i.merchant_id, i.account_id, i.id, '${REDIRECT_URI}', ${SCOPES}, false, clock_timestamp(),
      clock_timestamp() + interval '1 day'
    from (select g, uuidv7() as id from generate_series(1, ${count}) g) c join bench_installation i on i.n = 1 + g % ${MERCHANTS}
    returning id`);
  return rows.map(({ id }) => id);
}
