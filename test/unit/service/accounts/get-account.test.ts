import { expect, test } from "vitest";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

test("an account finds only itself: by id, by e-mail and without either", async () => {
  const { accountId, email, call } = await addAccount(world);
  for (const name of [
    { accountId, email: null },
    { accountId: null, email },
    { accountId: null, email: null },
  ]) {
    expect((await getAccount(world.deps, name, call)).account.id).toBe(accountId);
  }
  for (const name of [
    { accountId: operator.accountId, email: null },
    { accountId: null, email: operator.email },
    { accountId: null, email: "nobody@example.com" },
    { accountId: "00000000-0000-7000-8000-000000000000", email: null },
    { accountId: "x", email: null },
  ]) {
    await expect(getAccount(world.deps, name, call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OTHER_ACCOUNT",
    });
  }
});

test("an operator and accounts:read find every account; an unknown one is NOT_FOUND", async () => {
  const { accountId } = await addAccount(world);
  await addMerchant(world, { accountId }, "read-by-operator");
  for (const call of [operator.call, byKey("accounts:read")]) {
    const found = await getAccount(world.deps, { accountId, email: null }, call);
    expect(found.memberships).toMatchObject([{ merchantId: "read-by-operator", role: "OWNER" }]);
    for (const name of [
      { accountId: "x", email: null },
      { accountId: null, email: "nobody@example.com" },
    ]) {
      await expect(getAccount(world.deps, name, call)).rejects.toMatchObject({ kind: "not_found" });
    }
  }
  await expect(getAccount(world.deps, { accountId, email: null }, byKey("accounts:write"))).rejects.toMatchObject({
    kind: "permission_denied",
  });
});

test("returns the start of the newest session only on request", async () => {
  const { accountId } = await addAccount(world);
  const newest = async (withLastSignIn: boolean) => {
    const request = { accountId, email: null, withLastSignIn };
    return (await getAccount(world.deps, request, operator.call)).lastSignedInAt;
  };
  const [row] = await world.rows(
    "select (extract(epoch from max(created_at)) * 1000000)::bigint::text as at from session where account_id = $1",
    [accountId],
  );
  expect(await newest(false)).toBeNull();
  expect(String(await newest(true))).toBe(row!.at);
});
