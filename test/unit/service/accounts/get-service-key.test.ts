import { expect, test } from "vitest";
import { revokeServiceKey } from "../../../../src/service/accounts/revoke-service-key.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { maker } from "../../../support/world/service-keys.ts";

const world = useWorld();

test("an unknown id is NOT_FOUND", async () => {
  for (const id of ["x", "00000000-0000-7000-8000-000000000000"]) {
    await expect(revokeServiceKey(world.deps, { serviceKeyId: id }, maker)).rejects.toMatchObject({
      kind: "not_found",
      reason: "SERVICE_KEY_NOT_FOUND",
    });
  }
});
