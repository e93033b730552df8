import { expect, test } from "vitest";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { reauthenticate } from "../../../../src/service/accounts/reauthenticate.ts";
import { removePasskey } from "../../../../src/service/accounts/remove-passkey.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("with a passkey, a change needs it: the password does not suffice; without the last one it does again", async () => {
  const { email, call, authenticator } = await addAccountWithPasskey(world);
  await expireProof(world, call);
  const { passkeys, passkeyOptions } = await getSecondFactors(world.deps, call);
  const remove = () => removePasskey(world.deps, { passkeyId: passkeys[0]!.id }, call);
  await expect(remove()).rejects.toMatchObject(VERIFICATION_REQUIRED);
  const password = reauthenticate(world.deps, { proof: { kind: "password", password: PASSWORD } }, call);
  await expect(password).rejects.toMatchObject({ reason: "SECOND_FACTOR_REQUIRED" });
  const response = authenticator.sign(passkeyOptions);
  await reauthenticate(world.deps, { proof: { kind: "passkey", response } }, call);
  await remove();
  await expect(remove()).rejects.toMatchObject({ reason: "PASSKEY_NOT_FOUND" });
  expect(await getSecondFactors(world.deps, call)).toMatchObject({
    passkeys: [],
    recoveryCodes: 0,
    passkeyOptions: "",
  });
  await signIn(world.deps, { email, password: PASSWORD }, page);
});

test("another account's passkey is not removed", async () => {
  const [{ call }, owner] = [await addAccount(world), await addAccountWithPasskey(world)];
  const { passkeys } = await getSecondFactors(world.deps, owner.call);
  for (const passkeyId of [passkeys[0]!.id, "x"]) {
    await expect(removePasskey(world.deps, { passkeyId }, call)).rejects.toMatchObject({ reason: "PASSKEY_NOT_FOUND" });
  }
});
