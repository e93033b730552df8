import { beforeAll, describe, expect, test } from "vitest";
import { APP_SORTS, type AppSearchQuery, searchApps } from "../../../../src/store/apps/app-search.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { insertAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const APPS = 2_500;

/** More apps match than are sorted, so pages read the index of the order. */
beforeAll(async () => {
  const developerId = await insertAccount(world);
  await world.sql.query(
    `insert into app (client_id, developer_id, state, confidential, name, redirect_uris, scopes, registered_scopes, updated_at)
     select 'app_' || n, $1, case when n % 25 = 0 then 'SUBMITTED' else 'APPROVED' end, true,
       case when n % 2 = 0 then 'Even ' else 'Ödd ' end || md5(n::text) || ' store', '{}', '[]', '{}', now() - (n % 97) * interval '1 minute'
     from generate_series(1, ${APPS}) n`,
    [developerId],
  );
  await world.sql.query(
    "insert into app_installation_count select id, length(name) % 3 + (id::text < '8')::int from app",
  );
});

const ORDER = {
  NAME: 'fold_name(name) collate "C"',
  CREATED: "id",
  UPDATED: "updated_at",
  INSTALLATIONS: "(select installations from app_installation_count where app_id = id)",
};

async function everyId(request: Omit<AppSearchQuery, "limit" | "after">): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string[] | null = null, end = false; !end; ) {
    const page = await withConnection(world.pools.ordinary, (query) =>
      searchApps(query, { ...request, limit: 200, after }),
    );
    ids.push(...page.shown.map(({ id }) => id));
    end = page.next === null;
    after = page.next && [page.next.key, page.next.id];
  }
  return ids;
}

describe("a search with more matches than are sorted", () => {
  test.each(APP_SORTS.flatMap((sort) => [false, true].map((descending) => ({ sort, descending }))))(
    "returns each match once, by $sort, descending: $descending",
    async ({ sort, descending }) => {
      const direction = descending ? "desc" : "asc";
      const expected = await world.rows(
        `select id from app where name like '% store' order by ${ORDER[sort]} ${direction}, id ${direction}`,
      );
      const ids = await everyId({ state: null, developerId: null, search: "STORE", sort, descending });
      expect(ids).toEqual(expected.map(({ id }) => id));
      expect(ids).toHaveLength(APPS);
    },
  );

  test("sorts the matches of a selective filter beside it", async () => {
    const expected = await world.rows(
      `select id from app where state = 'SUBMITTED' and name like 'Ödd%' order by fold_name(name) collate "C", id`,
    );
    const request = { developerId: null, sort: "NAME", descending: false } as const;
    const ids = await everyId({ ...request, state: "SUBMITTED", search: "odd " });
    expect(ids).toEqual(expected.map(({ id }) => id));
    expect(ids).toHaveLength(50);
  });
});
