import { expect, test } from "vitest";
import { getAccountClosure } from "../../../../src/service/accounts/get-account-closure.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

const FREE = { lastOwnerOf: [], apps: 0, lastOperator: false, external: false };

test("names the shops of the last owner; closed shops, test shops and shops with another owner do not count", async () => {
  const [owner, other] = [await addAccount(world), await addAccount(world)];
  const { call } = owner;
  expect(await getAccountClosure(world.deps, call)).toEqual(FREE);
  const [alone, shared, closed] = [
    await addMerchant(world, owner),
    await addMerchant(world, owner),
    await addMerchant(world, owner),
  ];
  const request = { merchantId: shared.merchantId, accountId: other.accountId, role: "OWNER" } as const;
  await upsertMembership(world.deps, request, call);
  await world.rows("update merchant set state = 'CLOSED' where id = $1", [closed.merchantId]);
  expect(await getAccountClosure(world.deps, call)).toEqual({ ...FREE, lastOwnerOf: [alone] });
  await world.rows("update merchant set test = true, developer_id = $2 where id = $1", [
    alone.merchantId,
    other.accountId,
  ]);
  expect(await getAccountClosure(world.deps, call)).toEqual(FREE);
});

test("an account without a password, or on a platform without passwords, is closed by the external login", async () => {
  const { accountId, call } = await addAccount(world);
  expect((await getAccountClosure({ ...world.deps, allowPasswords: false }, call)).external).toBe(true);
  await world.rows("update account set password_hash = null where id = $1", [accountId]);
  expect((await getAccountClosure(world.deps, call)).external).toBe(true);
});

test("only the last active operator is one", async () => {
  await world.rows("update account set operator = false");
  const [one, two] = [await addAccount(world, { operator: true }), await addAccount(world, { operator: true })];
  expect((await getAccountClosure(world.deps, one.call)).lastOperator).toBe(false);
  await world.rows("update account set state = 'SUSPENDED' where id = $1", [two.accountId]);
  expect((await getAccountClosure(world.deps, one.call)).lastOperator).toBe(true);
});

test("needs a session", () => expect(getAccountClosure(world.deps, page)).rejects.toMatchObject({ reason: "SESSION" }));
