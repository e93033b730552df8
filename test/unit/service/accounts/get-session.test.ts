import { expect, test } from "vitest";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("returns account and memberships; without a session UNAUTHENTICATED with reason SESSION", async () => {
  const { accountId, call } = await addAccount(world);
  await createMerchant(
    world.deps,
    { merchantId: "of-session", name: "Of session", ownerAccountId: accountId, test: false },
    platform,
  );
  const found = await getSession(world.deps, {}, call);
  expect(found.account.id).toBe(accountId);
  expect(found.memberships).toMatchObject([{ merchantId: "of-session", merchantName: "Of session", role: "OWNER" }]);
  expect(found.expiresAt).toBeGreaterThan(Date.now() * 1000);
  await expect(getSession(world.deps, {}, page)).rejects.toMatchObject({ kind: "unauthenticated", reason: "SESSION" });
});

test("without_memberships omits the memberships", async () => {
  const owner = await addAccount(world);
  const { merchantId } = await addMerchant(world, owner);
  const { account } = await getSession(world.deps, { withoutMemberships: true }, owner.call);
  expect(account.id).toBe(owner.accountId);
  expect((await getSession(world.deps, { withoutMemberships: true }, owner.call)).memberships).toEqual([]);
  expect((await getSession(world.deps, {}, owner.call)).memberships).toMatchObject([{ merchantId }]);
});
