import { expect, test, vi } from "vitest";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { listServiceKeys } from "../../../../src/service/accounts/list-service-keys.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import type { Permission } from "../../../../src/service/call.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { byKey, page } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

const note = vi.fn();

const world = useWorld({ lastUse: { note } });
const operator = perFile(() => addAccount(world, { operator: true }));

const maker = byKey("keys:write", "apps:read", "tokens:introspect", "tokens:forward");

const create = (permissions: string[], call = maker, expiresAt: number | null = null) =>
  createServiceKey(world.deps, { name: "service", permissions, expiresAt }, call);

async function find(secret: string) {
  const parsed = world.deps.format.parse(secret, "sk");
  return parsed.kind === "token" ? findServiceKey(world.deps, parsed) : null;
}

test("returns the key once, stores its digest and last four characters, and has its permissions", async () => {
  const { serviceKey, secret } = await create(["tokens:introspect", "apps:read", "apps:read"]);
  expect(secret).toMatch(/^lk_sk_[0-9A-Za-z]{71}$/);
  expect(serviceKey).toMatchObject({
    name: "service",
    permissions: ["tokens:introspect", "apps:read"],
    hint: secret.slice(-4),
    lastUsedAt: null,
  });
  expect(await find(secret)).toEqual({
    kind: "key",
    keyId: serviceKey.id,
    name: "service",
    permissions: new Set(["tokens:introspect", "apps:read"]),
    createdBy: null,
  });
  const [row] = await world.rows<{ text: string }>("select k::text as text from service_key k where id = $1", [
    serviceKey.id,
  ]);
  expect(row!.text).not.toContain(secret.slice(28, -6));
});

test("a key cannot grant a permission that it lacks", async () => {
  await expect(create(["apps:read", "apps:write"])).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "PERMISSIONS",
  });
  await expect(create(["web:act"])).rejects.toMatchObject({ kind: "permission_denied", reason: "PERMISSIONS" });
  await create(["keys:write"]);
});

test("a key stores the account that created it, and so do the keys that it creates", async () => {
  const first = await find((await create(["keys:write", "apps:review"], operator.call)).secret);
  expect(first).toMatchObject({ createdBy: operator.accountId });
  const second = await create(["apps:review"], { ...maker, caller: first! });
  expect(await find(second.secret)).toMatchObject({ createdBy: operator.accountId });
  const names = await world.rows("select creator_name from service_key where id = $1", [second.serviceKey.id]);
  expect(names).toEqual([{ creator_name: "service" }]);
});

test("an operator can grant every permission, web:act included", async () => {
  const permissions: Permission[] = ["tokens:revoke", "audit:read", "keys:write"];
  expect((await create(permissions, operator.call)).serviceKey.permissions).toEqual([
    "tokens:revoke",
    "keys:write",
    "audit:read",
  ]);
  expect((await create(["web:act", "tokens:forward"], operator.call)).serviceKey.permissions).toEqual([
    "tokens:forward",
    "web:act",
  ]);
});

test("besides web:act only tokens:forward is allowed", async () => {
  for (const call of [operator.call, byKey("keys:write", "web:act", "apps:read")]) {
    await expect(create(["web:act", "apps:read"], call)).rejects.toMatchObject({
      kind: "invalid_argument",
      violations: [{ field: "permissions" }],
    });
  }
});

test("other callers cannot create, list, find or revoke keys", async () => {
  const { serviceKey } = await create(["apps:read"]);
  const developer = await addAccount(world, { developer: true });
  for (const call of [developer.call, page, byKey("accounts:write")]) {
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    await expect(create(["apps:read"], call)).rejects.toMatchObject(refused);
    await expect(
      listServiceKeys(world.deps, { namePrefix: "", includeEnded: false, page: { pageSize: 0, pageToken: "" } }, call),
    ).rejects.toMatchObject(refused);
    await expect(revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, call)).rejects.toMatchObject(refused);
  }
});

test.each([[[]], [["everything"]], [["apps:read", ""]]])("rejects the permissions %j", async (permissions) => {
  await expect(create(permissions, operator.call)).rejects.toMatchObject({
    kind: "invalid_argument",
    violations: [{ field: "permissions" }],
  });
});
