import pg from "pg";
import pino from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addRetentionMetrics } from "../../../../src/observe/retention-metrics.ts";
import type { PeriodicJob } from "../../../../src/service/periodic-job.ts";
import { startRetentionCleanup } from "../../../../src/service/retention/cleanup.ts";
import { keepOf, TABLES } from "../../../../src/service/retention/tables.ts";
import { EXPIRY_TABLES, removeByExpiry, removeExpired } from "../../../../src/store/retention/by-expiry.ts";
import { addCatalogue } from "../../../support/world/apps.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let client: pg.Client;
let sweep: PeriodicJob;
let accountId: string;
let appId: string;
beforeAll(async () => {
  world = await createWorld();
  await addCatalogue(world);
  client = new pg.Client({ connectionString: world.url });
  await client.connect();
  // The interval is longer than the test.
  const { management } = world;
  const metrics = addRetentionMetrics(new Registry(), TABLES, []);
  const keep = keepOf({ refreshRetryWindow: 0, refreshRetryWindowPublic: 0, auditRetention: 86_400 });
  sweep = startRetentionCleanup(
    { management, log: pino({ level: "silent" }), metrics, keep },
    { everyMs: 3_600_000, restMs: 0 },
  );
  const one = async (text: string) => (await client.query(text)).rows[0].id;
  accountId = await one("insert into account (name) values ('Ada') returning id");
  appId =
    await one(`insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes)
    select 'app_kept', id, 'APPROVED', true, 'App', '{}', '[]', '{}' from account limit 1 returning id`);
});
afterAll(async () => {
  await sweep.stop();
  await client.end();
  await world.close();
});
beforeEach(() => client.query(`truncate ${EXPIRY_TABLES.join(", ")}`));

/** Inserts rows of each kind that expired this long ago; negative: that will expire. */
async function end(ago: string, count = 1): Promise<void> {
  const at = `clock_timestamp() - interval '${ago}'`;
  const rows = `generate_series(1, ${count})`;
  const digest = "sha256(uuidv7()::text::bytea)";
  await client.query(
    `insert into session (account_id, digest, expires_at) select '${accountId}', ${digest}, ${at} from ${rows}`,
  );
  await client.query(
    `insert into install_token (digest, app_id, account_id, expires_at) select ${digest}, '${appId}', '${accountId}', ${at} from ${rows}`,
  );
  await client.query(
    `insert into invitation (digest, email, expires_at) select ${digest}, 'a@example.com', ${at} from ${rows}`,
  );
  await client.query(`insert into failure_window select uuidv7()::text, clock_timestamp(), 1, ${at} from ${rows}`);
  await client.query(`insert into external_sign_in (browser_digest, expires_at) select ${digest}, ${at} from ${rows}`);
  await client.query(`insert into used_challenge (digest, expires_at) select ${digest}, ${at} from ${rows}`);
  await client.query(
    `insert into pending_sign_in (digest, password_digest, account_id, expires_at) select ${digest}, ${digest}, '${accountId}', ${at} from ${rows}`,
  );
  await client.query(
    `insert into interaction (app_id, request, expires_at) select '${appId}', '{}', ${at} from ${rows}`,
  );
  await client.query(
    `insert into account_link (digest, account_id, purpose, email, mailed, expires_at)
     select ${digest}, '${accountId}', 'verify_email', 'a@example.com', true, ${at} from ${rows}`,
  );
  await client.query(
    `insert into job (kind, payload, state, expires_at) select 'mail', '{}', 'FAILED', ${at} from ${rows}`,
  );
  await client.query(
    `insert into webhook_delivery (endpoint_id, event_id, type, at, order_key, payload, state, position, expires_at)
    select uuidv7(), uuidv7(), 'app.approved', now(), '', '{}', 'SUCCEEDED', n, ${at} from ${rows} n`,
  );
  await client.query(
    `insert into webhook_attempt (delivery_id, at, duration_ms, url, result, expires_at) select uuidv7(), now(), 1, '', 'OK', ${at} from ${rows}`,
  );
}

async function left(): Promise<Record<string, number>> {
  const counts = EXPIRY_TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
  return (await client.query(`select ${counts}`)).rows[0];
}

describe("S3 retention", () => {
  test("removes rows that expired long ago, in batches, and no others", async () => {
    await end("91 days", 1201);
    await end("2 days", 3);
    await end("1 minute", 5);
    await end("-1 hour", 7);
    await sweep.run();
    const short = {
      failure_window: 7,
      external_sign_in: 7,
      pending_sign_in: 7,
      used_challenge: 7,
      interaction: 12,
      job: 7,
      webhook_delivery: 7,
      webhook_attempt: 7,
    };
    expect(await left()).toEqual({ session: 12, install_token: 12, account_link: 12, invitation: 15, ...short });
  });

  test("keeps rows referenced by an interaction until it is removed", async () => {
    await end("2 days");
    await client.query("delete from interaction");
    await client.query(`insert into interaction (app_id, request, session_id, install_token_id, expires_at)
      select '${appId}', '{}', (select id from session), (select id from install_token), clock_timestamp()`);
    await sweep.run();
    expect(await left()).toMatchObject({ session: 1, install_token: 1 });
    await client.query("delete from interaction");
    await sweep.run();
    expect(await left()).toMatchObject({ session: 0, install_token: 0 });
  });

  test("skips locked rows", async () => {
    await end("91 days", 3);
    const holder = new pg.Client({ connectionString: world.url });
    await holder.connect();
    try {
      await holder.query("begin");
      for (const table of EXPIRY_TABLES) await holder.query(`select 1 from ${table} limit 1 for update`);
      await sweep.run();
      expect(Object.values(await left())).toEqual(EXPIRY_TABLES.map(() => 1));
    } finally {
      await holder.end();
    }
    await sweep.run();
    expect(Object.values(await left())).toEqual(EXPIRY_TABLES.map(() => 0));
  });

  test("removes each row once with two concurrent batches", async () => {
    await end("91 days", 900);
    const remove = () => world.management.transactional(({ query }) => removeByExpiry(query, "session", 500));
    const [one, other] = await Promise.all([remove(), remove()]);
    expect(one.removed + other.removed + (await left()).session!).toBe(900);
  });

  test.each(EXPIRY_TABLES.map((kept) => ({ kept })))(
    "finds old rows of $kept by index, and reads none that stand",
    async ({ kept }) => {
      await end("-1 day", 3000);
      await client.query(`analyze ${EXPIRY_TABLES.join(", ")}`);
      const { rows } = await client.query(`explain (analyze, format json) ${removeExpired(kept).text}`, [500]);
      const plan = JSON.stringify(rows[0]["QUERY PLAN"]);
      expect(plan).toContain(`"Index Name":"${kept}_expires_at"`);
      expect(plan).toMatch(/"Index Cond":"\(expires_at <= /);
    },
  );

  test("finds the references to sessions and install tokens by index", async () => {
    const { rows } = await client.query("select indexname from pg_indexes where tablename = 'interaction'");
    const names = rows.map(({ indexname }) => indexname);
    expect(names).toEqual(expect.arrayContaining(["interaction_session", "interaction_install_token"]));
  });
});
