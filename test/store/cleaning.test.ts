import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cleanExternalSignIns } from "../../src/store/external-sign-ins.ts";
import { cleanFailures } from "../../src/store/failure-windows.ts";
import { cleanInteractions } from "../../src/store/interactions.ts";
import type { Query } from "../../src/store/query.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";

let database: TestDatabase;
let client: pg.Client;
const query: Query = async ({ name, text }, values) => (await client.query({ name, text, values: [...values] })).rows;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("set plan_cache_mode = force_generic_plan");
  await client.query("insert into account (name) values ('Ada')");
  await client.query(`insert into app (client_id, developer_id, confidential, name, redirect_uris, scopes, registered_scopes)
    select 'app_x', id, true, 'X', '{}', '[]', '{}' from account`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const AT = "clock_timestamp() + $2::int * interval '1 day'";
it.each([
  {
    table: "failure_window",
    clean: cleanFailures,
    insert: `insert into failure_window select n::text, 'epoch', $2, ${AT} from generate_series(1, $1::int) n`,
  },
  {
    table: "external_sign_in",
    clean: cleanExternalSignIns,
    insert: `insert into external_sign_in (browser_digest, next, expires_at)
      select sha256(uuidv7()::text::bytea), '/', ${AT} from generate_series(1, $1::int) n`,
  },
  {
    table: "interaction",
    clean: cleanInteractions,
    insert: `insert into interaction (app_id, request, expires_at) select id, '{}', ${AT} from app, generate_series(1, $1::int) n`,
  },
])(
  "of $table a batch takes what is over and no more than it is told, by a plan that was made when there was one row",
  async ({ table, clean, insert }) => {
    await client.query(insert, [1, 1]);
    await client.query(`analyze ${table}`);
    expect(await clean(query, 10)).toBe(0);
    await client.query(`delete from ${table}`);
    await client.query(insert, [25, -1]);
    const taken: number[] = [];
    while (taken.at(-1) !== 0) taken.push(await clean(query, 10));
    expect(taken).toEqual([10, 10, 5, 0]);
  },
);
