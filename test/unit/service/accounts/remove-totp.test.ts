import { expect, test } from "vitest";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { removeTotp } from "../../../../src/service/accounts/remove-totp.ts";
import { PASSWORD } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("without the last second factor the password suffices again, and the recovery codes are gone", async () => {
  const { email, call } = await addAccountWithTotp(world);
  await removeTotp(world.deps, call);
  expect(await getSecondFactors(world.deps, call)).toMatchObject({ totpAt: null, recoveryCodes: 0 });
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("an account without an authenticator app has nothing to remove, and its passkeys and codes stay", async () => {
  const { call } = await addAccountWithPasskey(world);
  await removeTotp(world.deps, call);
  const { passkeys, recoveryCodes } = await getSecondFactors(world.deps, call);
  expect([passkeys.length, recoveryCodes]).toEqual([1, 10]);
});
