import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { type CreateInvitationRequest, createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { markEmailVerified } from "../../../../src/service/accounts/mark-email-verified.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, bySession, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;
let stranger: { accountId: string; email: string; call: Call };

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
});

afterAll(() => world.close());

let made = 0;

/** Somebody who signed up with an address that nobody verified. */
async function signUpStranger() {
  const email = `victim-${made++}@example.com`;
  const { account, token } = await signUp(world.deps, { email, password: PASSWORD, name: "Stranger" }, page);
  return { accountId: account.id, email, call: await bySession(world, token) };
}

beforeEach(async () => {
  stranger = await signUpStranger();
});

const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };
const offer = (email: string) => ({ email, merchantId: null, role: null, developer: false, operator: false });
const read = async (accountId: string) => (await getAccount(world.deps, { accountId, email: null }, platform)).account;

async function invite(request: CreateInvitationRequest, call: Call = platform): Promise<string> {
  const { url } = await createInvitation(world.deps, request, call);
  return url.slice(url.lastIndexOf("/") + 1);
}

const accept = (token: string, call: Call = page) =>
  acceptInvitation(world.deps, { token, name: "Owner", password: `${PASSWORD} 2` }, call);

describe("whose address is verified", () => {
  test("not that of a sign-up", async () => {
    expect(await read(stranger.accountId)).toMatchObject({ email: stranger.email, emailVerifiedAt: null });
  });

  test("that of an account which the platform made", async () => {
    expect((await read(operator.accountId)).emailVerifiedAt).toEqual(expect.any(Date));
  });

  test("not that of an account which a merchant's owner invited, because the owner sees the link", async () => {
    const owner = await addAccount(world);
    const { merchantId } = await addMerchant(world, owner);
    const email = `guest-${made++}@example.com`;
    const token = await invite({ ...offer(email), merchantId, role: "MEMBER" }, owner.call);
    const { account } = await accept(token);
    expect(account.email).toBe(email);
    expect(account.emailVerifiedAt).toBeFalsy();
  });
});

describe("an account whose address is not verified gets no role by it", () => {
  test("neither operator nor developer", async () => {
    const { accountId } = stranger;
    for (const call of [operator.call, platform]) {
      const wanted = { accountId, operator: true, developer: true };
      await expect(setAccountRoles(world.deps, wanted, call)).rejects.toMatchObject(UNVERIFIED);
    }
    expect(await read(accountId)).toMatchObject({ operator: false, developer: true });
    // Taking a role away stays possible, and gives it back to nobody.
    await setAccountRoles(world.deps, { accountId, operator: false, developer: false }, platform);
    const back = setAccountRoles(world.deps, { accountId, operator: false, developer: true }, platform);
    await expect(back).rejects.toMatchObject(UNVERIFIED);
  });

  test("no place in a merchant, of whoever's hand", async () => {
    const owner = await addAccount(world);
    const { merchantId } = await addMerchant(world, owner);
    const place = { merchantId, accountId: stranger.accountId, role: "MEMBER" as const };
    for (const call of [owner.call, operator.call, platform]) {
      await expect(upsertMembership(world.deps, place, call)).rejects.toMatchObject(UNVERIFIED);
    }
  });

  test("no higher place, where an owner's invitation gave one; a lower one it may get", async () => {
    const owner = await addAccount(world);
    const { merchantId } = await addMerchant(world, owner);
    const token = await invite({ ...offer(stranger.email), merchantId, role: "MANAGER" }, owner.call);
    await accept(token, stranger.call);
    const place = { merchantId, accountId: stranger.accountId };
    const raised = upsertMembership(world.deps, { ...place, role: "OWNER" }, platform);
    await expect(raised).rejects.toMatchObject(UNVERIFIED);
    await upsertMembership(world.deps, { ...place, role: "MEMBER" }, platform);
  });

  test("no merchant of its own from the platform; a developer's own test merchant stays possible", async () => {
    await expect(addMerchant(world, stranger)).rejects.toMatchObject(UNVERIFIED);
    const own = { merchantId: null, name: "Test shop", ownerAccountId: null, test: true };
    expect(await createMerchant(world.deps, own, stranger.call)).toMatchObject({ test: true });
  });
});

describe("the platform's invitation", () => {
  test("takes the address over by its link: the former holder keeps an account without one", async () => {
    const token = await invite({ ...offer(stranger.email), operator: true });
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: false, heldUnverified: true });
    const { account, session } = await accept(token);
    expect(account).toMatchObject({ email: stranger.email, operator: true, emailVerifiedAt: expect.any(Date) });
    expect(account.id).not.toBe(stranger.accountId);
    expect(await resolveSession(world.deps, session!.token)).toMatchObject({ accountId: account.id });
    expect(await read(stranger.accountId)).toMatchObject({ email: null, emailVerifiedAt: null, operator: false });
    expect(await getSession(world.deps, {}, stranger.call)).toMatchObject({ account: { email: null } });
    const old = signIn(world.deps, { email: stranger.email, password: PASSWORD }, page);
    await expect(old).rejects.toMatchObject({ reason: "CREDENTIALS" });
    await signIn(world.deps, { email: stranger.email, password: `${PASSWORD} 2` }, page);
    const events = await world.rows(
      "select action, account_id, detail->>'to' as to from audit_event where action in ('account.release_email', 'account.verify_email') and actor_id = $1 order by id",
      [account.id],
    );
    expect(events).toEqual([
      { action: "account.verify_email", account_id: account.id, to: null },
      { action: "account.release_email", account_id: stranger.accountId, to: account.id },
    ]);
  });

  test("verifies the address of the account that holds it and takes it up signed in", async () => {
    const token = await invite(offer(stranger.email));
    const { account, session } = await accept(token, stranger.call);
    expect(session).toBeNull();
    expect(account).toMatchObject({ id: stranger.accountId, emailVerifiedAt: expect.any(Date) });
    await signIn(world.deps, { email: stranger.email, password: PASSWORD }, page);
    await setAccountRoles(world.deps, { accountId: stranger.accountId, operator: true, developer: true }, platform);
  });

  test("takes nothing from an account that has verified the address", async () => {
    const guest = await addAccount(world);
    const token = await invite(offer(guest.email));
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true, heldUnverified: false });
    await expect(accept(token)).rejects.toMatchObject({ reason: "SESSION" });
  });

  test("moves the places that were given to the address, and leaves test merchants and what a link gave", async () => {
    const owner = await addAccount(world);
    const [given, linked] = [await addMerchant(world, owner), await addMerchant(world, owner)];
    const testShop = await createMerchant(
      world.deps,
      { merchantId: null, name: "Test shop", ownerAccountId: null, test: true },
      stranger.call,
    );
    const token = await invite({ ...offer(stranger.email), merchantId: linked.merchantId, role: "MEMBER" }, owner.call);
    await accept(token, stranger.call);
    // As it was possible before addresses were verified.
    await world.rows("insert into membership (account_id, merchant_id, role) values ($1, $2, 'MANAGER') returning 1", [
      stranger.accountId,
      given.merchantId,
    ]);
    // Retention removes an invitation 90 days after its end.
    await world.rows("delete from invitation returning 1");
    const { account } = await accept(await invite(offer(stranger.email)));
    const placesOf = async (accountId: string) =>
      (await getAccount(world.deps, { accountId, email: null }, platform)).memberships.map((m) => m.merchantId);
    expect(await placesOf(account.id)).toEqual([given.merchantId]);
    expect((await placesOf(stranger.accountId)).sort()).toEqual([linked.merchantId, testShop.id].sort());
  });

  test("of ten at once takes it over once", async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => invite(offer(stranger.email))));
    const outcomes = await Promise.allSettled(tokens.map((token) => accept(token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const rows = await world.rows("select 1 from account where email = $1", [stranger.email]);
    expect(rows).toHaveLength(1);
  });
});

describe("a merchant owner's invitation", () => {
  test("neither verifies an address nor takes one", async () => {
    const owner = await addAccount(world);
    const { merchantId } = await addMerchant(world, owner);
    const token = await invite({ ...offer(stranger.email), merchantId, role: "MEMBER" }, owner.call);
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true, heldUnverified: true });
    await expect(accept(token)).rejects.toMatchObject({ reason: "SESSION" });
    expect((await accept(token, stranger.call)).account).toMatchObject({ emailVerifiedAt: null });
    expect(await read(stranger.accountId)).toMatchObject({ email: stranger.email });
  });
});

describe("the mark of an operator", () => {
  const mark = (call: Call, email = stranger.email) =>
    markEmailVerified(world.deps, { accountId: stranger.accountId, email }, call);

  test("verifies the address, once in the audit, and roles may follow", async () => {
    expect(await mark(operator.call)).toMatchObject({ emailVerifiedAt: expect.any(Date) });
    const again = await mark(platform, stranger.email.toUpperCase());
    expect(again.emailVerifiedAt).toEqual((await read(stranger.accountId)).emailVerifiedAt);
    const events = await world.rows(
      "select actor_id, detail->>'by' as by from audit_event where action = 'account.verify_email' and account_id = $1",
      [stranger.accountId],
    );
    expect(events).toEqual([{ actor_id: operator.accountId, by: "operator" }]);
    await setAccountRoles(world.deps, { accountId: stranger.accountId, operator: true, developer: true }, platform);
  });

  test("is for the platform alone", async () => {
    await expect(mark(stranger.call)).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
  });

  test("is refused for another address than the account has", async () => {
    const refused = { kind: "failed_precondition", reason: "EMAIL_CHANGED" };
    await expect(mark(platform, "other@example.com")).rejects.toMatchObject(refused);
    await accept(await invite(offer(stranger.email)));
    await expect(mark(platform)).rejects.toMatchObject(refused);
    await expect(mark(platform, "")).rejects.toMatchObject(refused);
  });
});
