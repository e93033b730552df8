import { expect, test } from "vitest";
import { closeAccount } from "../../../../src/service/accounts/close-account.ts";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { addAccount, addMerchant, PASSWORD } from "../../../support/world/accounts.ts";
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

test("names the closed merchants of an account without memberships, newest first, until the account closes", async () => {
  const owner = await addAccount(world, { developer: true });
  const { call, accountId } = owner;
  const [first, second, open] = [
    await addMerchant(world, owner),
    await addMerchant(world, owner),
    await addMerchant(world, owner),
  ];
  const request = { merchantId: null, name: "Test shop", ownerAccountId: null, test: true };
  const tested = await createMerchant(world.deps, request, call);
  for (const { merchantId } of [first, second, { merchantId: tested.id }])
    await closeMerchant(world.deps, { merchantId }, platform);
  const closed = async (read = {}) => (await getSession(world.deps, read, call)).closedMerchants;
  expect(await closed()).toEqual([]);
  await closeMerchant(world.deps, { merchantId: open.merchantId }, platform);
  expect((await closed()).map(({ merchantId }) => merchantId)).toEqual(
    [open, second, first].map((one) => one.merchantId),
  );
  expect((await closed())[0]!.closedAt / 1000).toBeCloseTo(Date.now(), -5);
  expect(await closed({ withoutMemberships: true })).toEqual([]);
  await closeAccount(world.deps, { currentPassword: PASSWORD }, call);
  expect(await world.rows("select 1 from closed_membership where account_id = $1", [accountId])).toEqual([]);
});
