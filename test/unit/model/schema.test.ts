import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../../src/model/entities.ts";
import { createOrm } from "../../../src/store/connection/orm.ts";
import { LONG_TIMEOUT_POOL } from "../../support/long-timeouts.ts";
import { useTestDatabase } from "../../support/world/fixtures.ts";

const TOKEN_TABLES = ["authorization_code", "refresh_token", "access_token"];

describe("the schema", () => {
  const database = useTestDatabase();

  it("of the migrations equals that of the entities", async () => {
    const orm = await createOrm({ url: database.url, ...LONG_TIMEOUT_POOL });
    try {
      expect(await orm.schema.getUpdateSchemaSQL()).toBe("");
    } finally {
      await orm.close();
    }
  });

  it("has exactly the tables of the entities", async () => {
    const { rows } = await database.sql.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname <> 'schema_migration'`,
    );
    const tables = ENTITIES.map((entity) => entity.meta.tableName).sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(tables);
  });

  it.each(TOKEN_TABLES)(
    "keeps %s ready to be partitioned by id: no other unique key, no reference in or out",
    async (table) => {
      const { rows } = await database.sql.query(
        `select contype::text as type, pg_get_constraintdef(oid) as definition from pg_constraint
       where (conrelid = $1::regclass or confrelid = $1::regclass) and contype in ('p', 'u', 'f', 'x')`,
        [table],
      );
      expect(rows).toEqual([{ type: "p", definition: "PRIMARY KEY (id)" }]);
      const unique = await database.sql.query(
        "select count(*)::int as n from pg_index where indrelid = $1::regclass and indisunique",
        [table],
      );
      expect(unique.rows[0].n).toBe(1);
    },
  );

  it("can be partitioned", async () => {
    for (const table of TOKEN_TABLES) {
      await database.sql.query(`create table ${table}_by_id (like ${table} including all) partition by range (id)`);
    }
  });

  it("has no column for a secret, a token or a password in plain text", async () => {
    const { rows } = await database.sql.query(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and column_name ~ '(secret|token|password|key)$'`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual([
      "failure_window.key",
      "job.key",
      "passkey.public_key",
      "webhook_delivery.order_key",
    ]);
  });

  it("keeps suspending parties and state consistent", async () => {
    const account = await database.sql.query("insert into account (name) values ('A') returning id");
    const app = await database.sql.query(
      `insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
       values ('app_x', $1, true, 'X', '{}', '[]', '{}') returning id`,
      [account.rows[0].id],
    );
    await database.sql.query("insert into merchant (id, name) values ('m', 'M')");
    const insert = (state: string, suspendedBy: string) =>
      database.sql.query(
        "insert into installation (app_id, merchant_id, state, suspended_by) values ($1, 'm', $2, $3)",
        [app.rows[0].id, state, suspendedBy],
      );
    await expect(insert("ACTIVE", "{APP}")).rejects.toThrow("installation_suspended_is_held");
    await expect(insert("SUSPENDED", "{}")).rejects.toThrow("installation_suspended_is_held");
    await expect(insert("SUSPENDED", "{NOBODY}")).rejects.toThrow("installation_suspended_by_sides");
    await insert("UNINSTALLED", "{OPERATOR}");
  });

  it("allows no scope that the app does not request", async () => {
    await expect(database.sql.query("update app set registered_scopes = '{orders.read}'")).rejects.toThrow(
      "app_registered_scopes_asked_for",
    );
  });
});
