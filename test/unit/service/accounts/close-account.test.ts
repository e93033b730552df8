import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeAccount } from "../../../../src/service/accounts/close-account.ts";
import { getAccountClosure } from "../../../../src/service/accounts/get-account-closure.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { resumeAccount } from "../../../../src/service/accounts/resume-account.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, PASSWORD } from "../../../support/world/accounts.ts";
import { platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, inviteWith, managerOf, offerOf } from "../../../support/world/invitations.ts";
import { addAccountWithTotp } from "../../../support/world/second-factors.ts";
import { join } from "../../../support/world/teams.ts";

const world = useWorld();

const close = (call: Call, currentPassword = PASSWORD) => closeAccount(world.deps, { currentPassword }, call);

const FREE = { lastOwnerOf: [], apps: 0, lastOperator: false, external: false };

/** A shop with two owners. */
async function sharedShop() {
  const [one, two] = [await addAccount(world), await addAccount(world)];
  const { merchantId, name } = await addMerchant(world, one);
  await upsertMembership(world.deps, { merchantId, accountId: two.accountId, role: "OWNER" }, one.call);
  return { one, two, merchantId, name };
}

const ownersOf = (merchantId: string) =>
  world.rows(
    `select s.account_id from membership s join account a on a.id = s.account_id
     where s.merchant_id = $1 and s.role = 'OWNER' and a.state = 'ACTIVE'`,
    [merchantId],
  );

test("deletes sign-in, address, name, roles and memberships, ends the sessions, and keeps the shop's tokens", async () => {
  const { one, two, merchantId } = await sharedShop();
  await join(world, await addAccount(world, { developer: true }), two, "MEMBER");
  await close(two.call);
  expect(await resolveSession(world.deps, two.token)).toBeNull();
  const [account] = await world.rows(
    `select name, email, password_hash, operator, developer, state, reason_code, codes_ended_at is not null as ended,
       exists (select from membership where account_id = a.id) or exists (select from team_member where account_id = a.id) as member
     from account a where id = $1`,
    [two.accountId],
  );
  expect(account).toEqual({
    name: "Closed account",
    email: null,
    password_hash: null,
    operator: false,
    developer: false,
    state: "SUSPENDED",
    reason_code: "CLOSED_BY_OWNER",
    ended: true,
    member: false,
  });
  expect(await ownersOf(merchantId)).toEqual([{ account_id: one.accountId }]);
  expect(await world.rows("select 1 from revocation_event where subject_id = $1", [merchantId])).toEqual([]);
  const events = await world.rows(
    "select action, merchant_id from audit_event where account_id = $1 and action <> 'session.start' order by id desc limit 3",
    [two.accountId],
  );
  expect(events).toEqual([
    { action: "account.close", merchant_id: null },
    { action: "membership.remove", merchant_id: merchantId },
    { action: "team.remove_member", merchant_id: null },
  ]);
});

test("the address is free for a new account, and a mail confirms the closure", async () => {
  const { email, call } = await addAccount(world);
  await close(call);
  const [mail] = await world.rows("select payload from job where payload->>'to' = $1", [email]);
  expect(mail).toMatchObject({ payload: { content: { kind: "account_closed" } } });
  expect(await world.rows("select 1 from account where email = $1", [email])).toEqual([]);
});

test("ends the open invitations of the address to its shops, its teams and its roles, and no others", async () => {
  const { one, two, merchantId } = await sharedShop();
  const team = await addAccount(world, { developer: true });
  await join(world, team, two, "MEMBER");
  await setAccountRoles(world.deps, { accountId: two.accountId, operator: false, developer: true }, platform);
  const offer = offerOf(two.email);
  const other = await addMerchant(world, one);
  await upsertMembership(world.deps, { merchantId, accountId: two.accountId, role: "MANAGER" }, one.call);
  const again = [
    await inviteWith(world, { ...managerOf(merchantId, two.email), role: "OWNER" }, one.call),
    await inviteWith(world, { ...offer, teamId: team.accountId, teamRole: "OWNER" }, team.call),
    await inviteWith(world, { ...offer, developer: true }, platform),
  ];
  const kept = await inviteWith(world, managerOf(other.merchantId, two.email), one.call);
  await close(two.call);
  for (const token of again)
    await expect(acceptAsGuest(world, token)).rejects.toMatchObject({ reason: "INVITATION_NOT_FOUND" });
  expect((await acceptAsGuest(world, kept)).account.id).not.toBe(two.accountId);
  const revoked = await world.rows("select 1 from audit_event where action = 'invitation.revoke' and actor_id = $1", [
    two.accountId,
  ]);
  expect(revoked).toHaveLength(3);
});

test("asks for the password, and for a recent second step if the account has one", async () => {
  const { accountId, call } = await addAccount(world);
  await expect(close(call, "wrong password here")).rejects.toMatchObject({ reason: "CREDENTIALS" });
  expect(await world.rows("select state from account where id = $1", [accountId])).toEqual([{ state: "ACTIVE" }]);
  const second = await addAccountWithTotp(world);
  await world.rows("update session set verified_at = now() - interval '1 hour' where account_id = $1", [
    second.accountId,
  ]);
  await expect(close(second.call)).rejects.toMatchObject({ reason: "VERIFICATION_REQUIRED" });
  await world.rows("update session set verified_at = now() where account_id = $1", [second.accountId]);
  await close(second.call);
  expect(await world.rows("select 1 from totp_factor where account_id = $1", [second.accountId])).toEqual([]);
});

test("is refused for the last active owner of a shop, also if another owner is suspended", async () => {
  const { one, two, merchantId, name } = await sharedShop();
  expect(await getAccountClosure(world.deps, one.call)).toEqual(FREE);
  await suspendAccount(world.deps, { accountId: two.accountId, reasonCode: "x", reasonText: null }, platform);
  await expect(close(one.call)).rejects.toMatchObject({ reason: "LAST_OWNER" });
  expect(await getAccountClosure(world.deps, one.call)).toEqual({ ...FREE, lastOwnerOf: [{ merchantId, name }] });
  await world.rows("update merchant set state = 'CLOSED' where id = $1", [merchantId]);
  await close(one.call);
});

test("is refused while the account's team has an app that is not archived; the name stays with an archived one", async () => {
  const app = await world.app();
  const [{ developer_id: accountId }] = (await world.rows("select developer_id from app where client_id = $1", [
    app.clientId,
  ])) as [{ developer_id: string }];
  const { rows } = world;
  const someone = await addAccount(world, { developer: true });
  await rows("update app set developer_id = $2 where developer_id = $1", [accountId, someone.accountId]);
  await expect(close(someone.call)).rejects.toMatchObject({ reason: "HAS_APPS" });
  expect((await getAccountClosure(world.deps, someone.call)).apps).toBeGreaterThan(0);
  await rows("update app set state = 'ARCHIVED' where developer_id = $1", [someone.accountId]);
  await close(someone.call);
  expect(await rows("select name from account where id = $1", [someone.accountId])).toEqual([{ name: "Someone" }]);
});

test("is refused for an account of the external login", async () => {
  const { accountId, call } = await addAccount(world);
  await world.rows(
    "insert into external_identity (account_id, iss, sub) select id, 'https://idp.example', id from account where id = $1",
    [accountId],
  );
  await expect(close(call)).rejects.toMatchObject({ reason: "EXTERNAL_ACCOUNT" });
});

/** Runs a call while another transaction is open, which commits when the call waits for a lock, or after the call. */
async function during<T>(statements: readonly [text: string, values: unknown[]][], run: () => Promise<T>): Promise<T> {
  const other = await world.sql.connect();
  try {
    await other.query("begin");
    for (const [text, values] of statements) await other.query(text, values);
    let isDone = false;
    const outcome = run().finally(() => {
      isDone = true;
    });
    outcome.catch(() => {});
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!isDone && (await world.rows(waiting)).length === 0) await setTimeout(5);
    await other.query("commit");
    return await outcome;
  } finally {
    other.release();
  }
}

test("waits for a removal of the other owner, and is refused then", async () => {
  const { one, two, merchantId } = await sharedShop();
  const removal = during(
    [
      ["select from merchant where id = $1 for update", [merchantId]],
      ["delete from membership where merchant_id = $1 and account_id = $2", [merchantId, two.accountId]],
    ],
    () => close(one.call),
  );
  await expect(removal).rejects.toMatchObject({ reason: "LAST_OWNER" });
});

test("of two owners who close their accounts at once, one stays", async () => {
  for (let round = 0; round < 4; round++) {
    const { one, two, merchantId } = await sharedShop();
    const outcomes = await Promise.allSettled([close(one.call), close(two.call)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await ownersOf(merchantId)).toHaveLength(1);
  }
});

const OPERATORS_LOCK: [string, unknown[]] = ["select pg_advisory_xact_lock(7243903)", []];

test("the last operator cannot close the account, also if the other one loses the role at the same time", async () => {
  await world.rows("update account set operator = false");
  const [one, two] = [await addAccount(world, { operator: true }), await addAccount(world, { operator: true })];
  const closing = during([OPERATORS_LOCK, ["update account set operator = false where id = $1", [two.accountId]]], () =>
    close(one.call),
  );
  await expect(closing).rejects.toMatchObject({ reason: "LAST_OPERATOR" });
  expect(await getAccountClosure(world.deps, one.call)).toMatchObject({ lastOperator: true });
});

test.each([
  {
    name: "demote",
    run: (accountId: string, call: Call) =>
      setAccountRoles(world.deps, { accountId, operator: false, developer: false }, call),
  },
  {
    name: "suspend",
    run: async (accountId: string, call: Call) =>
      (await suspendAccount(world.deps, { accountId, reasonCode: "x", reasonText: null }, call)).account,
  },
])("an operator who closes the account cannot $name the last other operator at the same time", async ({ run }) => {
  await world.rows("update account set operator = false");
  const [one, two] = [await addAccount(world, { operator: true }), await addAccount(world, { operator: true })];
  const attempt = during(
    [OPERATORS_LOCK, ["update account set operator = false, state = 'SUSPENDED' where id = $1", [one.accountId]]],
    () => run(two.accountId, one.call),
  );
  await expect(attempt).rejects.toMatchObject({ reason: "LAST_OPERATOR" });
});

test("a closed account cannot be resumed", async () => {
  const { accountId, call } = await addAccount(world);
  await close(call);
  await expect(resumeAccount(world.deps, { accountId }, platform)).rejects.toMatchObject({ reason: "ACCOUNT_CLOSED" });
});

test("a closed account gets no role, membership or merchant any more", async () => {
  const [owner, { accountId, call }] = [await addAccount(world), await addAccount(world)];
  const { merchantId } = await addMerchant(world, owner);
  await close(call);
  const closed = { reason: "ACCOUNT_CLOSED" };
  const membership = upsertMembership(world.deps, { merchantId, accountId, role: "OWNER" }, owner.call);
  await expect(membership).rejects.toMatchObject(closed);
  const roles = setAccountRoles(world.deps, { accountId, operator: true, developer: false }, platform);
  await expect(roles).rejects.toMatchObject(closed);
  await expect(addMerchant(world, { accountId })).rejects.toMatchObject(closed);
});

/** Calls that give an account something, each behind a function that prepares it. */
const GIFTS: { name: string; give(accountId: string): Promise<() => Promise<unknown>> }[] = [
  {
    name: "membership",
    give: async (accountId: string) => {
      const owner = await addAccount(world);
      const { merchantId } = await addMerchant(world, owner);
      return () => upsertMembership(world.deps, { merchantId, accountId, role: "OWNER" }, owner.call);
    },
  },
  { name: "merchant", give: async (accountId: string) => () => addMerchant(world, { accountId }) },
];

test.each(GIFTS)("an account whose closure is in progress gets no $name", async ({ give }) => {
  const { accountId } = await addAccount(world);
  const attempt = during(
    [
      ["select from account where id = $1 for update", [accountId]],
      [
        `update account set state = 'SUSPENDED', reason_code = 'CLOSED_BY_OWNER', email = null, email_verified_at = null,
           password_hash = null where id = $1`,
        [accountId],
      ],
    ],
    await give(accountId),
  );
  await expect(attempt).rejects.toMatchObject({ reason: "ACCOUNT_CLOSED" });
  expect(await world.rows("select 1 from membership where account_id = $1", [accountId])).toEqual([]);
});
