import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { LockWait } from "../../../src/store/migrations/apply.ts";
import { toMigration } from "../../../src/store/migrations/list.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { databaseUrl } from "../../support/template.ts";
import { credentialsOf, exchangeBody, type Platform, post, startPlatform } from "../conformance/platform.ts";
import { introspecter, type Load, startLoad } from "../rolling/load.ts";

const READER_MS = 8_000;
const CLIENTS = 8;
/** A faster load takes all processors, and finds no more. */
const PAUSE_MS = 100;

let platform: Platform;
beforeAll(async () => {
  // Shorter than the reading transaction: with a longer timeout, requests could wait for it unnoticed.
  platform = await startPlatform("all", { DATABASE_TIMEOUT: "4" });
});
afterAll(() => platform?.stop());

/** Changes of the tables that every token request uses. */
const MIGRATIONS = ["access_token", "refresh_token", "token_family"].map((table) =>
  toMigration(`9000-${table}`, `alter table "${table}" add column "added" text null;`),
);

async function insist(path: string, body: Record<string, string>): Promise<Record<string, string>> {
  const answer = await post(platform, path, body);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

async function startLoads(): Promise<Load[]> {
  const credentials = credentialsOf(platform.app);
  const refreshing = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      let tokens = await insist("/oauth/token", exchangeBody(platform.app, await platform.issue(platform.app)));
      return async () => {
        const body = { grant_type: "refresh_token", refresh_token: tokens.refresh_token!, ...credentials };
        tokens = await insist("/oauth/token", body);
      };
    }),
  );
  const { access_token } = await insist("/oauth/token", exchangeBody(platform.app, await platform.issue(platform.app)));
  const { core } = platform.service;
  const introspecting = Array.from({ length: CLIENTS }, () => introspecter(core, access_token!));
  return [startLoad("refresh", refreshing, PAUSE_MS), startLoad("introspect", introspecting, PAUSE_MS)];
}

test("a migration of tables that a transaction reads for 8 s fails no request, and completes", async () => {
  const loads = await startLoads();
  const { rows } = await platform.service.query("select current_database() as name");
  const url = databaseUrl(inject("databaseUrl"), rows[0].name);
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query("begin; select count(*) from access_token, refresh_token, token_family");
  const waits: LockWait[] = [];
  const migrating = migrate(url, { migrations: MIGRATIONS, onWait: (wait) => void waits.push(wait) });
  await sleep(READER_MS);
  await reader.query("commit");
  await reader.end();
  expect(await migrating).toEqual(MIGRATIONS.map(({ name }) => name));
  await Promise.all(loads.map((load) => load.stop()));
  expect(loads.flatMap(({ tally }) => tally.failures)).toEqual([]);
  for (const { tally } of loads) expect(tally.answered).toBeGreaterThan(100);
  expect(waits.length).toBeGreaterThan(0);
});
