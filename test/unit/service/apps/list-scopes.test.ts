import { beforeAll, expect, test } from "vitest";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { countScopeApps, listScopes } from "../../../../src/service/apps/list-scopes.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import type { ScopeValues } from "../../../../src/store/apps/scopes.ts";
import { developerCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createDraft, scopeNamed } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
beforeAll(() => addCatalogue(world));

const put = (changes: Partial<ScopeValues>, call = keyCall()) =>
  upsertScope(world.deps, { ...scopeNamed("stock.read"), ...changes }, call);

test("lists scopes by name, retired ones on request", async () => {
  await put({ name: "a.first" });
  await put({ name: "z.last", retired: true });
  expect((await listScopes(world.deps, { includeRetired: false }, keyCall())).map(({ name }) => name)).not.toContain(
    "z.last",
  );
  const all = (await listScopes(world.deps, { includeRetired: true }, keyCall())).map(({ name }) => name);
  expect(all).toEqual([...all].sort());
  expect(all).toContain("z.last");
});

test("counts and lists the apps that may request a scope, without archived ones", async () => {
  const developer = await developerCall(world);
  const scopes = [{ name: "counted.read", reason: "", required: true }];
  await put({ name: "counted.read" });
  await put({ name: "unused.read" });
  for (const name of ["Counted one", "Counted two", "Counted gone"])
    await createDraft(world, developer, { name, scopes });
  await world.rows("update app set state = 'ARCHIVED' where name = 'Counted gone'");
  const listed = [{ name: "counted.read" }, { name: "unused.read" }];
  expect(await countScopeApps(world.deps, listed, keyCall())).toEqual([
    { scope: "counted.read", apps: 2 },
    { scope: "unused.read", apps: 0 },
  ]);
  expect(await countScopeApps(world.deps, listed, developer)).toEqual([]);
  expect(await world.deps.scopes.countApps(["counted.read"], 1)).toEqual([{ scope: "counted.read", apps: 1 }]);
  const filter = { state: null, developerAccountId: null, namePrefix: null, page: { pageSize: 0, pageToken: "" } };
  const namesWith = async (scope: string) =>
    (await listApps(world.deps, { ...filter, scope }, keyCall())).items.map(({ app }) => app.name);
  expect(await namesWith("counted.read")).toEqual(["Counted one", "Counted two"]);
  expect(await namesWith("unused.read")).toEqual([]);
  expect(await namesWith("\0")).toEqual([]);
});
