import { describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { createPasswordResetLink } from "../../../../src/service/accounts/create-password-reset-link.ts";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { addAccount, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, perTest, useWorld } from "../../../support/world/fixtures.ts";
import { inviteWith, offerOf } from "../../../support/world/invitations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));

const UNVERIFIED = { kind: "failed_precondition", reason: "EMAIL_UNVERIFIED" };

const rolesOf = (accountId: string, roles: { operator: boolean; developer: boolean }) => ({ accountId, ...roles });

const stranger = perTest(() => addUnverifiedAccount(world));

const read = async (accountId: string) => (await getAccount(world.deps, { accountId, email: null }, platform)).account;

test("requires an operator or every accounts permission", async () => {
  const { accountId, call } = await addAccount(world);
  for (const by of [operator.call, byKey("accounts:write", "accounts:read")]) {
    const roles = { operator: by === operator.call, developer: true };
    expect(await setAccountRoles(world.deps, rolesOf(accountId, roles), by)).toMatchObject(roles);
  }
  for (const by of [call, page, byKey("accounts:write")]) {
    const refused = setAccountRoles(world.deps, rolesOf(accountId, { operator: true, developer: true }), by);
    await expect(refused).rejects.toMatchObject({ kind: "permission_denied", reason: "OPERATOR_ONLY" });
  }
});

test("operators cannot remove their own role; an unknown account is NOT_FOUND", async () => {
  const own = setAccountRoles(
    world.deps,
    rolesOf(operator.accountId, { operator: false, developer: true }),
    operator.call,
  );
  await expect(own).rejects.toMatchObject({ kind: "failed_precondition", reason: "OWN_ACCOUNT" });
  const upperCase = rolesOf(operator.accountId.toUpperCase(), { operator: false, developer: true });
  await expect(setAccountRoles(world.deps, upperCase, operator.call)).rejects.toMatchObject({ reason: "OWN_ACCOUNT" });
  for (const accountId of ["x", "00000000-0000-7000-8000-000000000000"]) {
    const refused = setAccountRoles(
      world.deps,
      rolesOf(accountId, { operator: false, developer: true }),
      operator.call,
    );
    await expect(refused).rejects.toMatchObject({ kind: "not_found" });
  }
});

test("an operator makes others operators only with a recent proof of identity", async () => {
  const [{ accountId }, { call }] = [await addAccount(world), await addAccount(world, { operator: true })];
  await expireProof(world, call);
  await setAccountRoles(world.deps, rolesOf(accountId, { operator: false, developer: true }), call);
  const grant = () => setAccountRoles(world.deps, rolesOf(accountId, { operator: true, developer: true }), call);
  const create = { email: "another@example.com", password: null, name: "Another", operator: true, developer: false };
  await expect(grant()).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await expect(createAccount(world.deps, create, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  expect(await grant()).toMatchObject({ operator: true });
});

test("an account with an unverified e-mail gets neither operator nor developer", async () => {
  const { accountId } = stranger;
  for (const call of [operator.call, platform]) {
    const wanted = { accountId, operator: true, developer: true };
    await expect(setAccountRoles(world.deps, wanted, call)).rejects.toMatchObject(UNVERIFIED);
  }
  expect(await read(accountId)).toMatchObject({ operator: false, developer: true });
  await setAccountRoles(world.deps, { accountId, operator: false, developer: false }, platform);
  const back = setAccountRoles(world.deps, { accountId, operator: false, developer: true }, platform);
  await expect(back).rejects.toMatchObject(UNVERIFIED);
});

test("an account that loses a role does not get it back through an invitation that was open before", async () => {
  const account = await addAccount(world, { operator: true, developer: true });
  const { email, accountId } = account;
  const invite = (roles: object) => inviteWith(world, { ...offerOf(email), ...roles }, operator.call);
  const [toOperator, toDeveloper] = [await invite({ operator: true }), await invite({ developer: true })];
  const accept = (token: string) =>
    requestErrorOf(acceptInvitation(world.deps, { token, name: "", password: PASSWORD }, account.call));
  await setAccountRoles(world.deps, rolesOf(accountId, { operator: false, developer: true }), operator.call);
  expect(await accept(toOperator)).toMatchObject({ reason: "INVITATION_NOT_FOUND" });
  await acceptInvitation(world.deps, { token: toDeveloper, name: "", password: PASSWORD }, account.call);
  expect(await read(accountId)).toMatchObject({ operator: false, developer: true });
});

describe("a link for a password from a key that may not create operators", () => {
  const linkFor = async ({ accountId }: { accountId: string }) => {
    const { url } = await createPasswordResetLink(world.deps, { accountId }, byKey("accounts:write"));
    return new URL(url).searchParams.get("token")!;
  };
  const reset = (token: string) => requestErrorOf(resetPassword(world.deps, { token, newPassword: PASSWORD }, page));

  test("ends when the account becomes an operator", async () => {
    const account = await addAccount(world);
    const token = await linkFor(account);
    await setAccountRoles(world.deps, rolesOf(account.accountId, { operator: true, developer: false }), operator.call);
    expect(await reset(token)).toMatchObject({ reason: "LINK_NOT_FOUND" });
  });

  test("ends when the account accepts an invitation to operators", async () => {
    const account = await addAccount(world);
    const token = await linkFor(account);
    const invited = await inviteWith(world, { ...offerOf(account.email), operator: true }, operator.call);
    await acceptInvitation(world.deps, { token: invited, name: "", password: PASSWORD }, account.call);
    expect(await reset(token)).toMatchObject({ reason: "LINK_NOT_FOUND" });
  });
});
