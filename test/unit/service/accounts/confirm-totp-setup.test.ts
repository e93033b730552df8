import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  addAccountWithTotp,
  codeOf,
  decodeBase32,
  expireProof,
  startSignIn,
  VERIFICATION_REQUIRED,
} from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("the app counts only after its first correct code, which ends the other sessions and gives ten recovery codes", async () => {
  const { accountId, email, call } = await addAccount(world);
  const { secret } = await startTotpSetup(world.deps, { replace: false }, call);
  const other = await signIn(world.deps, { email, password: PASSWORD }, page);
  expect(await getSecondFactors(world.deps, call)).toMatchObject({ totpAt: null, recoveryCodes: 0 });
  await expect(confirmTotpSetup(world.deps, { code: "000000" }, call)).rejects.toMatchObject({
    reason: "SECOND_FACTOR",
  });
  const codes = await confirmTotpSetup(world.deps, { code: codeOf(secret) }, call);
  expect(new Set(codes).size).toBe(10);
  expect(await getSecondFactors(world.deps, call)).toMatchObject({ totpAt: expect.any(Number), recoveryCodes: 10 });
  expect(await resolveSession(world.deps, other.token)).toBeNull();
  const events = await world.rows(
    "select action, detail from audit_event where account_id = $1 and action like '%factor'",
    [accountId],
  );
  expect(events).toEqual([{ action: "account.add_second_factor", detail: { method: "totp" } }]);
});

test("the database has neither the secret nor the recovery codes", async () => {
  const { accountId, secret, recoveryCodes } = await addAccountWithTotp(world);
  const rows = await world.rows("select t::text as text from totp_factor t where account_id = $1", [accountId]);
  const codes = await world.rows("select r::text as text from recovery_code r where account_id = $1", [accountId]);
  const text = JSON.stringify([rows, codes]);
  expect(codes).toHaveLength(10);
  expect(text).not.toContain(decodeBase32(secret).toString("hex"));
  for (const code of recoveryCodes) expect(text).not.toContain(code);
});

const WRONG = { reason: "SECOND_FACTOR" };

/** An account with an app on the old phone, which moves to a new one. `enter` signs in with a code. */
async function startMove() {
  const account = await addAccountWithTotp(world);
  const { secret } = await startTotpSetup(world.deps, { replace: true }, account.call);
  const enter = async (proof: { kind: "totp" | "recovery_code"; code: string }) =>
    completeSignIn(world.deps, { pendingToken: (await startSignIn(world, account.email)).token, proof }, page);
  return { ...account, newSecret: secret, enter };
}

test("a replaced app works until the new one is confirmed, and not after that", async () => {
  const { accountId, call, secret, newSecret, recoveryCodes, enter } = await startMove();
  expect(newSecret).not.toBe(secret);
  await expect(enter({ kind: "totp", code: codeOf(newSecret) })).rejects.toMatchObject(WRONG);
  await expect(confirmTotpSetup(world.deps, { code: codeOf(secret) }, call)).rejects.toMatchObject(WRONG);
  await enter({ kind: "totp", code: codeOf(secret) });
  expect(await confirmTotpSetup(world.deps, { code: codeOf(newSecret) }, call)).toEqual([]);
  await expect(enter({ kind: "totp", code: codeOf(secret, 1) })).rejects.toMatchObject(WRONG);
  await enter({ kind: "totp", code: codeOf(newSecret, 1) });
  await enter({ kind: "recovery_code", code: recoveryCodes[0]! });
  const events = "select detail from audit_event where account_id = $1 and action = 'account.replace_second_factor'";
  expect(await world.rows(events, [accountId])).toEqual([{ detail: { method: "totp" } }]);
});

test("RFC 6238 §5.2: the code that confirmed the new app is not accepted again", async () => {
  const { call, newSecret, enter } = await startMove();
  const code = codeOf(newSecret);
  await confirmTotpSetup(world.deps, { code }, call);
  await expect(enter({ kind: "totp", code })).rejects.toMatchObject(WRONG);
  await expect(confirmTotpSetup(world.deps, { code }, call)).rejects.toMatchObject(WRONG);
});

test("a replacement needs a recent proof of identity at its start and at its confirmation", async () => {
  const { call, newSecret, secret, enter } = await startMove();
  await expireProof(world, call);
  const code = codeOf(newSecret);
  await expect(confirmTotpSetup(world.deps, { code }, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await expect(startTotpSetup(world.deps, { replace: true }, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await enter({ kind: "totp", code: codeOf(secret) });
});
