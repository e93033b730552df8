import { expect, test } from "vitest";
import { changeEmail } from "../../../../src/service/accounts/change-email.ts";
import { confirmEmail } from "../../../../src/service/accounts/confirm-email.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { someEmail } from "../../../support/world/invitations.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";
import {
  addAccountWithTotp,
  codeOf,
  expireProof,
  VERIFICATION_REQUIRED,
} from "../../../support/world/second-factors.ts";

const world = useWorld();
const ada = perTest(() => addAccount(world));
const change = (newEmail: string, currentPassword = PASSWORD) =>
  changeEmail(world.deps, { newEmail, currentPassword }, ada.call);

test("sends a link to the new address, and a notice to the old one after the change", async () => {
  const email = someEmail();
  await change(email.toUpperCase());
  const mails = await deliver(world);
  expect(mails).toMatchObject([{ to: email, content: { kind: "change_email" } }]);
  await signIn(world.deps, { email: ada.email, password: PASSWORD }, page);
  const account = await confirmEmail(world.deps, { token: tokenIn(mails[0]!) }, ada.call);
  expect(account).toMatchObject({ email });
  expect(account.emailVerifiedAt).not.toBeNull();
  expect(await deliver(world)).toMatchObject([{ to: ada.email, content: { kind: "email_changed", newEmail: email } }]);
  await signIn(world.deps, { email, password: PASSWORD }, page);
  await expect(signIn(world.deps, { email: ada.email, password: PASSWORD }, page)).rejects.toMatchObject({
    reason: "CREDENTIALS",
  });
});

test("needs the password, mail and an address", async () => {
  await expect(change(someEmail(), "a wrong password")).rejects.toMatchObject({ reason: "CREDENTIALS" });
  await expect(change("no")).rejects.toMatchObject({ violations: [{ field: "new_email" }] });
  const off = { ...world.deps, sendsMail: false };
  const request = { newEmail: someEmail(), currentPassword: PASSWORD };
  await expect(changeEmail(off, request, ada.call)).rejects.toMatchObject({ reason: "MAIL_OFF" });
  expect(await deliver(world)).toEqual([]);
});

test("refuses the address that the account has", async () => {
  await expect(change(ada.email.toUpperCase())).rejects.toMatchObject({ reason: "EMAIL_UNCHANGED" });
  expect(await deliver(world)).toEqual([]);
});

test("does not reveal whether another account has the address", async () => {
  const taken = (await addAccount(world)).email;
  for (const email of [taken, someEmail()]) {
    expect(await change(email)).toBeUndefined();
    expect(await deliver(world)).toMatchObject([{ to: email }]);
  }
});

test("C16 with a second factor, the password does not suffice: that factor was used in the last 15 minutes", async () => {
  const { call, secret } = await addAccountWithTotp(world);
  await deliver(world);
  const request = { newEmail: someEmail(), currentPassword: PASSWORD };
  await expireProof(world, call);
  await expect(changeEmail(world.deps, request, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  expect(await deliver(world)).toEqual([]);
  await reauthenticate(world.deps, { proof: { kind: "totp", code: codeOf(secret) } }, call);
  await changeEmail(world.deps, request, call);
  expect(await deliver(world)).toMatchObject([{ to: request.newEmail }]);
});
