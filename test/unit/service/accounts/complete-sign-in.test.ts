import { expect, test } from "vitest";
import { Account } from "../../../../src/model/account.ts";
import { changePassword } from "../../../../src/service/accounts/change-password.ts";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { getPendingSignIn } from "../../../../src/service/accounts/get-pending-sign-in.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signIn } from "../../../../src/service/accounts/sign-in.ts";
import { startSession } from "../../../../src/service/accounts/start-session.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { PASSWORD } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf, startSignIn } from "../../../support/world/second-factors.ts";

const world = useWorld();

const SIGN_IN_EXPIRED = { kind: "failed_precondition", reason: "SIGN_IN_EXPIRED" };
const WRONG = { kind: "permission_denied", reason: "SECOND_FACTOR" };

const complete = (pendingToken: string, code: string, call = page) =>
  completeSignIn(world.deps, { pendingToken, proof: { kind: "totp", code } }, call);
const recover = (pendingToken: string, code: string) =>
  completeSignIn(world.deps, { pendingToken, proof: { kind: "recovery_code", code } }, page);
const wrong = (secret: string) => String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");

test("the password alone gives no session, and password with code does", async () => {
  const { accountId, email, secret } = await addAccountWithTotp(world);
  const { session, pending } = await signIn(world.deps, { email, password: PASSWORD }, page);
  expect(session).toBeNull();
  expect(await resolveSession(world.deps, pending!.token)).toBeNull();
  const { token } = await complete(pending!.token, codeOf(secret));
  expect(await resolveSession(world.deps, token)).toMatchObject({ accountId });
  const [row] = await world.rows(
    "select authenticated_by from session where account_id = $1 order by id desc limit 1",
    [accountId],
  );
  expect(row).toEqual({ authenticated_by: ["password", "totp"] });
});

test("no way to sign in starts a session of an account with a second factor without it", async () => {
  const { accountId } = await addAccountWithTotp(world);
  for (const by of ["password", "invitation"] as const) {
    const session = await world.management.transactional(async (tx) => {
      const account = await tx.em.findOneOrFail(Account, { id: accountId });
      return startSession(tx, page, { account, passwordHash: null, by });
    });
    expect(session).toBeNull();
  }
});

test("RFC 6238 §5.2: a code is accepted once, also by concurrent sign-ins", async () => {
  const { email, secret } = await addAccountWithTotp(world);
  const code = codeOf(secret);
  const pending = await Promise.all([1, 2, 3, 4].map(() => startSignIn(world, email)));
  const outcomes = await Promise.allSettled(pending.map(({ token }) => complete(token, code)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(complete((await startSignIn(world, email)).token, code)).rejects.toMatchObject(WRONG);
});

test("a pending sign-in is used once", async () => {
  const { email, secret, recoveryCodes } = await addAccountWithTotp(world);
  const { token } = await startSignIn(world, email);
  await complete(token, codeOf(secret));
  await expect(recover(token, recoveryCodes[0]!)).rejects.toMatchObject(SIGN_IN_EXPIRED);
  await expect(getPendingSignIn(world.deps, { pendingToken: token })).rejects.toMatchObject(SIGN_IN_EXPIRED);
});

test("a recovery code works once, and only for its account", async () => {
  const { email, recoveryCodes } = await addAccountWithTotp(world);
  const other = await addAccountWithTotp(world);
  expect(recoveryCodes).toHaveLength(10);
  await recover((await startSignIn(world, email)).token, recoveryCodes[0]!.toLowerCase());
  await expect(recover((await startSignIn(world, email)).token, recoveryCodes[0]!)).rejects.toMatchObject(WRONG);
  const { token } = await startSignIn(world, other.email);
  await expect(recover(token, recoveryCodes[1]!)).rejects.toMatchObject(WRONG);
});

test("five wrong codes end the pending sign-in", async () => {
  const { email, secret } = await addAccountWithTotp(world);
  const { token } = await startSignIn(world, email);
  for (let n = 0; n < 5; n++) await expect(complete(token, wrong(secret))).rejects.toMatchObject(WRONG);
  await expect(complete(token, codeOf(secret))).rejects.toMatchObject(SIGN_IN_EXPIRED);
});

test("L6 ten wrong codes from one address use up the limit of failed sign-ins there, with a new password each time", async () => {
  const { email, secret } = await addAccountWithTotp(world);
  for (let n = 0; n < 10; n++) {
    const { token } = await startSignIn(world, email);
    await expect(complete(token, wrong(secret))).rejects.toMatchObject(WRONG);
  }
  await expect(signIn(world.deps, { email, password: PASSWORD }, page)).rejects.toMatchObject({
    reason: "RATE_LIMITED",
  });
});

test("L6 twenty wrong codes from many addresses refuse further codes of the account, also the right one", async () => {
  const { accountId, email, secret, recoveryCodes } = await addAccountWithTotp(world);
  const from = (n: number) => ({ ...page, address: `198.51.100.${n}` });
  for (let n = 0; n < 20; n++) {
    const { token } = await startSignIn(world, email, from(n));
    await expect(complete(token, wrong(secret), from(n))).rejects.toMatchObject(WRONG);
  }
  const { token } = await startSignIn(world, email, from(99));
  await expect(complete(token, codeOf(secret), from(99))).rejects.toMatchObject({ reason: "RATE_LIMITED" });
  await expect(recover(token, recoveryCodes[0]!)).rejects.toMatchObject({ reason: "RATE_LIMITED" });
  const audited = "select detail from audit_event where action = 'account.lock_out' and account_id = $1";
  await expect.poll(() => world.rows(audited, [accountId])).toEqual([{ detail: { scope: "account" } }]);
});

test("a new password, a suspension and ten minutes end the pending sign-in", async () => {
  const { accountId, email, secret, call } = await addAccountWithTotp(world);
  const before = await startSignIn(world, email);
  await changePassword(world.deps, { currentPassword: PASSWORD, newPassword: "another horse battery" }, call);
  await expect(complete(before.token, codeOf(secret))).rejects.toMatchObject(SIGN_IN_EXPIRED);
  const old = await addAccountWithTotp(world);
  const { token } = await startSignIn(world, old.email);
  await world.rows("update pending_sign_in set expires_at = clock_timestamp() where account_id = $1", [old.accountId]);
  await expect(complete(token, codeOf(old.secret))).rejects.toMatchObject(SIGN_IN_EXPIRED);
  const blocked = await addAccountWithTotp(world);
  const late = await startSignIn(world, blocked.email);
  const suspension = { accountId: blocked.accountId, reasonCode: "abuse", reasonText: null };
  await suspendAccount(world.deps, suspension, platform);
  await expect(complete(late.token, codeOf(blocked.secret))).rejects.toMatchObject(SIGN_IN_EXPIRED);
  expect(accountId).not.toBe(blocked.accountId);
});

test.each(["", "x", "A".repeat(43)])("an unknown token is SIGN_IN_EXPIRED: %j", async (token) => {
  await expect(complete(token, "000000")).rejects.toMatchObject(SIGN_IN_EXPIRED);
});
