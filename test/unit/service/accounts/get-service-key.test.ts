import { expect, test } from "vitest";
import { getServiceKey } from "../../../../src/service/accounts/get-service-key.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { byKey } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { createKey, maker } from "../../../support/world/service-keys.ts";

const world = useWorld();

test("finds a key by id, also after it ended, for operators and keys with keys:write", async () => {
  const { id: serviceKeyId } = (await createKey(world, ["apps:read"])).serviceKey;
  await revokeServiceKey(world.deps, { serviceKeyId }, maker);
  expect((await getServiceKey(world.deps, { serviceKeyId }, maker)).revokedAt).not.toBeNull();
  await expect(getServiceKey(world.deps, { serviceKeyId }, byKey("audit:read"))).rejects.toMatchObject({
    reason: "OPERATOR_ONLY",
  });
});

test.each(["x", "00000000-0000-7000-8000-000000000000"])("an unknown id is NOT_FOUND: %s", async (serviceKeyId) => {
  const unknown = { kind: "not_found", reason: "SERVICE_KEY_NOT_FOUND" };
  for (const call of [getServiceKey, revokeServiceKey])
    await expect(call(world.deps, { serviceKeyId }, maker)).rejects.toMatchObject(unknown);
});
