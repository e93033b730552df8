import { expect, test } from "vitest";
import { startPasskeySetup } from "../../../../src/service/accounts/start-passkey-setup.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { expireProof, VERIFICATION_REQUIRED } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("names the account, and excludes its passkeys", async () => {
  const { call, accountId, email, authenticator } = await addAccountWithPasskey(world);
  const options = JSON.parse(await startPasskeySetup(world.deps, call));
  const id = Buffer.from(accountId.replaceAll("-", ""), "hex").toString("base64url");
  expect(options.user).toMatchObject({ id, name: email });
  expect(options.rp.id).toBe("auth.example.com");
  expect(options.excludeCredentials).toMatchObject([{ id: authenticator.id.toString("base64url") }]);
});

test("needs a recent proof of identity", async () => {
  const { call } = await addAccount(world);
  await expireProof(world, call);
  await expect(startPasskeySetup(world.deps, call)).rejects.toMatchObject(VERIFICATION_REQUIRED);
});

test("the twenty-first passkey is refused", async () => {
  const { call, accountId } = await addAccount(world);
  const add = (count: number) =>
    world.rows(
      `insert into passkey (account_id, credential_id, public_key, counter, transports, name)
       select $1, uuid_send(gen_random_uuid()), '', 0, '{}', 'Key' from generate_series(1, $2::int)`,
      [accountId, count],
    );
  await add(19);
  await startPasskeySetup(world.deps, call);
  await add(1);
  await expect(startPasskeySetup(world.deps, call)).rejects.toMatchObject({ reason: "PASSKEY_LIMIT" });
});

test.each(["https://192.0.2.1", "http://[::1]:8080"])("is refused under the IP address %s", async (publicUrl) => {
  const { call } = await addAccount(world);
  const started = startPasskeySetup({ ...world.deps, publicUrl }, call);
  await expect(started).rejects.toMatchObject({ reason: "PASSKEYS_OFF" });
});
