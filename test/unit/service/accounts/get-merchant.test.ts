import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { addAccount, addMerchant, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;

let operator: TestAccount;

let developer: TestAccount;

let owner: TestAccount;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
  developer = await addAccount(world, { developer: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await addAccount(world);
});

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
