import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "../../../../src/store/migrations/migrate.ts";
import { createTestDatabase } from "../../../support/database.ts";

const APPS: [name: string, state: string, granted: string[]][] = [
  ["approved", "APPROVED", ["taxes"]],
  ["draft", "DRAFT", []],
  ["neither", "SUSPENDED", []],
];

test("apps that were approved without a restricted scope before refusals were recorded count as refused it", async () => {
  const database = await createTestDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query("alter table app drop column restricted_scopes_refused");
  await sql.query("delete from schema_migration where name = '0450-refused-scopes'");
  await sql.query(`insert into scope (name, title, sensitivity)
    values ('orders', '', 'NORMAL'), ('payouts', '', 'RESTRICTED'), ('taxes', '', 'RESTRICTED')`);
  await sql.query("insert into account (name, developer) values ('Dev', true)");
  const asked = JSON.stringify(["orders", "taxes", "payouts"].map((name) => ({ name, reason: "", required: true })));
  const insert = `insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes,
      restricted_scopes_granted)
    select $1, id, $2, true, 'App', '{}', $3, '{orders}', $4 from account`;
  for (const [name, state, granted] of APPS) await sql.query(insert, [name, state, asked, granted]);
  expect(await migrate(database.url)).toEqual(["0450-refused-scopes"]);
  const { rows } = await sql.query(
    "select client_id, restricted_scopes_refused as refused from app order by client_id",
  );
  expect(rows).toEqual([
    { client_id: "approved", refused: ["payouts"] },
    { client_id: "draft", refused: [] },
    { client_id: "neither", refused: ["payouts", "taxes"] },
  ]);
  await sql.end();
  await database.drop();
});
