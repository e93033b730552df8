import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { createRecoveryCodes } from "../../../../src/service/accounts/create-recovery-codes.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { removeTotp } from "../../../../src/service/accounts/remove-totp.ts";
import { resetSecondFactor } from "../../../../src/service/accounts/reset-second-factor.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf, startSignIn } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

const VERIFICATION_REQUIRED = { kind: "failed_precondition", reason: "VERIFICATION_REQUIRED" };

/** Lets the last proof of identity of the session become 16 minutes old. */
const wait = ({ actor }: Call) =>
  world.rows("update session set verified_at = verified_at - interval '16 minutes' where id = $1", [actor!.sessionId]);

test("15 minutes after the sign-in, a change of the second factors needs the password of an account without one", async () => {
  const { call } = await addAccount(world);
  await wait(call);
  await expect(startTotpSetup(world.deps, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await expect(
    reauthenticate(world.deps, { proof: { kind: "password", password: "wrong horse battery" } }, call),
  ).rejects.toMatchObject({ reason: "CREDENTIALS" });
  await expect(startTotpSetup(world.deps, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await startTotpSetup(world.deps, call);
});

test("with a second factor, a change needs that factor: the password does not suffice", async () => {
  const { call, secret } = await addAccountWithTotp(world);
  await wait(call);
  for (const change of [removeTotp, createRecoveryCodes]) {
    await expect(change(world.deps, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  }
  const password = reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await expect(password).rejects.toMatchObject({ reason: "SECOND_FACTOR_REQUIRED" });
  const wrong = reauthenticate(world.deps, { proof: { kind: "recovery_code", code: "AAAA-AAAA-AAAA-AAAA" } }, call);
  await expect(wrong).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  await reauthenticate(world.deps, { proof: { kind: "totp", code: codeOf(secret) } }, call);
  await removeTotp(world.deps, call);
});

test("guessing codes in a session is limited", async () => {
  const { call, secret } = await addAccountWithTotp(world);
  const guess = (code: string) => reauthenticate(world.deps, { proof: { kind: "totp", code } }, call);
  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");
  for (let n = 0; n < 10; n++) await expect(guess(wrong)).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  await expect(guess(codeOf(secret))).rejects.toMatchObject({ reason: "RATE_LIMITED" });
});

test("new recovery codes replace the old ones", async () => {
  const { email, call, recoveryCodes } = await addAccountWithTotp(world);
  const codes = await createRecoveryCodes(world.deps, call);
  const recover = async (code: string) => {
    const { token: pendingToken } = await startSignIn(world, email);
    return completeSignIn(world.deps, { pendingToken, proof: { kind: "recovery_code", code } }, page);
  };
  await expect(recover(recoveryCodes[0]!)).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  await recover(codes[0]!);
  const { call: without } = await addAccount(world);
  await expect(createRecoveryCodes(world.deps, without)).rejects.toMatchObject({ reason: "NO_SECOND_FACTOR" });
});

test("without the last second factor the password suffices again, and the recovery codes are gone", async () => {
  const { email, call } = await addAccountWithTotp(world);
  await removeTotp(world.deps, call);
  expect(await getSecondFactors(world.deps, call)).toMatchObject({ totpAt: null, recoveryCodes: 0 });
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("the platform resets the second factor and ends all sessions; others may not", async () => {
  const { accountId, email, token } = await addAccountWithTotp(world);
  const stranger = await addAccount(world);
  const reset = (call: Call) => resetSecondFactor(world.deps, { accountId }, call);
  await expect(reset(stranger.call)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  expect((await reset(platform)).secondFactorAt ?? null).toBeNull();
  expect(await resolveSession(world.deps, token)).toBeNull();
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("an operator's second factor is reset only with every accounts permission", async () => {
  const { accountId } = await addAccountWithTotp(world);
  const reset = (call: Call) => resetSecondFactor(world.deps, { accountId }, call);
  await world.rows("update account set operator = true where id = $1", [accountId]);
  await expect(reset(byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  expect((await reset(platform)).secondFactorAt ?? null).toBeNull();
});

test("an account of the external login sets up its second factor there", async () => {
  const { accountId, call } = await addAccount(world);
  await world.rows(
    "insert into external_identity (account_id, iss, sub) values ($1, 'https://i.example', 'sub-of-' || gen_random_uuid())",
    [accountId],
  );
  await expect(startTotpSetup(world.deps, call)).rejects.toMatchObject({ reason: "EXTERNAL_ACCOUNT" });
});
