import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { MIGRATIONS } from "../../../../src/store/migrations/list.ts";
import { migrate, pendingMigrations } from "../../../../src/store/migrations/migrate.ts";

describe("migrations", () => {
  const name = `test_migrate_${randomBytes(4).toString("hex")}`;
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: `/${name}` }).href;
  const names = MIGRATIONS.map((migration) => migration.name);
  let admin: pg.Client;
  beforeAll(async () => {
    admin = new pg.Client({ connectionString: inject("databaseUrl") });
    await admin.connect();
    await admin.query(`create database ${name}`);
  });
  afterAll(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });

  it("are all pending on an empty database, which pendingMigrations does not change", async () => {
    expect(await pendingMigrations(url)).toEqual(names);
    expect(await pendingMigrations(url)).toEqual(names);
  });

  it("run once when started concurrently", async () => {
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(runs.flat()).toEqual(names);
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  it("0440 verifies only the e-mails that the platform entered or invited", async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(BEFORE_0440);
    // Runs the migration again on accounts of an earlier version.
    await client.query("alter table account drop column email_verified_at");
    await client.query("delete from schema_migration where name = '0440-verified-email'");
    expect(await migrate(url)).toEqual(["0440-verified-email"]);
    const { rows } = await client.query("select name from account where email_verified_at is not null order by name");
    expect(rows.map((row) => row.name)).toEqual(["invited by an operator", "made by the platform", "operator"]);
    await client.end();
  });
});

const BEFORE_0440 = `
  insert into account (id, name, email, operator) values
    ('00000000-0000-0000-0000-000000000001', 'operator', 'op@x.example', true),
    ('00000000-0000-0000-0000-000000000002', 'made by the platform', 'made@x.example', false),
    ('00000000-0000-0000-0000-000000000003', 'signed up', 'up@x.example', false),
    ('00000000-0000-0000-0000-000000000004', 'invited by an operator', 'invited@x.example', false),
    ('00000000-0000-0000-0000-000000000005', 'invited by an owner', 'owned@x.example', false),
    ('00000000-0000-0000-0000-000000000006', 'without an address', null, false);
  insert into audit_event (action, account_id, caller_name, request_id, detail) values
    ('account.create', '00000000-0000-0000-0000-000000000002', 'k', 'r', '{}'),
    ('account.create', '00000000-0000-0000-0000-000000000006', 'k', 'r', '{}'),
    ('account.sign_up', '00000000-0000-0000-0000-000000000003', 'k', 'r', '{}');
  insert into invitation (digest, email, invited_by_id, accepted_by_id, accepted_at, expires_at) values
    ('\\x01', 'invited@x.example', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000004', now(), now()),
    ('\\x02', 'owned@x.example', '00000000-0000-0000-0000-000000000003', '00000000-0000-0000-0000-000000000005', now(), now());`;
