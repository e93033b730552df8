import { expect, test } from "vitest";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { resetSecondFactor } from "../../../../src/service/accounts/reset-second-factor.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
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

test("C16 an operator resets it only with a recent proof of identity", async () => {
  const [{ accountId }, { call, secret }] = [
    await addAccountWithTotp(world),
    await addAccountWithTotp(world, { operator: true }),
  ];
  const reset = () => resetSecondFactor(world.deps, { accountId }, call);
  await expireProof(world, call);
  await expect(reset()).rejects.toMatchObject(VERIFICATION_REQUIRED);
  await reauthenticate(world.deps, { proof: { kind: "totp", code: codeOf(secret) } }, call);
  expect((await reset()).secondFactorAt ?? null).toBeNull();
});
