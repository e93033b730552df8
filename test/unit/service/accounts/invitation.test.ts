import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import type { CreateInvitationRequest } from "../../../../src/service/accounts/create-invitation.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { getMerchant } from "../../../../src/service/accounts/get-merchant.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { removeMembership } from "../../../../src/service/accounts/remove-membership.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let operator: TestAccount;
let owner: TestAccount;
let merchantId: string;

beforeAll(async () => {
  world = await createWorld();
  operator = await addAccount(world, { operator: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await addAccount(world);
  ({ merchantId } = await addMerchant(world, owner));
});

let made = 0;
const someEmail = () => `guest-${made++}@example.com`;
const offer = (email: string) => ({ email, merchantId, role: "MANAGER" as const, developer: false, operator: false });

async function invite(request: CreateInvitationRequest, call = owner.call): Promise<string> {
  const { url } = await createInvitation(world.deps, request, call);
  return url.slice(url.lastIndexOf("/") + 1);
}

const accept = (token: string, call = page) =>
  acceptInvitation(world.deps, { token, name: "Guest", password: PASSWORD }, call);
const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };

test("a newcomer reads the offer, takes it up once, is signed in and a member", async () => {
  const email = someEmail();
  const token = await invite(offer(email.toUpperCase()));
  expect(await getInvitation(world.deps, { token })).toEqual({
    email,
    merchantName: `Merchant ${merchantId}`,
    role: "MANAGER",
    accountExists: false,
    developer: false,
    operator: false,
    heldUnverified: false,
    accountName: "",
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
  const { members } = await getMerchant(world.deps, { merchantId }, platform);
  expect(members).toContainEqual(expect.objectContaining({ accountId: account.id, role: "MANAGER" }));
  await expect(accept(token)).rejects.toMatchObject(gone);
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
});

test("of ten who take it up at once one does", async () => {
  const token = await invite(offer(someEmail()));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => accept(token)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("of ten times that the invited account takes it up at once one counts", async () => {
  const guest = await addAccount(world);
  const token = await invite(offer(guest.email));
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => accept(token, guest.call)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("it is over after 7 days and 0 seconds", async () => {
  const token = await invite(offer(someEmail()));
  const [row] = await world.rows(
    "select extract(epoch from expires_at - created_at)::int as life from invitation order by id desc limit 1",
  );
  expect(row).toEqual({ life: 7 * 24 * 3600 });
  await world.rows("update invitation set expires_at = clock_timestamp() where accepted_at is null");
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test.each(["", "x", "A".repeat(43), "\0"])("a token of no invitation is NOT_FOUND: %j", async (token) => {
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
  await expect(accept(token)).rejects.toMatchObject(gone);
});

test("the database keeps its digest", async () => {
  const token = await invite(offer(someEmail()));
  const [row] = await world.rows<{ text: string }>("select string_agg(i::text, ' ') as text from invitation i");
  expect(row!.text).not.toContain(token);
  expect(row!.text).not.toContain(Buffer.from(token, "base64url").toString("hex"));
});

describe("where there is an account of the e-mail", () => {
  test("it has to be signed in, and no other", async () => {
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

  test("an account signed in does not take up what is for a newcomer", async () => {
    const token = await invite(offer(someEmail()));
    await expect(accept(token, owner.call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OTHER_ACCOUNT",
    });
    await accept(token);
  });

  test("one that was made without a password gets its first by the invitation", async () => {
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

  test("one that is suspended does not come in by it", async () => {
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

  describe("made without a password", () => {
    const bare = (email: string, operator = false) =>
      createAccount(world.deps, { email, password: null, name: "Bare", operator, developer: false }, platform);
    const mere = (email: string) => ({ email, merchantId: null, role: null, developer: false, operator: false });
    const signInFirst = { kind: "unauthenticated", reason: "SESSION" };
    const hashOf = ({ id }: { id: string }) => world.rows("select password_hash from account where id = $1", [id]);

    test.each([
      { made: "before the invitation", accountFirst: true },
      { made: "after it", accountFirst: false },
    ])("an OWNER, who sees the link, does not get hold of it: made $made", async ({ accountFirst }) => {
      const email = someEmail();
      const first = accountFirst ? await bare(email, true) : null;
      const token = await invite(offer(email));
      const victim = first ?? (await bare(email, true));
      expect(await getInvitation(world.deps, { token })).toMatchObject({ accountExists: true });
      await expect(accept(token)).rejects.toMatchObject(signInFirst);
      expect(await hashOf(victim)).toEqual([{ password_hash: null }]);
    });

    test("nor does a key get hold of an operator's that could make no operator", async () => {
      const email = someEmail();
      const victim = await bare(email, true);
      const token = await invite(mere(email), byKey("accounts:write"));
      await expect(accept(token)).rejects.toMatchObject(signInFirst);
      expect(await hashOf(victim)).toEqual([{ password_hash: null }]);
    });

    test("an operator's gets its first password from an operator, or by the offer that only their like may make", async () => {
      const [first, second] = [someEmail(), someEmail()];
      await bare(first, true);
      await bare(second, true);
      expect((await accept(await invite(mere(first), operator.call))).account.operator).toBe(true);
      const asOperator = { ...mere(second), operator: true };
      expect((await accept(await invite(asOperator, platform))).account.operator).toBe(true);
    });
  });

  test("a member who has more already keeps it", async () => {
    const token = await invite({ ...offer(owner.email), role: "MEMBER" });
    await accept(token, owner.call);
    const { members } = await getMerchant(world.deps, { merchantId }, platform);
    expect(members).toMatchObject([{ accountId: owner.accountId, role: "OWNER" }]);
  });
});

describe("who may offer what", () => {
  test("an OWNER offers places in their merchant and no platform role", async () => {
    const email = someEmail();
    const manager = await addAccount(world);
    await upsertMembership(world.deps, { merchantId, accountId: manager.accountId, role: "MANAGER" }, platform);
    await expect(invite(offer(email), manager.call)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "OWNER_ONLY",
    });
    await expect(invite(offer(email), (await addAccount(world)).call)).rejects.toMatchObject({ kind: "not_found" });
    for (const more of [{ developer: true }, { operator: true }, { merchantId: null, role: null }]) {
      await expect(invite({ ...offer(email), ...more })).rejects.toMatchObject({ kind: "permission_denied" });
    }
  });

  test("an operator offers anything; a key an operator's place only with every accounts right", async () => {
    const all = { email: someEmail(), merchantId: null, role: null, developer: true, operator: true };
    await expect(invite(all, byKey("accounts:write"))).rejects.toMatchObject({ kind: "permission_denied" });
    const token = await invite(all, operator.call);
    expect((await accept(token)).account).toMatchObject({ developer: true, operator: true });
  });

  describe("and may no more", () => {
    const asOperator = () => ({ email: someEmail(), merchantId: null, role: null, developer: false, operator: true });
    const demote = (role: "MANAGER" | null) => async () => {
      const { accountId } = owner;
      await upsertMembership(
        world.deps,
        { merchantId, accountId: (await addAccount(world)).accountId, role: "OWNER" },
        platform,
      );
      if (role === null) await removeMembership(world.deps, { merchantId, accountId }, platform);
      else await upsertMembership(world.deps, { merchantId, accountId, role }, platform);
    };

    test.each([
      { name: "an OWNER who is MANAGER now", lose: demote("MANAGER") },
      { name: "an OWNER who is no member now", lose: demote(null) },
      {
        name: "an OWNER who is suspended",
        lose: () =>
          suspendAccount(world.deps, { accountId: owner.accountId, reasonCode: "LEFT", reasonText: null }, platform),
      },
    ])("$name: the offer from before is gone", async ({ lose }) => {
      const guest = await addAccount(world);
      const [newcomers, guests] = [await invite(offer(someEmail())), await invite(offer(guest.email))];
      await lose();
      await expect(getInvitation(world.deps, { token: newcomers })).rejects.toMatchObject(gone);
      await expect(accept(newcomers)).rejects.toMatchObject(gone);
      await expect(accept(guests, guest.call)).rejects.toMatchObject(gone);
      const asked = { merchantId, emailPrefix: "", includeEnded: true, page: { pageSize: 0, pageToken: "" } };
      const { items } = await listInvitations(world.deps, asked, platform);
      expect(items.map(({ state }) => state)).toEqual(["REVOKED", "REVOKED"]);
    });

    test("an operator who is none now: nobody becomes one by the offer from before", async () => {
      const former = await addAccount(world, { operator: true });
      const [operators, managers] = [
        await invite(asOperator(), former.call),
        await invite(offer(someEmail()), former.call),
      ];
      const { accountId } = former;
      await setAccountRoles(world.deps, { accountId, operator: false, developer: true }, platform);
      await expect(accept(operators)).rejects.toMatchObject(gone);
      await expect(accept(managers)).rejects.toMatchObject(gone);
    });

    test("an operator who owns the merchant besides still offers places in it", async () => {
      const former = await addAccount(world, { operator: true });
      const { accountId } = former;
      await upsertMembership(world.deps, { merchantId, accountId, role: "OWNER" }, platform);
      const token = await invite(offer(someEmail()), former.call);
      await setAccountRoles(world.deps, { accountId, operator: false, developer: false }, platform);
      await accept(token);
    });
  });

  test("role and merchant come together, and the e-mail is one", async () => {
    const faulty = { ...offer("no"), role: null };
    await expect(invite(faulty, platform)).rejects.toMatchObject({
      violations: [{ field: "email" }, { field: "role" }],
    });
    await expect(invite({ ...offer(someEmail()), merchantId: null }, platform)).rejects.toMatchObject({
      violations: [{ field: "role" }],
    });
    await expect(invite({ ...offer(someEmail()), merchantId: "nobody" }, platform)).rejects.toMatchObject({
      kind: "not_found",
    });
  });

  test("the newcomer's name and password are judged like any other", async () => {
    const token = await invite(offer(someEmail()));
    const faulty = acceptInvitation(world.deps, { token, name: "", password: "short" }, page);
    await expect(faulty).rejects.toMatchObject({ violations: [{ field: "name" }, { field: "password" }] });
    await accept(token);
  });
});

describe("PASSWORD_SIGN_IN=off: an invitation", () => {
  const signInFirst = { kind: "unauthenticated", reason: "SESSION" };
  const closed = () => ({ ...world.deps, allowPasswords: false });

  test("makes no account with a password, and waits for the one that the platform's login makes", async () => {
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

  test("is taken up by the account of its e-mail that is signed in, and by no other", async () => {
    const guest = await addAccount(world);
    const token = await invite(offer(guest.email));
    const taking = { token, name: "", password: "" };
    await expect(acceptInvitation(closed(), taking, owner.call)).rejects.toMatchObject({ reason: "OTHER_ACCOUNT" });
    expect((await acceptInvitation(closed(), taking, guest.call)).session).toBeNull();
    const { members } = await getMerchant(world.deps, { merchantId }, platform);
    expect(members).toContainEqual(expect.objectContaining({ accountId: guest.accountId, role: "MANAGER" }));
  });
});
