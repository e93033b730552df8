import { expect, test } from "vitest";
import { resumeMerchant } from "../../../../src/service/accounts/resume-merchant.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { addAccount, addMerchant, merchantEvents } from "../../../support/world/accounts.ts";
import { byKey, platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const owner = perTest(() => addAccount(world));

const reason = { reasonCode: "abuse", reasonText: null };

test("requires an operator or accounts:write, and appends one feed and one audit event", async () => {
  const { merchantId } = await addMerchant(world, owner);
  await suspendMerchant(world.deps, { merchantId, ...reason }, platform);
  for (const call of [owner.call, byKey("accounts:read")]) {
    const resumed = resumeMerchant(world.deps, { merchantId }, call);
    await expect(resumed).rejects.toMatchObject({ kind: "permission_denied" });
  }
  for (const _time of [1, 2]) {
    const resumed = await resumeMerchant(world.deps, { merchantId }, platform);
    expect(resumed).toMatchObject({ state: "ACTIVE", reasonCode: null });
  }
  expect(await merchantEvents(world, merchantId)).toEqual([
    { kind: "SUSPENDED", marked: false },
    { kind: "RESUMED", marked: false },
  ]);
  const audit = await world.rows("select action from audit_event where merchant_id = $1 order by id", [merchantId]);
  expect(audit).toEqual([{ action: "merchant.create" }, { action: "merchant.suspend" }, { action: "merchant.resume" }]);
});
