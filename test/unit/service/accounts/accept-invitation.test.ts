import { describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import type { CreateInvitationRequest } from "../../../../src/service/accounts/create-invitation.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { removeTeamMember } from "../../../../src/service/accounts/remove-team-member.ts";
import { requestPasswordReset } from "../../../../src/service/accounts/request-password-reset.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import {
  addAccount,
  addUnverifiedAccount,
  bySession,
  PASSWORD,
  type TestAccount,
} from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { useOwnerWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, inviteWith, managerOf, offerOf, someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { addMember } from "../../../support/world/teams.ts";
import type { World } from "../../../support/world/world.ts";

const { world, operator, owner, shop } = useOwnerWorld();

const offer = (email: string) => managerOf(shop.merchantId, email);
const invite = (request: CreateInvitationRequest, call = owner.call) => inviteWith(world, request, call);
const accept = (token: string, call = page) => acceptAsGuest(world, token, call);
const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

test("a new account accepts once, is signed in and becomes a member", async () => {
  const email = someEmail();
  const token = await invite(offer(email.toUpperCase()));
  expect(await getInvitation(world.deps, { token })).toEqual({
    email,
    merchantName: `Merchant ${shop.merchantId}`,
    role: "MANAGER",
    teamId: null,
    teamName: null,
    teamRole: null,
    accountExists: false,
    developer: false,
    operator: false,
    heldUnverified: false,
    accountName: "",
    byPlatform: false,
    invitedByName: "Someone",
    expiresAt: expect.any(Number),
  });
  const { session, account } = await accept(token);
  expect(account).toMatchObject({
    email,
    name: "Guest",
    passwordHash: expect.any(String),
    operator: false,
    developer: false,
  });
  expect(await resolveSession(world.deps, session!.token)).toMatchObject({ accountId: account.id });
  const { members } = await getMerchant(world.deps, { merchantId: shop.merchantId }, platform);
  expect(members).toContainEqual(expect.objectContaining({ accountId: account.id, role: "MANAGER" }));
  await expect(accept(token)).rejects.toMatchObject(gone);
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
});

test("of ten concurrent new accounts one accepts", async () => {
  const token = await invite(offer(someEmail()));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => accept(token)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("of ten concurrent calls of the invited account one accepts", async () => {
  const guest = await addAccount(world);
  const token = await invite(offer(guest.email));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => accept(token, guest.call)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("expires after 7 days", async () => {
  const token = await invite(offer(someEmail()));
  const [row] = await world.rows(
    "select extract(epoch from expires_at - created_at)::int as life from invitation order by id desc limit 1",
  );
  expect(row).toEqual({ life: 7 * 24 * 3600 });
  await world.rows("update invitation set expires_at = clock_timestamp() where accepted_at is null");
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test("stores a digest of the token", async () => {
  const token = await invite(offer(someEmail()));
  const [row] = await world.rows<{ text: string }>("select string_agg(i::text, ' ') as text from invitation i");
  expect(row!.text).not.toContain(token);
  expect(row!.text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
});

describe("with an existing account of the e-mail", () => {
  test("requires a session of this account", async () => {
    const guest = await addAccount(world);
    const token = await invite(offer(guest.email));
    expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true });
    await expect(accept(token)).rejects.toMatchObject({ kind: "unauthenticated", reason: "SESSION" });
    await expect(accept(token, owner.call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OTHER_ACCOUNT",
    });
    const { session, account } = await accept(token, guest.call);
    expect(session).toBeNull();
    expect(account).toMatchObject({ id: guest.accountId, name: "Someone" });
    expect(await resolveSession(world.deps, guest.token)).not.toBeNull();
    await signIn(world.deps, { email: guest.email, password: PASSWORD }, page);
  });

  test("a signed-in account cannot accept an invitation of another e-mail", async () => {
    const token = await invite(offer(someEmail()));
    await expect(accept(token, owner.call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OTHER_ACCOUNT",
    });
    await accept(token);
  });

  test("an account without a password gets its first one", async () => {
    const email = someEmail();
    const bare = await createAccount(
      world.deps,
      { email, password: null, name: "Bare", operator: false, developer: false },
      platform,
    );
    const token = await invite(offer(email), platform);
    const read = await getInvitation(world.deps, { token });
    expect(read).toMatchObject({ accountExists: false, accountName: "Bare" });
    expect((await accept(token)).account.id).toBe(bare.id);
    await signIn(world.deps, { email, password: PASSWORD }, page);
  });

  test("a suspended account gets no session", async () => {
    const email = someEmail();
    const bare = await createAccount(
      world.deps,
      { email, password: null, name: "Bare", operator: false, developer: false },
      platform,
    );
    const token = await invite(offer(email), platform);
    await suspendAccount(world.deps, { accountId: bare.id, reasonCode: "abuse", reasonText: null }, platform);
    await expect(accept(token)).rejects.toMatchObject(gone);
    const [row] = await world.rows("select password_hash from account where id = $1", [bare.id]);
    expect(row).toEqual({ password_hash: null });
  });

  describe("that has no password", () => {
    const bare = (email: string, operator = false) =>
      createAccount(world.deps, { email, password: null, name: "Bare", operator, developer: false }, platform);
    const mere = (email: string) => ({ email, merchantId: null, role: null, developer: false, operator: false });
    const signInFirst = { kind: "unauthenticated", reason: "SESSION" };
    const hashOf = ({ id }: { id: string }) => world.rows("select password_hash from account where id = $1", [id]);

    test.each([
      { made: "before the invitation", accountFirst: true },
      { made: "after the invitation", accountFirst: false },
    ])("an OWNER's invitation does not set its password: created $made", async ({ accountFirst }) => {
      const email = someEmail();
      const first = accountFirst ? await bare(email, true) : null;
      const token = await invite(offer(email));
      const victim = first ?? (await bare(email, true));
      expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true });
      await expect(accept(token)).rejects.toMatchObject(signInFirst);
      expect(await hashOf(victim)).toEqual([{ password_hash: null }]);
    });

    test("a key that cannot create operators does not set an operator's password", async () => {
      const email = someEmail();
      const victim = await bare(email, true);
      const token = await invite(mere(email), byKey("accounts:write"));
      await expect(accept(token)).rejects.toMatchObject(signInFirst);
      expect(await hashOf(victim)).toEqual([{ password_hash: null }]);
    });

    test("an operator's invitation, or one with the operator role, sets an operator's password", async () => {
      const [first, second] = [someEmail(), someEmail()];
      await bare(first, true);
      await bare(second, true);
      expect((await accept(await invite(mere(first), operator.call))).account.operator).toBe(true);
      const asOperator = { ...mere(second), operator: true };
      expect((await accept(await invite(asOperator, platform))).account.operator).toBe(true);
    });
  });

  test("a member with a higher role keeps it", async () => {
    const { email, accountId, call } = await addAccount(world);
    const { merchantId } = shop;
    const token = await invite({ ...offer(email), role: "MEMBER" });
    await upsertMembership(world.deps, { merchantId, accountId, role: "MANAGER" }, platform);
    await accept(token, call);
    const { members } = await getMerchant(world.deps, { merchantId }, platform);
    expect(members.find((one) => one.accountId === accountId)).toMatchObject({ role: "MANAGER" });
  });
});

test("validates name and password of a new account", async () => {
  const token = await invite(offer(someEmail()));
  const faulty = acceptInvitation(world.deps, { token, name: "", password: "short" }, page);
  await expect(faulty).rejects.toMatchObject({ violations: [{ field: "name" }, { field: "password" }] });
  await accept(token);
});

describe("PASSWORD_SIGN_IN=off", () => {
  const signInFirst = { kind: "unauthenticated", reason: "SESSION" };
  const closed = () => ({ ...world.deps, allowPasswords: false });

  test("creates no account, and requires one of the identity provider", async () => {
    const email = someEmail();
    const token = await invite(offer(email));
    expect(await getInvitation(closed(), { token })).toMatchObject({ accountExists: true });
    const taking = { token, name: "Guest", password: PASSWORD };
    await expect(acceptInvitation(closed(), taking, page)).rejects.toMatchObject(signInFirst);
    const unnamed = { token, name: "", password: "" };
    await expect(acceptInvitation(closed(), unnamed, page)).rejects.toMatchObject(signInFirst);
    const { id: accountId } = await createAccount(
      world.deps,
      { email, password: null, name: "Guest", operator: false, developer: false },
      platform,
    );
    await expect(acceptInvitation(closed(), taking, page)).rejects.toMatchObject(signInFirst);
    expect(await getInvitation(closed(), { token })).toMatchObject({ accountExists: true });
    expect((await getAccount(world.deps, { accountId, email: null }, platform)).account.passwordHash).toBeNull();
  });

  test("is accepted only by the signed-in account of its e-mail", async () => {
    const guest = await addAccount(world);
    const token = await invite(offer(guest.email));
    const taking = { token, name: "", password: "" };
    await expect(acceptInvitation(closed(), taking, owner.call)).rejects.toMatchObject({ reason: "OTHER_ACCOUNT" });
    expect((await acceptInvitation(closed(), taking, guest.call)).session).toBeNull();
    const { members } = await getMerchant(world.deps, { merchantId: shop.merchantId }, platform);
    expect(members).toContainEqual(expect.objectContaining({ accountId: guest.accountId, role: "MANAGER" }));
  });
});

test("the owner of an address that a stranger signed up with accepts after a new password by mail", async () => {
  const stranger = await addUnverifiedAccount(world);
  const token = await invite(offer(stranger.email));
  await expect(accept(token)).rejects.toMatchObject({ reason: "SESSION" });
  await requestPasswordReset(world.deps, { email: stranger.email }, page);
  const mailed = tokenIn((await deliver(world)).find(({ content }) => content.kind === "password_reset")!);
  const newPassword = `${PASSWORD} of the owner`;
  await resetPassword(world.deps, { token: mailed, newPassword }, page);
  const [before] = await world.rows("select ended_at is not null as ended from session where account_id = $1", [
    stranger.accountId,
  ]);
  expect(before).toEqual({ ended: true });
  const session = await signIn(world.deps, { email: stranger.email, password: newPassword }, page);
  const { account } = await accept(token, await bySession(world, session.token));
  const { members } = await getMerchant(world.deps, { merchantId: shop.merchantId }, platform);
  expect(members).toContainEqual(expect.objectContaining({ accountId: account.id, role: "MANAGER" }));
});

describe("locks the parties before the invitation, so that", () => {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

  /** Runs `change` while an acceptance by `guest` waits. Returns how often the two ran: a deadlock runs one of them again. */
  async function race(guest: TestAccount, token: string, change: (deps: World["deps"]) => Promise<unknown>) {
    let runs = 0;
    const { management } = world.deps;
    const transactional: typeof management.transactional = (work) =>
      management.transactional((tx) => {
        runs += 1;
        return work(tx);
      });
    const deps = { ...world.deps, management: { ...management, transactional } };
    const holder = await world.sql.connect();
    await holder.query("begin");
    await holder.query("select from account where id = $1 for update", [guest.accountId]);
    const accepted = acceptInvitation(deps, { token, name: "", password: PASSWORD }, guest.call);
    await expect.poll(() => world.rows(waiting)).toHaveLength(1);
    let over = false;
    const changed = change(deps).finally(() => {
      over = true;
    });
    await expect.poll(async () => over || (await world.rows(waiting)).length === 2).toBe(true);
    await holder.query("rollback");
    holder.release();
    await Promise.allSettled([accepted, changed]);
    await changed;
    return runs;
  }

  test("the removal of a team's member at the same time cannot deadlock", async () => {
    const team = await addAccount(world, { developer: true });
    const member = await addMember(world, team);
    const token = await invite({ ...offerOf(member.email), teamId: team.accountId, teamRole: "OWNER" }, team.call);
    const { accountId } = member;
    const remove = (deps: World["deps"]) => removeTeamMember(deps, { teamId: team.accountId, accountId }, team.call);
    expect(await race(member, token, remove)).toBe(2);
  });

  test("the closing of a merchant at the same time cannot deadlock", async () => {
    const guest = await addAccount(world);
    const token = await invite(offer(guest.email));
    expect(await race(guest, token, (deps) => closeMerchant(deps, { merchantId: shop.merchantId }, platform))).toBe(2);
  });
});
