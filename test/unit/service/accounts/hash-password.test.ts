import { expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { closeAccount } from "../../../../src/service/accounts/close-account.ts";
import { createAccount } from "../../../../src/service/accounts/create-account.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createPasswordResetLink } from "../../../../src/service/accounts/create-password-reset-link.ts";
import { getSignInOptions } from "../../../../src/service/accounts/get-sign-in-options.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { signUp } from "../../../../src/service/accounts/sign-up.ts";
import { createLimits } from "../../../../src/service/limits/limits.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { reasonOf } from "../../../support/world/rejections.ts";
import { signIn } from "../../../support/world/sign-in.ts";
import { WINDOWS } from "../../../support/world/world.ts";

const world = useWorld();

test("all password hashing goes through the password queue", async () => {
  const { call } = await addAccount(world);
  const limits = createLimits({ ...world.deps, windows: WINDOWS, queueLimits: { perKey: 0, total: 0 } });
  const full = { ...world.deps, limits };
  const limited = { kind: "resource_exhausted", reason: "RATE_LIMITED" };
  const account = { email: "full@example.com", password: PASSWORD, name: "Full", operator: false, developer: false };
  const { url } = await createInvitation(
    world.deps,
    { email: "full@example.com", merchantId: null, role: null, developer: true, operator: false },
    platform,
  );
  expect(
    await reasonOf(signUp(full, { email: "full@example.com", password: PASSWORD, name: "Full" }, page)),
  ).toMatchObject(limited);
  expect(await reasonOf(signIn(full, { email: "full@example.com", password: PASSWORD }, page))).toMatchObject(limited);
  expect(
    await reasonOf(acceptInvitation(full, { token: url.split("/").at(-1)!, name: "Full", password: PASSWORD }, page)),
  ).toMatchObject(limited);
  expect(await reasonOf(createAccount(full, account, platform))).toMatchObject(limited);
  expect(
    await reasonOf(changePassword(full, { currentPassword: PASSWORD, newPassword: PASSWORD }, call)),
  ).toMatchObject(limited);
});

test("NIST SP 800-63B §5.1.1.2: a person cannot choose a password that is easy to guess", async () => {
  const { email, accountId, call } = await addAccount(world);
  const { deps } = world;
  const common = { email: "common@example.com", name: "Common", password: "common@example.com" };
  const offer = { merchantId: null, role: null, developer: true, operator: false };
  const { url: invitation } = await createInvitation(deps, { email: common.email, ...offer }, platform);
  const { url: link } = await createPasswordResetLink(deps, { accountId }, platform);
  const token = new URL(link).searchParams.get("token")!;
  const refused = (field: string) => ({ reason: "INVALID", violations: [{ field, reason: "TOO_COMMON" }] });
  await expect(signUp(deps, common, page)).rejects.toMatchObject(refused("password"));
  await expect(acceptInvitation(deps, { ...common, token: invitation.split("/").at(-1)! }, page)).rejects.toMatchObject(
    refused("password"),
  );
  await expect(
    changePassword(deps, { currentPassword: PASSWORD, newPassword: "northgate2026" }, call),
  ).rejects.toMatchObject(refused("new_password"));
  await expect(resetPassword(deps, { token, newPassword: email }, page)).rejects.toMatchObject(refused("new_password"));
  await resetPassword(deps, { token, newPassword: "another horse battery" }, page);
  // The platform decides about the passwords that it gives, such as those of accounts from another system.
  await createAccount(deps, { ...common, operator: false, developer: false }, platform);
});

test("PASSWORD_SIGN_IN=off rejects sign-in, sign-up and what needs the password of the account", async () => {
  const { email, call } = await addAccount(world);
  const closed = { ...world.deps, allowPasswords: false };
  const refusal = { kind: "permission_denied", reason: "PASSWORD_CLOSED" };
  expect(await getSignInOptions(closed)).toMatchObject({ password: false, signUp: false, externalLabel: null });
  expect(await reasonOf(signIn(closed, { email, password: PASSWORD }, page))).toMatchObject(refusal);
  const stranger = { email: "closed@example.com", password: PASSWORD, name: "New" };
  expect(await reasonOf(signUp(closed, stranger, page))).toMatchObject(refusal);
  const change = { currentPassword: PASSWORD, newPassword: "another horse battery" };
  expect(await reasonOf(changePassword(closed, change, call))).toMatchObject(refusal);
  const move = { newEmail: "new@example.com", currentPassword: PASSWORD };
  expect(await reasonOf(changeEmail(closed, move, call))).toMatchObject(refusal);
  expect(await reasonOf(closeAccount(closed, { currentPassword: PASSWORD }, call))).toMatchObject(refusal);
  expect(await world.rows("select from account where email = $1", [stranger.email])).toEqual([]);
  await signIn(world.deps, { email, password: PASSWORD }, page);
});
