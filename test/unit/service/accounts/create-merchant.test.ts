import { expect, test } from "vitest";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { addAccount, addMerchant, addUnverifiedAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const developer = perFile(() => addAccount(world, { developer: true }));
const owner = perTest(() => addAccount(world));

const fresh = { merchantId: null, name: "Shop", ownerAccountId: null, test: false };

const stranger = perTest(() => addUnverifiedAccount(world));

const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };

test("a key may set id and owner; without an id one is generated", async () => {
  const named = await createMerchant(
    world.deps,
    { ...fresh, merchantId: "Shop.1_x-y", ownerAccountId: owner.accountId },
    platform,
  );
  expect(named).toMatchObject({ id: "Shop.1_x-y", test: false, state: "ACTIVE" });
  const { members } = await getMerchant(world.deps, { merchantId: "Shop.1_x-y" }, platform);
  expect(members).toMatchObject([{ accountId: owner.accountId, role: "OWNER" }]);
  const bare = await createMerchant(world.deps, fresh, platform);
  expect(bare.id).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
});

test.each(["", " ", "a/b", "x".repeat(65), "ü", "a\0"])("rejects the id %j", async (merchantId) => {
  await expect(createMerchant(world.deps, { ...fresh, merchantId }, platform)).rejects.toMatchObject({
    violations: [{ field: "merchant_id" }],
  });
});

test("an id is never reused, not even that of a closed merchant", async () => {
  const { merchantId } = await addMerchant(world, owner);
  const again = () => createMerchant(world.deps, { ...fresh, merchantId }, platform);
  await expect(again()).rejects.toMatchObject({ kind: "already_exists", reason: "MERCHANT_EXISTS" });
  await closeMerchant(world.deps, { merchantId }, platform);
  await expect(again()).rejects.toMatchObject({ kind: "already_exists" });
});

test("a developer creates only own test merchants", async () => {
  const made = await createMerchant(world.deps, { ...fresh, test: false }, developer.call);
  expect(made.test).toBe(true);
  const { members } = await getMerchant(world.deps, { merchantId: made.id }, developer.call);
  expect(members).toMatchObject([{ accountId: developer.accountId, role: "OWNER" }]);
  const forOther = createMerchant(world.deps, { ...fresh, ownerAccountId: owner.accountId }, developer.call);
  await expect(forOther).rejects.toMatchObject({ kind: "permission_denied", reason: "OTHER_ACCOUNT" });
});

test("a team has at most 100 test merchants, also with concurrent creations; closed ones do not count, and the platform may exceed it", async () => {
  const team = await addAccount(world, { developer: true });
  const { accountId } = team;
  const own = () => createMerchant(world.deps, { ...fresh, test: true }, team.call);
  const { id } = await own();
  await world.rows(
    "insert into merchant (id, name, test, developer_id) select 'full-' || n, 'Full', true, $1 from generate_series(1, 97) n",
    [accountId],
  );
  const results = await Promise.allSettled([own(), own(), own(), own()]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  await expect(own()).rejects.toMatchObject({ kind: "resource_exhausted", reason: "TEST_MERCHANT_LIMIT" });
  await createMerchant(world.deps, { ...fresh, test: true, ownerAccountId: accountId }, platform);
  await closeMerchant(world.deps, { merchantId: id }, platform);
  await closeMerchant(world.deps, { merchantId: "full-1" }, platform);
  await own();
});

test("a developer cannot choose the id", async () => {
  const { merchantId: taken } = await addMerchant(world, owner);
  for (const merchantId of ["platform-merchant-500", taken]) {
    const squatted = createMerchant(world.deps, { ...fresh, merchantId, test: true }, developer.call);
    await expect(squatted).rejects.toMatchObject({ kind: "permission_denied", reason: "MERCHANT_ID" });
  }
  const named = { ...fresh, merchantId: "a-test-of-ours", ownerAccountId: developer.accountId, test: true };
  expect(await createMerchant(world.deps, named, operator.call)).toMatchObject({ test: true });
});

test("an account that is neither operator nor developer is rejected", async () => {
  for (const call of [owner.call, page, byKey("accounts:read")]) {
    await expect(createMerchant(world.deps, fresh, call)).rejects.toMatchObject({ kind: "permission_denied" });
  }
  const rejected = createMerchant(world.deps, { ...fresh, ownerAccountId: "x" }, platform);
  await expect(rejected).rejects.toMatchObject({ kind: "not_found", reason: "ACCOUNT_NOT_FOUND" });
  const ownerless = createMerchant(world.deps, { ...fresh, test: true }, platform);
  await expect(ownerless).rejects.toMatchObject({ violations: [{ field: "owner_account_id" }] });
});

test("an account with an unverified e-mail cannot be the owner, except of its own test merchant", async () => {
  await expect(addMerchant(world, stranger)).rejects.toMatchObject(UNVERIFIED);
  const own = { merchantId: null, name: "Test shop", ownerAccountId: null, test: true };
  expect(await createMerchant(world.deps, own, stranger.call)).toMatchObject({ test: true });
});
