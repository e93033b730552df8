import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { getServiceKey } from "../../../../src/service/accounts/get-service-key.ts";
import { listServiceKeys } from "../../../../src/service/accounts/list-service-keys.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import type { Permission } from "../../../../src/service/call.ts";
import { addAccount, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;
const note = vi.fn();

beforeAll(async () => {
  world = await createWorld({ lastUse: { note } });
  operator = await addAccount(world, { operator: true });
});

afterAll(() => world.close());

const maker = byKey("keys:write", "apps:read", "tokens:introspect", "tokens:forward");
const create = (permissions: string[], call = maker, expiresAt: number | null = null) =>
  createServiceKey(world.deps, { name: "service", permissions, expiresAt }, call);

async function find(secret: string) {
  const parsed = world.deps.format.parse(secret, "sk");
  return parsed.kind === "token" ? findServiceKey(world.deps, parsed) : null;
}

test("a key is shown once, kept as a digest with its last four characters, and speaks for its permissions", async () => {
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

test("its use is noted with what is known of the last", async () => {
  const { serviceKey, secret } = await create(["apps:read"]);
  note.mockClear();
  await find(secret);
  expect(note.mock.calls).toEqual([
    ["service_key", serviceKey.id, expect.objectContaining({ lastUsedAt: null, now: expect.any(Number) })],
  ]);
});

test("O6 a key is looked up while the management side has no connection left", async () => {
  const { serviceKey, secret } = await create(["apps:read"]);
  const management = { ...world.management, read: () => Promise.reject(new Error("no connection is free")) };
  const deps = { ...world.deps, management };
  const parsed = world.deps.format.parse(secret, "sk");
  if (parsed.kind !== "token") throw new Error("no key");
  expect(await findServiceKey(deps, parsed)).toMatchObject({ keyId: serviceKey.id });
});

describe("I1 a key does not stand", () => {
  test("with another secret, or of another id", async () => {
    const [one, two] = [await create(["apps:read"]), await create(["apps:read"])];
    const { format } = world.deps;
    const [first, second] = [one, two].map(({ secret }) => format.parse(secret, "sk"));
    if (first?.kind !== "token" || second?.kind !== "token") throw new Error("no keys");
    expect(await findServiceKey(world.deps, { ...first, secret: second.secret })).toBeNull();
    expect(await findServiceKey(world.deps, { ...first, id: "00000000-0000-7000-8000-000000000000" })).toBeNull();
  });

  test("once revoked, for good", async () => {
    const { serviceKey, secret } = await create(["apps:read"]);
    const revoked = await revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, maker);
    expect(revoked.revokedAt).not.toBeNull();
    expect(await find(secret)).toBeNull();
    const again = await revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, operator.call);
    expect(again).toMatchObject({ id: revoked.id, revokedAt: revoked.revokedAt });
    const events = await world.rows(
      "select 1 from audit_event where action = 'service_key.revoke' and detail->>'service_key_id' = $1",
      [serviceKey.id],
    );
    expect(events).toHaveLength(1);
  });

  test("past its end, by the database's clock", async () => {
    const { serviceKey, secret } = await create(["apps:read"], maker, Date.now() * 1000 + 3600e6);
    expect(await find(secret)).not.toBeNull();
    await world.rows("update service_key set expires_at = clock_timestamp() where id = $1", [serviceKey.id]);
    expect(await find(secret)).toBeNull();
    await expect(create(["apps:read"], maker, Date.now() * 1000 - 3600e6)).rejects.toMatchObject({
      violations: [{ field: "expires_at" }],
    });
  });

  test("for a right that this version does not know", async () => {
    const { serviceKey, secret } = await create(["apps:read"]);
    await world.rows("update service_key set permissions = '{apps:read,everything}' where id = $1", [serviceKey.id]);
    expect((await find(secret))!.permissions).toEqual(new Set(["apps:read"]));
  });
});

describe("who makes a key", () => {
  test("a key never gives a right that it lacks", async () => {
    await expect(create(["apps:read", "apps:write"])).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "PERMISSIONS",
    });
    await expect(create(["web:act"])).rejects.toMatchObject({ kind: "permission_denied", reason: "PERMISSIONS" });
    await create(["keys:write"]);
  });

  test("a key keeps the account that created it, and so do the keys that it creates", async () => {
    const first = await find((await create(["keys:write", "apps:review"], operator.call)).secret);
    expect(first).toMatchObject({ createdBy: operator.accountId });
    const second = await create(["apps:review"], { ...maker, caller: first! });
    expect(await find(second.secret)).toMatchObject({ createdBy: operator.accountId });
    const names = await world.rows("select creator_name from service_key where id = $1", [second.serviceKey.id]);
    expect(names).toEqual([{ creator_name: "service" }]);
  });

  test("a signed-in operator gives any, a gateway's too", async () => {
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

  test("beside web:act stands tokens:forward and nothing else, whoever makes it", async () => {
    for (const call of [operator.call, byKey("keys:write", "web:act", "apps:read")]) {
      await expect(create(["web:act", "apps:read"], call)).rejects.toMatchObject({
        kind: "invalid_argument",
        violations: [{ field: "permissions" }],
      });
    }
  });

  test("nobody else does, lists or ends one", async () => {
    const { serviceKey } = await create(["apps:read"]);
    const developer = await addAccount(world, { developer: true });
    for (const call of [developer.call, page, byKey("accounts:write")]) {
      const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
      await expect(create(["apps:read"], call)).rejects.toMatchObject(refused);
      await expect(
        listServiceKeys(
          world.deps,
          { namePrefix: "", includeEnded: false, page: { pageSize: 0, pageToken: "" } },
          call,
        ),
      ).rejects.toMatchObject(refused);
      await expect(revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, call)).rejects.toMatchObject(refused);
    }
  });

  test.each([[[]], [["everything"]], [["apps:read", ""]]])("permissions like %j are none", async (permissions) => {
    await expect(create(permissions, operator.call)).rejects.toMatchObject({
      kind: "invalid_argument",
      violations: [{ field: "permissions" }],
    });
  });

  test("what is no key is NOT_FOUND", async () => {
    for (const id of ["x", "00000000-0000-7000-8000-000000000000"]) {
      await expect(revokeServiceKey(world.deps, { serviceKeyId: id }, maker)).rejects.toMatchObject({
        kind: "not_found",
        reason: "SERVICE_KEY_NOT_FOUND",
      });
    }
  });
});

test("the list goes by name in pages and leaves out what has ended, unless asked", async () => {
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

test("keys are found by the beginning of their name, letter case aside, and one by its id, ended or not", async () => {
  const made = async (name: string) =>
    (await createServiceKey(world.deps, { name, permissions: ["audit:read"], expiresAt: null }, platform)).serviceKey;
  const platform = byKey("keys:write", "audit:read");
  const [one, other] = [await made("Zebra gateway"), await made("zebra api")];
  const page = { pageSize: 0, pageToken: "" };
  const { items } = await listServiceKeys(world.deps, { namePrefix: "ZEBRA", includeEnded: false, page }, platform);
  expect(items.map(({ name }) => name)).toEqual([other.name, one.name]);
  await revokeServiceKey(world.deps, { serviceKeyId: one.id }, platform);
  expect((await getServiceKey(world.deps, { serviceKeyId: one.id }, platform)).revokedAt).not.toBeNull();
  const gone = { reason: "SERVICE_KEY_NOT_FOUND" };
  await expect(getServiceKey(world.deps, { serviceKeyId: "none" }, platform)).rejects.toMatchObject(gone);
  await expect(getServiceKey(world.deps, { serviceKeyId: one.id }, byKey("audit:read"))).rejects.toMatchObject({
    reason: "OPERATOR_ONLY",
  });
});
