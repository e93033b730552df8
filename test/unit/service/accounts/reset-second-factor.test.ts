import { expect, test } from "vitest";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { resetSecondFactor } from "../../../../src/service/accounts/reset-second-factor.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  addAccountWithTotp,
  codeOf,
  expireProof,
  VERIFICATION_REQUIRED,
} from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("the platform resets the second factor and ends all sessions; others may not", async () => {
  const { accountId, email, token } = await addAccountWithTotp(world);
  const stranger = await addAccount(world);
  const reset = (call: Call) => resetSecondFactor(world.deps, { accountId }, call);
  await expect(reset(stranger.call)).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  expect((await reset(platform)).account.secondFactorAt ?? null).toBeNull();
  expect(await resolveSession(world.deps, token)).toBeNull();
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("an operator's second factor is reset only with every accounts permission", async () => {
  const { accountId } = await addAccountWithTotp(world);
  const reset = (call: Call) => resetSecondFactor(world.deps, { accountId }, call);
  await world.rows("update account set operator = true where id = $1", [accountId]);
  await expect(reset(byKey("accounts:write"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  expect((await reset(platform)).account.secondFactorAt ?? null).toBeNull();
});

test("C16 an operator resets it only with a recent proof of identity", async () => {
  const [{ accountId }, { call, secret }] = [
    await addAccountWithTotp(world),
    await addAccountWithTotp(world, { operator: true }),
  ];
  const reset = () => resetSecondFactor(world.deps, { accountId }, call);
  await expireProof(world, call);
  await expect(reset()).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "totp", code: codeOf(secret) } }, call);
  expect((await reset()).account.secondFactorAt ?? null).toBeNull();
});

test("the reset says how many second factors, unused recovery codes and sessions it removed", async () => {
  const { accountId } = await addAccountWithTotp(world);
  const reset = () => resetSecondFactor(world.deps, { accountId }, platform);
  await world.rows(
    "update recovery_code set used_at = now() where ctid = (select min(ctid) from recovery_code where account_id = $1)",
    [accountId],
  );
  expect(await reset()).toMatchObject({ authenticatorApps: 1, passkeys: 0, recoveryCodes: 9, endedSessions: 1 });
  const none = { authenticatorApps: 0, passkeys: 0, recoveryCodes: 0, endedSessions: 0 };
  expect(await reset()).toMatchObject(none);
  // A setup that was not confirmed is no second factor.
  const { accountId: other, call } = await addAccount(world);
  await startTotpSetup(world.deps, { replace: false }, call);
  expect(await resetSecondFactor(world.deps, { accountId: other }, platform)).toMatchObject(none);
});
