import { afterAll, beforeAll, expect, test } from "vitest";
import { listScopes } from "../../../../src/service/apps/list-scopes.ts";
import { upsertScope } from "../../../../src/service/apps/upsert-scope.ts";
import type { ScopeValues } from "../../../../src/store/apps/scopes.ts";
import { createFixture, type Fixture, keyCall, scopeNamed } from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());

const put = (changes: Partial<ScopeValues>, call = keyCall()) =>
  upsertScope(fixture.apps, { ...scopeNamed("stock.read"), ...changes }, call);

test("lists scopes by name, retired ones on request", async () => {
  await put({ name: "a.first" });
  await put({ name: "z.last", retired: true });
  expect((await listScopes(fixture.apps, { includeRetired: false })).map(({ name }) => name)).not.toContain("z.last");
  const all = (await listScopes(fixture.apps, { includeRetired: true })).map(({ name }) => name);
  expect(all).toEqual([...all].sort());
  expect(all).toContain("z.last");
});
