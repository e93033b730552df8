import { expect, test } from "vitest";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { createPasswordResetLink } from "../../../../src/service/accounts/create-password-reset-link.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { requestPasswordReset } from "../../../../src/service/accounts/request-password-reset.ts";
import { resetPassword } from "../../../../src/service/accounts/reset-password.ts";
import { signIn as startSignIn } from "../../../../src/service/accounts/sign-in.ts";
import { signInWithPasskey } from "../../../../src/service/accounts/sign-in-with-passkey.ts";
import { startPasskeySignIn } from "../../../../src/service/accounts/start-passkey-sign-in.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, addUnverifiedAccount, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { addPasskey } from "../../../support/world/authenticator.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { deliver, tokenIn } from "../../../support/world/mails.ts";
import { codeOf } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();
const NEW = "a new and long password";
const gone = { kind: "not_found", reason: "LINK_NOT_FOUND" };
let addresses = 0;

async function linkFor(email: string): Promise<string> {
  const call = { ...page, address: `198.51.100.${++addresses}` };
  await requestPasswordReset(world.deps, { email }, call);
  return tokenIn((await deliver(world)).find(({ content }) => content.kind === "password_reset")!);
}
const reset = (token: string, newPassword = NEW) => resetPassword(world.deps, { token, newPassword }, page);

test("sets the password once, ends all sessions, audits, and notifies the account", async () => {
  const { email, accountId, token: session } = await addAccount(world);
  const token = await linkFor(email);
  await reset(token);
  await expect(bySession(world, session)).rejects.toThrow("the session is over");
  await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
    reason: "CREDENTIALS",
  });
  expect((await signIn(world.deps, { email, password: NEW }, page)).account.id).toBe(accountId);
  expect(await deliver(world)).toMatchObject([{ to: email, content: { kind: "password_changed" } }]);
  await expect(reset(token)).rejects.toMatchObject(gone);
  const audit = "select detail from audit_event where action = 'account.reset_password' and account_id = $1";
  expect(await world.rows(audit, [accountId])).toEqual([{ detail: { mailed: true, ended_sessions: 1 } }]);
});

test("of concurrent uses, one sets its password", async () => {
  const { email } = await addAccount(world);
  const token = await linkFor(email);
  const passwords = Array.from({ length: 5 }, (_, n) => `concurrent password ${n}`);
  const results = await Promise.allSettled(passwords.map((password) => reset(token, password)));
  const won = passwords.filter((_, n) => results[n]!.status === "fulfilled");
  expect(won).toHaveLength(1);
  await signIn(world.deps, { email, password: won[0]! }, page);
});

test("a reset and a change of the password end the other links of the account", async () => {
  const { email, call } = await addAccount(world);
  const [first, second] = [await linkFor(email), await linkFor(email)];
  await reset(second);
  await expect(reset(first)).rejects.toMatchObject(gone);
  const other = await addAccount(world);
  const third = await linkFor(other.email);
  await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: NEW }, other.call);
  await expect(reset(third)).rejects.toMatchObject(gone);
  expect(call.actor).not.toBeNull();
});

test("a link is invalid after its time, for a former address and for a suspended account", async () => {
  const [expired, moved, suspended] = [await addAccount(world), await addAccount(world), await addAccount(world)];
  const tokens = [await linkFor(expired.email), await linkFor(moved.email), await linkFor(suspended.email)];
  const old = "update account_link set expires_at = clock_timestamp() where account_id = $1";
  await world.rows(old, [expired.accountId]);
  await world.rows("update account set email = 'moved@example.com' where id = $1", [moved.accountId]);
  const reason = { reasonCode: "FRAUD", reasonText: null };
  await suspendAccount(world.deps, { accountId: suspended.accountId, ...reason }, platform);
  for (const token of tokens) await expect(reset(token)).rejects.toMatchObject(gone);
  for (const token of ["", "x".repeat(43), "no token"]) await expect(reset(token)).rejects.toMatchObject(gone);
});

test("a mailed link verifies the address", async () => {
  const { email, accountId } = await addUnverifiedAccount(world);
  await deliver(world);
  await reset(await linkFor(email));
  const [account] = await world.rows("select email_verified_at from account where id = $1", [accountId]);
  expect(account!.email_verified_at).not.toBeNull();
});

test("a short password keeps the link", async () => {
  const { email } = await addAccount(world);
  const token = await linkFor(email);
  await expect(reset(token, "short")).rejects.toMatchObject({ violations: [{ field: "new_password" }] });
  await reset(token);
});

test("the first proof of an unverified address removes passkeys, app and recovery codes of an earlier registrant", async () => {
  const { email, accountId, call } = await addUnverifiedAccount(world);
  await deliver(world);
  const { authenticator } = await addPasskey(world, call);
  const { secret } = await startTotpSetup(world.deps, { replace: false }, call);
  await confirmTotpSetup(world.deps, { code: codeOf(secret) }, call);
  await reset(await linkFor(email));
  const owner = await signIn(world.deps, { email, password: NEW }, page);
  expect(owner.account.id).toBe(accountId);
  const own = await bySession(world, owner.token);
  expect(await getSecondFactors(world.deps, own)).toMatchObject({ totpAt: null, passkeys: [], recoveryCodes: 0 });
  const response = authenticator.sign(await startPasskeySignIn(world.deps));
  await expect(signInWithPasskey(world.deps, { response }, page)).rejects.toMatchObject({ reason: "PASSKEY" });
  const audit = "select detail from audit_event where action = 'account.reset_password' and account_id = $1";
  expect(await world.rows(audit, [accountId])).toMatchObject([{ detail: { removed_second_factor: true } }]);
});

test("a link of the platform removes them from an unverified address too", async () => {
  const { email, accountId, call } = await addUnverifiedAccount(world);
  const { authenticator } = await addPasskey(world, call);
  const { url } = await createPasswordResetLink(world.deps, { accountId }, platform);
  await reset(new URL(url).searchParams.get("token")!);
  const response = authenticator.sign(await startPasskeySignIn(world.deps));
  await expect(signInWithPasskey(world.deps, { response }, page)).rejects.toMatchObject({ reason: "PASSKEY" });
  expect((await signIn(world.deps, { email, password: NEW }, page)).account.id).toBe(accountId);
});

test("a reset of a verified address keeps the second factors of its owner", async () => {
  const { email, call } = await addAccount(world);
  await world.rows("update account set email_verified_at = clock_timestamp() where email = $1", [email]);
  await addPasskey(world, call);
  await reset(await linkFor(email));
  const { pending } = await startSignIn(world.deps, { email, password: NEW }, page);
  expect(pending?.factors.passkeys).toHaveLength(1);
});
