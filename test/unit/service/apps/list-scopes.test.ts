import { beforeAll, expect, test } from "vitest";
import { listScopes } from "../../../../src/service/apps/list-scopes.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import type { ScopeValues } from "../../../../src/store/apps/scopes.ts";
import { addCatalogue, scopeNamed } from "../../../support/world/apps.ts";
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
