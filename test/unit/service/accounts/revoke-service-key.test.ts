import { expect, test, vi } from "vitest";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { findServiceKey } from "../../../../src/service/accounts/find-service-key.ts";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
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

test("I1 a revoked key is invalid; revoking again changes nothing", async () => {
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
