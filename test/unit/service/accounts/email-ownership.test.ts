import { describe, expect, test } from "vitest";
import type { CreateInvitationRequest } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, addMerchant, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { acceptAsOwner, inviteWith, offerOf, someEmail } from "../../../support/world/invitations.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();
const stranger = perTest(() => addUnverifiedAccount(world));

const read = async (accountId: string) => (await getAccount(world.deps, { accountId, email: null }, platform)).account;

const invite = (request: CreateInvitationRequest, call: Call = platform) => inviteWith(world, request, call);
const accept = (token: string, call: Call = page) => acceptAsOwner(world, token, call);

test("an OWNER's invitation does not verify the e-mail of a new account", async () => {
  const owner = await addAccount(world);
  const { merchantId } = await addMerchant(world, owner);
  const email = someEmail();
  const token = await invite({ ...offerOf(email), merchantId, role: "MEMBER" }, owner.call);
  const { account } = await accept(token);
  expect(account.email).toBe(email);
  expect(account.emailVerifiedAt).toBeFalsy();
});

describe("the platform's invitation", () => {
  test("transfers the address: the former account stays without one", async () => {
    const token = await invite({ ...offerOf(stranger.email), operator: true });
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

  test("verifies the address of the signed-in account that accepts it", async () => {
    const token = await invite(offerOf(stranger.email));
    const { account, session } = await accept(token, stranger.call);
    expect(session).toBeNull();
    expect(account).toMatchObject({ id: stranger.accountId, emailVerifiedAt: expect.any(Date) });
    await signIn(world.deps, { email: stranger.email, password: PASSWORD }, page);
    await setAccountRoles(world.deps, { accountId: stranger.accountId, operator: true, developer: true }, platform);
  });

  test("does not transfer a verified address", async () => {
    const guest = await addAccount(world);
    const token = await invite(offerOf(guest.email));
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true, heldUnverified: false });
    await expect(accept(token)).rejects.toMatchObject({ reason: "SESSION" });
  });

  test("moves memberships granted to the address, but not test merchants and memberships accepted by link", async () => {
    const owner = await addAccount(world);
    const [given, linked] = [await addMerchant(world, owner), await addMerchant(world, owner)];
    const testShop = await createMerchant(
      world.deps,
      { merchantId: null, name: "Test shop", ownerAccountId: null, test: true },
      stranger.call,
    );
    const token = await invite(
      { ...offerOf(stranger.email), merchantId: linked.merchantId, role: "MEMBER" },
      owner.call,
    );
    await accept(token, stranger.call);
    await world.rows("insert into membership (account_id, merchant_id, role) values ($1, $2, 'MANAGER') returning 1", [
      stranger.accountId,
      given.merchantId,
    ]);
    // Retention removes an invitation 90 days after its end.
    await world.rows("delete from invitation returning 1");
    const { account } = await accept(await invite(offerOf(stranger.email)));
    const placesOf = async (accountId: string) =>
      (await getAccount(world.deps, { accountId, email: null }, platform)).memberships.map((m) => m.merchantId);
    expect(await placesOf(account.id)).toEqual([given.merchantId]);
    expect((await placesOf(stranger.accountId)).sort()).toEqual([linked.merchantId, testShop.id].sort());
  });

  test("ten concurrent acceptances transfer it once", async () => {
    const tokens = await Promise.all(Array.from({ length: 10 }, () => invite(offerOf(stranger.email))));
    const outcomes = await Promise.allSettled(tokens.map((token) => accept(token)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const rows = await world.rows("select 1 from account where email = $1", [stranger.email]);
    expect(rows).toHaveLength(1);
  });
});

describe("a merchant owner's invitation", () => {
  test("neither verifies nor transfers an address", async () => {
    const owner = await addAccount(world);
    const { merchantId } = await addMerchant(world, owner);
    const token = await invite({ ...offerOf(stranger.email), merchantId, role: "MEMBER" }, owner.call);
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true, heldUnverified: true });
    await expect(accept(token)).rejects.toMatchObject({ reason: "SESSION" });
    expect((await accept(token, stranger.call)).account).toMatchObject({ emailVerifiedAt: null });
    expect(await read(stranger.accountId)).toMatchObject({ email: stranger.email });
  });
});
