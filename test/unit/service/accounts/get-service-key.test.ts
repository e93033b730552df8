import { expect, test, vi } from "vitest";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { byKey } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const note = vi.fn();

const world = useWorld({ lastUse: { note } });

const maker = byKey("keys:write", "apps:read", "tokens:introspect", "tokens:forward");

test("an unknown id is NOT_FOUND", async () => {
  for (const id of ["x", "00000000-0000-7000-8000-000000000000"]) {
    await expect(revokeServiceKey(world.deps, { serviceKeyId: id }, maker)).rejects.toMatchObject({
      kind: "not_found",
      reason: "SERVICE_KEY_NOT_FOUND",
    });
  }
});
