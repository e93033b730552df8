import { expect, test, vi } from "vitest";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { reasonOf, WRONG } from "../../../support/world/rejections.ts";
import {
  addAccountWithTotp,
  codeOf,
  expireProof,
  VERIFICATION_REQUIRED,
} from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const passwords = { verifyPassword: vi.fn(verifyPassword), verifyAbsentAccount: vi.fn(verifyAbsentAccount) };

const world = useWorld({ passwords });

test("ends the account's other sessions and no other account's", async () => {
  const { email, token, call } = await addAccount(world);
  const other = await signIn(world.deps, { email, password: PASSWORD }, page);
  const stranger = await addAccount(world);
  await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another horse battery" }, call);
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  expect(await resolveSession(world.deps, other.token)).toBeNull();
  expect(await resolveSession(world.deps, stranger.token)).not.toBeNull();
  expect(await reasonOf(signIn(world.deps, { email, password: PASSWORD }, page))).toEqual(WRONG);
  await signIn(world.deps, { email, password: "another horse battery" }, page);
});

test("requires the current password, with ten attempts", async () => {
  const { call } = await addAccount(world);
  const change = (currentPassword: string, newPassword = "another horse battery") =>
    reasonOf(changePassword(world.deps, { currentPassword, newPassword }, call));
  expect(await change(PASSWORD, "short")).toMatchObject({ kind: "invalid_argument" });
  for (let n = 0; n < 10; n++) expect(await change("wrong horse battery")).toMatchObject({ reason: "CREDENTIALS" });
  expect(await change(PASSWORD)).toMatchObject({ kind: "resource_exhausted" });
});

test("a concurrent sign-in with the old password gets no session", async () => {
  const { email, call } = await addAccount(world);
  passwords.verifyPassword.mockImplementationOnce(async () => {
    await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another horse battery" }, call);
    return true;
  });
  expect(await reasonOf(signIn(world.deps, { email, password: PASSWORD }, page))).toEqual(WRONG);
});

test("C16 with a second factor, the password does not suffice: that factor was used in the last 15 minutes", async () => {
  const { call, secret } = await addAccountWithTotp(world);
  const request = { currentPassword: PASSWORD, newPassword: "another horse battery" };
  await expireProof(world, call);
  await expect(changePassword(world.deps, request, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "totp", code: codeOf(secret) } }, call);
  await changePassword(world.deps, request, call);
});
