import { expect, test } from "vitest";
import { createRecoveryCodes } from "../../../../src/service/accounts/create-recovery-codes.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { removeTotp } from "../../../../src/service/accounts/remove-totp.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  addAccountWithTotp,
  codeOf,
  expireProof,
  VERIFICATION_REQUIRED,
} from "../../../support/world/second-factors.ts";

const world = useWorld();

test("15 minutes after the sign-in, a change of the second factors needs the password of an account without one", async () => {
  const { call } = await addAccount(world);
  await expireProof(world, call);
  await expect(startTotpSetup(world.deps, { replace: false }, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await expect(
    reauthenticate(world.deps, { proof: { kind: "password", password: "wrong horse battery" } }, call),
  ).rejects.toMatchObject({ reason: "CREDENTIALS" });
  await expect(startTotpSetup(world.deps, { replace: false }, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await startTotpSetup(world.deps, { replace: false }, call);
});

test("with a second factor, a change needs that factor: the password does not suffice", async () => {
  const { call, secret } = await addAccountWithTotp(world);
  await expireProof(world, call);
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
