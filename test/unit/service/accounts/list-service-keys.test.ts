import { expect, test } from "vitest";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { listServiceKeys } from "../../../../src/service/accounts/list-service-keys.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { maker } from "../../../support/world/service-keys.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

test("lists by name in pages; include_ended adds revoked and expired keys", async () => {
  await world.rows("delete from service_key");
  for (const name of ["c", "a", "b"])
    await createServiceKey(world.deps, { name, permissions: ["apps:read"], expiresAt: null }, maker);
  const ended = await createServiceKey(world.deps, { name: "ab", permissions: ["apps:read"], expiresAt: null }, maker);
  await revokeServiceKey(world.deps, { serviceKeyId: ended.serviceKey.id }, maker);
  const read = async (includeEnded: boolean) => {
    const names: string[] = [];
    for (let pageToken = "", pages = 0; pages < 9; pages++) {
      const listed = await listServiceKeys(
        world.deps,
        { namePrefix: "", includeEnded, page: { pageSize: 1, pageToken } },
        operator.call,
      );
      names.push(...listed.items.map(({ name }) => name));
      pageToken = listed.nextPageToken;
      if (pageToken === "") break;
    }
    return names;
  };
  expect(await read(false)).toEqual(["a", "b", "c"]);
  expect(await read(true)).toEqual(["a", "ab", "b", "c"]);
});

test("filters by name prefix, ignoring case and diacritics", async () => {
  const made = async (name: string) =>
    (await createServiceKey(world.deps, { name, permissions: ["audit:read"], expiresAt: null }, platform)).serviceKey;
  const platform = byKey("keys:write", "audit:read");
  const [one, other] = [await made("Zebra gateway"), await made("zebra api")];
  const page = { pageSize: 0, pageToken: "" };
  const { items } = await listServiceKeys(world.deps, { namePrefix: "ZÉBRA", includeEnded: false, page }, platform);
  expect(items.map(({ name }) => name)).toEqual([other.name, one.name]);
});

test("finds any part of a name, and then ignores the prefix", async () => {
  const platform = byKey("keys:write", "audit:read");
  for (const name of ["Night Stöck", "stocks", "Orders"])
    await createServiceKey(world.deps, { name, permissions: ["audit:read"], expiresAt: null }, platform);
  const page = { pageSize: 0, pageToken: "" };
  const request = { namePrefix: "STOCK", search: "STOCK", includeEnded: false, page };
  const { items } = await listServiceKeys(world.deps, request, platform);
  expect(items.map(({ name }) => name)).toEqual(["Night Stöck", "stocks"]);
});
