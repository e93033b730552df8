import { expect, test } from "vitest";
import { listServiceKeys } from "../../../../src/service/accounts/list-service-keys.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import type { Permission } from "../../../../src/service/call.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";
import { createKey, findKey, maker } from "../../../support/world/service-keys.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

test("returns the key once, stores its digest and last four characters, and has its permissions", async () => {
  const { serviceKey, secret } = await createKey(world, ["tokens:introspect", "apps:read", "apps:read"]);
  expect(secret).toMatch(/^lk_sk_[0-9A-Za-z]{71}$/);
  expect(serviceKey).toMatchObject({
    name: "service",
    permissions: ["tokens:introspect", "apps:read"],
    hint: secret.slice(-4),
    lastUsedAt: null,
  });
  expect(await findKey(world, secret)).toEqual({
    kind: "key",
    keyId: serviceKey.id,
    name: "service",
    permissions: new Set(["tokens:introspect", "apps:read"]),
    createdBy: null,
    creatorTeams: [],
  });
  const [row] = await world.rows<{ text: string }>("select k::text as text from service_key k where id = $1", [
    serviceKey.id,
  ]);
  expect(row!.text).not.toContain(secret.slice(28, -6));
});

test("a key cannot grant a permission that it lacks", async () => {
  await expect(createKey(world, ["apps:read", "apps:write"])).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "PERMISSIONS",
  });
  await expect(createKey(world, ["web:act"])).rejects.toMatchObject({
    kind: "permission_denied",
    reason: "PERMISSIONS",
  });
  await createKey(world, ["keys:write"]);
});

test("a key stores the account that created it, and so do the keys that it creates", async () => {
  const first = await findKey(world, (await createKey(world, ["keys:write", "apps:review"], operator.call)).secret);
  expect(first).toMatchObject({ createdBy: operator.accountId });
  const second = await createKey(world, ["apps:review"], { ...maker, caller: first! });
  expect(await findKey(world, second.secret)).toMatchObject({ createdBy: operator.accountId });
  const names = await world.rows("select creator_name from service_key where id = $1", [second.serviceKey.id]);
  expect(names).toEqual([{ creator_name: "service" }]);
});

test("an operator can grant every permission, web:act included", async () => {
  const permissions: Permission[] = ["tokens:revoke", "audit:read", "keys:write"];
  expect((await createKey(world, permissions, operator.call)).serviceKey.permissions).toEqual([
    "tokens:revoke",
    "keys:write",
    "audit:read",
  ]);
  expect((await createKey(world, ["web:act", "tokens:forward"], operator.call)).serviceKey.permissions).toEqual([
    "tokens:forward",
    "web:act",
  ]);
});

test("an operator creates it only with a recent proof of identity", async () => {
  const { call } = await addAccount(world, { operator: true });
  await expireProof(world, call);
  await expect(createKey(world, ["accounts:write"], call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await createKey(world, ["accounts:write"], call);
});

test("besides web:act only tokens:forward is allowed", async () => {
  for (const call of [operator.call, byKey("keys:write", "web:act", "apps:read")]) {
    await expect(createKey(world, ["web:act", "apps:read"], call)).rejects.toMatchObject({
      kind: "invalid_argument",
      violations: [{ field: "permissions" }],
    });
  }
});

test("other callers cannot create, list, find or revoke keys", async () => {
  const { serviceKey } = await createKey(world, ["apps:read"]);
  const developer = await addAccount(world, { developer: true });
  for (const call of [developer.call, page, byKey("accounts:write")]) {
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    await expect(createKey(world, ["apps:read"], call)).rejects.toMatchObject(refused);
    await expect(
      listServiceKeys(world.deps, { namePrefix: "", includeEnded: false, page: { pageSize: 0, pageToken: "" } }, call),
    ).rejects.toMatchObject(refused);
    await expect(revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, call)).rejects.toMatchObject(refused);
  }
});

test.each([[[]], [["everything"]], [["apps:read", ""]]])("rejects the permissions %j", async (permissions) => {
  await expect(createKey(world, permissions, operator.call)).rejects.toMatchObject({
    kind: "invalid_argument",
    violations: [{ field: "permissions" }],
  });
});
