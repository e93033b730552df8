import { expect, test } from "vitest";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { addAccount, addMerchant, merchantEvents } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const owner = perTest(() => addAccount(world));

const reason = { reasonCode: "abuse", reasonText: null };

test("requires an operator or accounts:write before it validates fields, and appends one feed and one audit event", async () => {
  const { merchantId } = await addMerchant(world, owner);
  for (const call of [owner.call, byKey("accounts:read")]) {
    for (const reasonCode of ["abuse", ""]) {
      const request = { merchantId, reasonCode, reasonText: null };
      await expect(suspendMerchant(world.deps, request, call)).rejects.toMatchObject({ kind: "permission_denied" });
    }
  }
  for (const alreadySuspended of [false, true]) {
    const suspended = await suspendMerchant(world.deps, { merchantId, ...reason }, operator.call);
    expect(suspended).toMatchObject({ merchant: { state: "SUSPENDED", reasonCode: "abuse" }, alreadySuspended });
  }
  expect(await merchantEvents(world, merchantId)).toEqual([{ kind: "SUSPENDED", marked: false }]);
  const audit = await world.rows("select action from audit_event where merchant_id = $1 order by id", [merchantId]);
  expect(audit).toEqual([{ action: "merchant.create" }, { action: "merchant.suspend" }]);
});
