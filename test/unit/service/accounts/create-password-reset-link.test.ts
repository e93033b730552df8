import { expect, test } from "vitest";
import { createPasswordResetLink } from "../../../../src/service/accounts/create-password-reset-link.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { addAccount, addUnverifiedAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { perFile, useWorld } from "../../../support/world/fixtures.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();
const operator = perFile(() => addAccount(world, { operator: true }));
const NEW = "a new and long password";
const create = (accountId: string, call = platform) => createPasswordResetLink(world.deps, { accountId }, call);
const tokenOf = (url: string) => new URL(url).searchParams.get("token") ?? "";

test("gives the platform a link for a day, which does not verify the address", async () => {
  const { email, accountId } = await addUnverifiedAccount(world);
  const { url, expiresAt } = await create(accountId, operator.call);
  expect(url).toMatch(/^https:\/\/auth\.example\.com\/reset-password\?token=[\w-]{43}$/);
  expect(expiresAt / 1_000 - Date.now()).toBeGreaterThan(23 * 3_600_000);
  await resetPassword(world.deps, { token: tokenOf(url), newPassword: NEW }, page);
  expect((await signIn(world.deps, { email, password: NEW }, page)).account.id).toBe(accountId);
  const [account] = await world.rows("select email_verified_at from account where id = $1", [accountId]);
  expect(account!.email_verified_at).toBeNull();
});

test("works without mail", async () => {
  const { accountId } = await addAccount(world);
  const deps = { ...world.deps, sendsMail: false };
  const { url } = await createPasswordResetLink(deps, { accountId }, platform);
  await resetPassword(deps, { token: tokenOf(url), newPassword: NEW }, page);
});

test("is for the platform only; an operator's account needs every accounts permission", async () => {
  const { accountId, call } = await addAccount(world);
  await expect(create(accountId, call)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  await create(accountId, byKey("accounts:write"));
  const other = await addAccount(world, { operator: true });
  await expect(create(other.accountId, byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  await create(other.accountId, platform);
});

test("is refused for accounts that cannot sign in with a password", async () => {
  const { accountId } = await addAccount(world);
  await expect(create("no id")).rejects.toMatchObject({ reason: "ACCOUNT_NOT_FOUND" });
  await world.rows("update account set email_verified_at = null, email = null where id = $1", [accountId]);
  await expect(create(accountId)).rejects.toMatchObject({ kind: "failed_precondition", reason: "NO_PASSWORD" });
});

test("C16 an operator creates it only with a recent proof of identity", async () => {
  const [{ accountId }, { call }] = [await addAccount(world), await addAccount(world, { operator: true })];
  await expireProof(world, call);
  await expect(create(accountId, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await create(accountId, call);
});
