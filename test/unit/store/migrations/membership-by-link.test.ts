import pg from "pg";
import { expect, test } from "vitest";
import { migrate } from "../../../../src/store/migrations/migrate.ts";
import { createTestDatabase } from "../../../support/database.ts";

test("marks memberships that were accepted by a link, also if the invitation has been removed", async () => {
  const database = await createTestDatabase();
  const sql = new pg.Client({ connectionString: database.url });
  await sql.connect();
  await sql.query("alter table membership drop column by_link");
  await sql.query("delete from schema_migration where name = '0530-membership-by-link'");
  await sql.query("insert into account (name) values ('Ada')");
  await sql.query("insert into merchant (id, name) values ('given', ''), ('invited', ''), ('removed', '')");
  await sql.query(
    "insert into membership (account_id, merchant_id, role) select a.id, m.id, 'MEMBER' from account a, merchant m",
  );
  await sql.query(`insert into invitation (digest, email, merchant_id, role, expires_at, accepted_at, accepted_by_id)
    select sha256('1'), 'ada@example.com', 'invited', 'MEMBER', clock_timestamp(), clock_timestamp(), id from account`);
  await sql.query(`insert into audit_event (action, caller_name, request_id, account_id, merchant_id)
    select a.action, 'gateway', 'test', id, a.merchant_id
    from account, (values ('invitation.accept', 'removed'), ('membership.upsert', 'given')) a(action, merchant_id)`);
  expect(await migrate(database.url)).toEqual(["0530-membership-by-link"]);
  const { rows } = await sql.query("select merchant_id from membership where by_link order by 1");
  expect(rows.map((row) => row.merchant_id)).toEqual(["invited", "removed"]);
  await sql.end();
  await database.drop();
});
