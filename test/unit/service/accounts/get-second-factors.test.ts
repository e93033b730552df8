import { expect, test } from "vitest";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, expireProof } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("says whether a change needs a new proof of identity, and whether the external login decides", async () => {
  const { accountId, call } = await addAccountWithTotp(world);
  const read = () => getSecondFactors(world.deps, call);
  expect(await read()).toMatchObject({
    verificationRequired: false,
    external: false,
    hasPassword: true,
    recoveryCodes: 10,
  });
  await expireProof(world, call);
  await world.rows(
    "insert into external_identity (account_id, iss, sub) values ($1, 'https://i.example', 'sub-' || gen_random_uuid())",
    [accountId],
  );
  expect(await read()).toMatchObject({ verificationRequired: true, external: true });
});

test("says when the recovery codes were created, also after one was used; null without codes", async () => {
  const { accountId, call } = await addAccountWithTotp(world);
  const createdAt = async () => (await getSecondFactors(world.deps, call)).recoveryCodesAt;
  const [row] = await world.rows("select min(created_at) as at from recovery_code where account_id = $1", [accountId]);
  expect(Math.floor((await createdAt())! / 1000)).toBe((row!.at as Date).getTime());
  const before = await createdAt();
  await world.rows("update recovery_code set used_at = now() where account_id = $1", [accountId]);
  expect(await createdAt()).toBe(before);
  expect((await getSecondFactors(world.deps, (await addAccount(world)).call)).recoveryCodesAt).toBeNull();
});

test("has a new challenge in each response", async () => {
  const { call } = await addAccountWithPasskey(world);
  const challenge = async () => JSON.parse((await getSecondFactors(world.deps, call)).passkeyOptions).challenge;
  expect(await challenge()).not.toBe(await challenge());
});

test("under an IP address there are no passkeys", async () => {
  const { call } = await addAccount(world);
  const available = async (publicUrl: string) =>
    (await getSecondFactors({ ...world.deps, publicUrl }, call)).passkeysAvailable;
  expect([await available("https://auth.example.com"), await available("http://127.0.0.1:8080")]).toEqual([
    true,
    false,
  ]);
});
