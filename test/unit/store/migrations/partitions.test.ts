import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { useTestSession } from "../../../support/world/fixtures.ts";

const TABLES = ["access_token", "refresh_token", "audit_event"];
const FILES = [
  ...[...TABLES, ...TABLES].map((table) => `0600-bound-${table.replace("_", "-")}`),
  ...TABLES.map((table) => `0601-validate-${table.replace("_", "-")}`),
  ...TABLES.map((table) => `0602-partition-${table.replace("_", "-")}`),
];
const ROWS = 500;
const FIND = { name: "previous", text: "select count(*)::int as n from access_token where id = any($1)" };

const database = useTestSession();
beforeAll(async () => {
  // The tables as they were before.
  for (const table of TABLES) {
    await database.client.query(`create table before (like ${table} including all); drop table ${table}`);
    await database.client.query(
      `alter table before rename to ${table}; alter index before_pkey rename to ${table}_pkey`,
    );
  }
  for (const name of ["action", "client", "installation", "merchant", "account", "actor"]) {
    const { rows } = await database.client.query(
      `select indexname as found from pg_indexes where tablename = 'audit_event' and indexdef like $1`,
      [`%(${name === "action" ? "action" : name === "account" ? "account_id" : `${name}_id`}, id)%`],
    );
    await database.client.query(`alter index "${rows[0].found}" rename to audit_event_${name}`);
  }
  await database.client.query(
    `insert into access_token (id, family_id, digest, scopes, issued_at, expires_at)
     select uuidv7(n * interval '-1 day'), uuidv7(), '', '{a}', clock_timestamp(), clock_timestamp() from generate_series(1, ${ROWS}) n`,
  );
});

describe("the migration of an existing table to partitions", () => {
  test("keeps its rows, reads none under a lock that blocks, and lets earlier statements go on", async () => {
    const ids = (await database.client.query("select id from access_token")).rows.map(({ id }) => id);
    expect((await database.client.query({ ...FIND, values: [ids] })).rows).toEqual([{ n: ROWS }]);
    const notices: string[] = [];
    database.client.on("notice", ({ message }) => void notices.push(message ?? ""));
    for (const file of FILES) {
      const sql = readFileSync(new URL(`../../../../src/store/migrations/${file}.sql`, import.meta.url), "utf8");
      await database.client.query(`begin; set local client_min_messages = debug1; ${sql}; commit`);
    }
    expect((await database.client.query({ ...FIND, values: [ids] })).rows).toEqual([{ n: ROWS }]);
    expect(notices.filter((text) => /implied by existing constraints/.test(text))).toHaveLength(TABLES.length);
    const { rows } = await database.client.query(
      `insert into access_token (family_id, digest, scopes, issued_at, expires_at)
       values (uuidv7(), '', '{a}', clock_timestamp(), clock_timestamp()) returning tableoid::regclass::text as partition`,
    );
    expect(rows).toEqual([{ partition: "access_token_initial" }]);
  });

  test("ends the first partition at least two weeks ahead, at the start of a week", async () => {
    const { rows } = await database.client.query<{ bounds: string }>(
      "select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname in ('access_token_initial', 'audit_event_initial')",
    );
    expect(rows).toHaveLength(2);
    for (const { bounds } of rows) {
      const end = Number.parseInt(/TO \('(\w{8})-(\w{4})/.exec(bounds)!.slice(1).join(""), 16);
      expect(new Date(end).toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(new Date(end).getUTCDay()).toBe(1);
      expect(end - Date.now()).toBeGreaterThan(14 * 86_400_000 - 60_000);
    }
  });
});
