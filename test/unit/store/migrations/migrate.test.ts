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
});
