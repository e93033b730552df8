import { expect, test, vi } from "vitest";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createKey, findKey, maker } from "../../../support/world/service-keys.ts";

const note = vi.fn();

const world = useWorld({ lastUse: { note } });

test("notes the use together with the last one", async () => {
  const { serviceKey, secret } = await createKey(world, ["apps:read"]);
  note.mockClear();
  await findKey(world, secret);
  expect(note.mock.calls).toEqual([
    ["service_key", serviceKey.id, expect.objectContaining({ lastUsedAt: null, now: expect.any(Number) })],
  ]);
});

test("O6 finds a key while the management pool is exhausted", async () => {
  const { serviceKey, secret } = await createKey(world, ["apps:read"]);
  const management = { ...world.management, read: () => Promise.reject(new Error("no connection is free")) };
  const deps = { ...world.deps, management };
  const parsed = world.deps.format.parse(secret, "sk");
  if (parsed.kind !== "token") throw new Error("no key");
  expect(await findServiceKey(deps, parsed)).toMatchObject({ keyId: serviceKey.id });
});

test("I1 another secret or id is invalid", async () => {
  const [one, two] = [await createKey(world, ["apps:read"]), await createKey(world, ["apps:read"])];
  const { format } = world.deps;
  const [first, second] = [one, two].map(({ secret }) => format.parse(secret, "sk"));
  if (first?.kind !== "token" || second?.kind !== "token") throw new Error("no keys");
  expect(await findServiceKey(world.deps, { ...first, secret: second.secret })).toBeNull();
  expect(await findServiceKey(world.deps, { ...first, id: "00000000-0000-7000-8000-000000000000" })).toBeNull();
});

test("I1 an expired key is invalid, by the database's clock", async () => {
  const { serviceKey, secret } = await createKey(world, ["apps:read"], maker, Date.now() * 1000 + 3600e6);
  expect(await findKey(world, secret)).not.toBeNull();
  await world.rows("update service_key set expires_at = clock_timestamp() where id = $1", [serviceKey.id]);
  expect(await findKey(world, secret)).toBeNull();
  await expect(createKey(world, ["apps:read"], maker, Date.now() * 1000 - 3600e6)).rejects.toMatchObject({
    violations: [{ field: "expires_at" }],
  });
});

test("I1 ignores a permission that this version does not know", async () => {
  const { serviceKey, secret } = await createKey(world, ["apps:read"]);
  await world.rows("update service_key set permissions = '{apps:read,everything}' where id = $1", [serviceKey.id]);
  expect((await findKey(world, secret))!.permissions).toEqual(new Set(["apps:read"]));
});
