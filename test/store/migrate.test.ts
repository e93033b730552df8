import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { migrate, pendingMigrations } from "../../src/store/migrate.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";

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

  it("are all pending on an empty database, and asking changes nothing", async () => {
    expect(await pendingMigrations(url)).toEqual(names);
    expect(await pendingMigrations(url)).toEqual(names);
  });

  it("run once, however many start at the same time", async () => {
    const runs = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(runs.flat()).toEqual(names);
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await migrate(url)).toEqual([]);
  });

  it("go on, and the process too, where the server drops the connection that keeps others away", async () => {
    await migrate(url);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table schema_migration");
    const migrating = migrate(url);
    const waiting = "select count(*)::int as n from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
    await expect.poll(async () => (await admin.query(waiting, [name])).rows[0].n).toBe(1);
    const { rowCount } = await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'latchkey migrate' and state = 'idle'`,
      [name],
    );
    expect(rowCount).toBe(1);
    await holder.query("commit");
    await holder.end();
    expect(await migrating).toEqual([]);
  });
});
