import { beforeAll, expect, test } from "vitest";
import { lockOutdatedSkeletons, NAMED_TABLES } from "../../../src/store/apps/name-skeletons.ts";
import { findSimilarNames, listOutdatedNames, listSimilarlyNamed } from "../../../src/store/apps/similar-names.ts";
import type { Query } from "../../../src/store/connection/query.ts";
import { useTestSession } from "../../support/world/fixtures.ts";
import { capture, explain, rowsRead } from "./plans.ts";

const ROWS = 4000;
const NIL = "00000000-0000-0000-0000-000000000000";
const database = useTestSession();

beforeAll(async () => {
  await database.client.query(`
    insert into account (name, developer, name_skeletons, skeletons_of)
    select 'Person ' || n, true, array['person' || n], 'Person ' || n from generate_series(1, ${ROWS}) n;
    insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes, name_skeletons, skeletons_of)
    select 'app_' || row_number() over (), id, 'APPROVED', true, replace(name, 'Person', 'App'), '{}', '[]', '{}',
      array[replace(name_skeletons[1], 'person', 'app')], replace(name, 'Person', 'App')
    from account;
    insert into app_revision (app_id, number, state, name, redirect_uris, scopes, name_skeletons, skeletons_of)
    select id, 2, 'SUBMITTED', name, '{}', '[]', name_skeletons, skeletons_of from app;`);
  for (const table of NAMED_TABLES)
    await database.client.query(`
      update ${table} set skeletons_of = null
      where id in (select id from (select id, row_number() over (order by id) as n from ${table}) t where n % 1000 = 0)`);
  await database.client.query("vacuum analyze");
});

/** The most rows that a node reads, and whether one reads a whole table. */
async function read(work: (query: Query) => Promise<unknown>) {
  const { nodes } = await explain(database.client, await capture(work));
  return { most: Math.max(...nodes.map(rowsRead)), scans: nodes.filter((node) => node["Node Type"] === "Seq Scan") };
}

const except = { appId: NIL, developerId: NIL };

test("similar names are found in the indexes of the skeletons", async () => {
  const search = { ofApp: ["app7"], all: ["app7", "person9"], except, limit: 20 };
  const { most, scans } = await read((query) => findSimilarNames(query, search));
  expect(scans).toEqual([]);
  // The app, its revision and the account of the developer.
  expect(most).toBeLessThanOrEqual(3);
});

test("whether the apps of a page have similar names is found in the same indexes, once for each app", async () => {
  const { rows } = await database.client.query<{ id: string }>("select id from app order by id limit 50");
  const { most, scans } = await read((query) =>
    listSimilarlyNamed(
      query,
      rows.map(({ id }) => id),
    ),
  );
  expect(scans).toEqual([]);
  expect(most).toBeLessThanOrEqual(50);
});

test("names with outdated skeletons are found in the indexes of these", async () => {
  const { most, scans } = await read((query) => listOutdatedNames(query, except));
  expect(scans).toEqual([]);
  expect(most).toBe((NAMED_TABLES.length * ROWS) / 1000);
});

test.each(NAMED_TABLES)("outdated skeletons of %s are found in their index", async (table) => {
  const { most, scans } = await read((query) => lockOutdatedSkeletons(query, table, { afterId: NIL, limit: 100 }));
  expect(scans).toEqual([]);
  expect(most).toBe(ROWS / 1000);
});
