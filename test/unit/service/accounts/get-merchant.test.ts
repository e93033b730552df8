import { expect, test } from "vitest";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const developer = perFile(() => addAccount(world, { developer: true }));
const owner = perTest(() => addAccount(world));

test("members and operators find it; for others it is NOT_FOUND", async () => {
  const { merchantId } = await addMerchant(world, owner);
  for (const call of [owner.call, operator.call, byKey("accounts:read")]) {
    expect((await getMerchant(world.deps, { merchantId }, call)).merchant.id).toBe(merchantId);
  }
  for (const call of [developer.call, page, byKey("accounts:write")]) {
    await expect(getMerchant(world.deps, { merchantId }, call)).rejects.toMatchObject({ kind: "not_found" });
  }
  await expect(getMerchant(world.deps, { merchantId: "a\0" }, platform)).rejects.toMatchObject({ kind: "not_found" });
});

test("only operators and service keys get its usage", async () => {
  const { merchantId } = await addMerchant(world, owner);
  const usageFor = async (call: typeof owner.call) =>
    (await getMerchant(world.deps, { merchantId, withUsage: true }, call)).usage;
  for (const call of [operator.call, byKey("accounts:read")])
    expect(await usageFor(call)).toEqual({ merchantId, installations: 0, members: 1, lastUsedAt: null });
  expect(await usageFor(owner.call)).toBeNull();
});
