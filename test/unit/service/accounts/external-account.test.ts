import { beforeEach, describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { closeMerchant } from "../../../../src/service/accounts/close-merchant.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount, addMerchant, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { useExternalWorld } from "./external-world.ts";

const world = useExternalWorld();
beforeEach(() => world.changePerson());

describe("accounts are never linked by e-mail", () => {
  test("the verified e-mail of another account is not assigned: the identity gets its own account", async () => {
    const local = await addAccount(world);
    world.provider.person = { ...world.provider.person, email: local.email };
    const { session } = await world.signInExternally();
    expect(session.account.id).not.toBe(local.accountId);
    expect(session.account.email).toBeFalsy();
    await signIn(world.deps, { email: local.email, password: PASSWORD }, page);
  });

  test("an unverified e-mail is transferred to the identity that the provider verified", async () => {
    const email = world.provider.person.email as string;
    const squat = await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    const { session } = await world.signInExternally();
    expect(session.account).toMatchObject({ email, emailVerifiedAt: expect.any(Date) });
    expect(session.account.id).not.toBe(squat.account.id);
    const read = { accountId: squat.account.id, email: null };
    expect((await getAccount(world.deps, read, platform)).account).toMatchObject({ email: null });
    await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
  });

  test("an account without e-mail gets it at a later sign-in if no account has verified it", async () => {
    const email = world.provider.person.email as string;
    world.provider.person = { ...world.provider.person, email_verified: false };
    const first = await world.signInExternally();
    await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    world.provider.person = { ...world.provider.person, email_verified: true };
    const second = await world.signInExternally();
    expect(second.session.account).toMatchObject({ id: first.session.account.id, email });
  });

  test("an e-mail that the provider did not verify is not transferred", async () => {
    const email = world.provider.person.email as string;
    const squat = await signUp(world.deps, { email, password: PASSWORD, name: "Squatter" }, page);
    world.provider.person = { ...world.provider.person, email_verified: false };
    expect((await world.signInExternally()).session.account.email).toBeFalsy();
    const read = { accountId: squat.account.id, email: null };
    expect((await getAccount(world.deps, read, platform)).account).toMatchObject({ email });
  });

  test("the same sub and e-mail of another issuer is another account", async () => {
    const { session } = await world.signInExternally();
    world.otherProvider.person = { ...world.provider.person };
    const other = await world.signInExternally(world.withProvider({}, world.otherProvider), world.otherProvider);
    expect(other.session.account.id).not.toBe(session.account.id);
  });

  test.each([[false], [undefined], ["true"], [1]])(
    "an e-mail with email_verified %j is not stored",
    async (email_verified) => {
      world.provider.person = { ...world.provider.person, email_verified };
      expect((await world.signInExternally()).session.account.email).toBeFalsy();
    },
  );

  test("an e-mail in another claim is not stored: `email_verified` applies to `email` only", async () => {
    world.provider.person = { ...world.provider.person, name: "chosen@example.com" };
    const { session } = await world.signInExternally(world.withProvider({ emailClaim: "name" }));
    expect(session.account.email).toBeFalsy();
    expect(session.account.emailVerifiedAt).toBeFalsy();
  });

  test("password sign-in fails for an external account", async () => {
    const { session } = await world.signInExternally();
    const email = session.account.email!;
    await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
      reason: "CREDENTIALS",
    });
    const call = await bySession(world, session.token);
    const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
    await expect(changePassword(world.deps, change, call)).rejects.toMatchObject({ reason: "NO_PASSWORD" });
  });
});

describe("roles by claim", () => {
  const operator = { claim: "groups", value: "operators" };

  test("an unconfigured claim grants no role", async () => {
    world.provider.person = {
      ...world.provider.person,
      groups: ["operators"],
      operator: true,
      developer: true,
      roles: ["operator"],
    };
    expect((await world.signInExternally()).session.account).toMatchObject({ operator: false, developer: false });
  });

  test("the configured claim grants the operator role, alone or in a list, by exact value", async () => {
    const deps = world.withProvider({ operator });
    for (const [groups, expected] of [
      ["operators", true],
      [["staff", "operators"], true],
      ["operators ", false],
      [["Operators"], false],
      [{ operators: true }, false],
      [["operators-of-the-bar"], false],
      [undefined, false],
    ] as const) {
      world.provider.person = { ...world.provider.person, groups };
      expect((await world.signInExternally(deps)).session.account.operator).toBe(expected);
    }
  });

  test("the operator role ends with the claim at the next sign-in, and with its configuration", async () => {
    world.provider.person = { ...world.provider.person, groups: ["operators"] };
    const first = await world.signInExternally(world.withProvider({ operator }));
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: true } });
    world.provider.person = { ...world.provider.person, groups: [] };
    expect((await world.signInExternally(world.withProvider({ operator }))).session.account.operator).toBe(false);
    expect(await bySession(world, first.session.token)).toMatchObject({ actor: { operator: false } });
    world.provider.person = { ...world.provider.person, groups: ["operators"] };
    await world.signInExternally(world.withProvider({ operator }));
    expect((await world.signInExternally(world.withProvider())).session.account.operator).toBe(false);
    const changes = await world.rows(
      "select detail->>'operator' as operator from audit_event where action = 'account.roles' and account_id = $1 order by id",
      [first.session.account.id],
    );
    expect(changes.map(({ operator: now }) => now)).toEqual(["false", "true", "false"]);
  });

  test("an invitation cannot grant the operator role to an external account", async () => {
    const { session } = await world.signInExternally();
    const offer = { email: session.account.email!, merchantId: null, role: null, developer: false, operator: true };
    const { url } = await createInvitation(world.deps, offer, platform);
    const taking = { token: url.split("/").at(-1)!, name: "", password: "" };
    const call = await bySession(world, session.token);
    await expect(acceptInvitation(world.deps, taking, call)).rejects.toMatchObject({ reason: "EXTERNAL_ACCOUNT" });
  });

  test("the developer role follows its claim, and does not change without one", async () => {
    const developer = { claim: "groups", value: "developers" };
    world.provider.person = { ...world.provider.person, groups: ["developers"] };
    expect((await world.signInExternally(world.withProvider({ developer }))).session.account.developer).toBe(true);
    world.provider.person = { ...world.provider.person, groups: [] };
    expect((await world.signInExternally()).session.account.developer).toBe(true);
    expect((await world.signInExternally(world.withProvider({ developer }))).session.account.developer).toBe(false);
  });
});

describe("memberships by claim", () => {
  const rolesOf = async (accountId: string) => {
    const { memberships } = await getAccount(world.deps, { accountId, email: null }, platform);
    return Object.fromEntries(memberships.map(({ merchantId, role }) => [merchantId, role]));
  };

  test("follow the claim; a membership that was not granted by a claim stays", async () => {
    const deps = world.withProvider({ membershipClaim: "shops" });
    const owner = await addAccount(world);
    const [one, two, given] = [
      await addMerchant(world, owner),
      await addMerchant(world, owner),
      await addMerchant(world, owner),
    ].map(({ merchantId }) => merchantId);
    world.provider.person = { ...world.provider.person, shops: [`${one}:OWNER`, `${two}:MEMBER`] };
    const { id: accountId } = (await world.signInExternally(deps)).session.account;
    expect(await rolesOf(accountId)).toEqual({ [one!]: "OWNER", [two!]: "MEMBER" });
    await upsertMembership(world.deps, { merchantId: given!, accountId, role: "MANAGER" }, owner.call);
    world.provider.person = { ...world.provider.person, shops: [`${two}:MANAGER`, `${given}:OWNER`] };
    await world.signInExternally(deps);
    expect(await rolesOf(accountId)).toEqual({ [two!]: "MANAGER", [given!]: "MANAGER" });
    await world.signInExternally(world.withProvider());
    expect(await rolesOf(accountId)).toEqual({ [given!]: "MANAGER" });
  });

  test("need the configured claim, an existing open merchant and a valid role", async () => {
    const owner = await addAccount(world, { developer: true });
    const { merchantId } = await addMerchant(world, owner);
    const closed = (await addMerchant(world, owner)).merchantId;
    await closeMerchant(world.deps, { merchantId: closed }, platform);
    const test = { merchantId: null, name: "T", ownerAccountId: null, test: true };
    const born = (await createMerchant(world.deps, test, owner.call)).id;
    const deps = world.withProvider({ membershipClaim: "shops" });
    for (const shops of [
      `${merchantId}:OWNER`,
      [`${merchantId}:owner`],
      [`${merchantId}`],
      [`${merchantId}:OWNER:MEMBER`],
      [{ [merchantId]: "OWNER" }],
      [`${closed}:OWNER`, `${born}:OWNER`, "nobody:OWNER", ":OWNER", 7, null],
    ]) {
      world.provider.person = { ...world.provider.person, shops };
      const { id: accountId } = (await world.signInExternally(deps)).session.account;
      expect(await rolesOf(accountId)).toEqual({});
    }
    world.provider.person = { ...world.provider.person, shops: [`${merchantId}:OWNER`] };
    expect(await rolesOf((await world.signInExternally()).session.account.id)).toEqual({});
  });
});
