import { expect, test } from "vitest";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { createKey, findKey, maker } from "../../../support/world/service-keys.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

test("I1 a revoked key is invalid; revoking again changes nothing", async () => {
  const { serviceKey, secret } = await createKey(world, ["apps:read"]);
  const revoked = await revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, maker);
  expect(revoked.revokedAt).not.toBeNull();
  expect(await findKey(world, secret)).toBeNull();
  const again = await revokeServiceKey(world.deps, { serviceKeyId: serviceKey.id }, operator.call);
  expect(again).toMatchObject({ id: revoked.id, revokedAt: revoked.revokedAt });
  const events = await world.rows(
    "select 1 from audit_event where action = 'service_key.revoke' and detail->>'service_key_id' = $1",
    [serviceKey.id],
  );
  expect(events).toHaveLength(1);
});
