import { expect, test } from "vitest";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { codeOf } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("a new setup replaces an unconfirmed one, and not a confirmed one", async () => {
  const { call } = await addAccount(world);
  const first = await startTotpSetup(world.deps, { replace: false }, call);
  const second = await startTotpSetup(world.deps, { replace: false }, call);
  await expect(confirmTotpSetup(world.deps, { code: codeOf(first.secret) }, call)).rejects.toThrow();
  await confirmTotpSetup(world.deps, { code: codeOf(second.secret) }, call);
  await expect(startTotpSetup(world.deps, { replace: false }, call)).rejects.toMatchObject({ reason: "TOTP_EXISTS" });
});

test("authenticator apps show the name of the platform and the address of the account", async () => {
  const { call, email } = await addAccount(world);
  const { secret, otpauthUri } = await startTotpSetup(world.deps, { replace: false }, call);
  const { pathname, searchParams } = new URL(otpauthUri);
  expect(decodeURIComponent(pathname)).toContain(`Northgate:${email}`);
  expect([searchParams.get("issuer"), searchParams.get("secret")]).toEqual(["Northgate", secret]);
});

test("the code of a replaced secret is answered so, if the caller sends the secret, and does not count as wrong", async () => {
  const { call } = await addAccount(world);
  const confirm = ({ secret }: { secret: string }) =>
    confirmTotpSetup(world.deps, { code: codeOf(secret), secret }, call);
  const first = await startTotpSetup(world.deps, { replace: false }, call);
  const second = await startTotpSetup(world.deps, { replace: false }, call);
  for (let time = 0; time < 12; time++) await expect(confirm(first)).rejects.toMatchObject({ reason: "TOTP_REPLACED" });
  const wrong = confirmTotpSetup(world.deps, { code: "000000", secret: second.secret }, call);
  await expect(wrong).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  await confirm(second);
  await expect(confirm(first)).rejects.toMatchObject({ reason: "TOTP_EXISTS" });
  const moves = [
    await startTotpSetup(world.deps, { replace: true }, call),
    await startTotpSetup(world.deps, { replace: true }, call),
  ] as const;
  await expect(confirm(moves[0])).rejects.toMatchObject({ reason: "TOTP_REPLACED" });
  expect(await confirm(moves[1])).toEqual([]);
});

test("an account of the external login sets up its second factor there", async () => {
  const { accountId, call } = await addAccount(world);
  await world.rows(
    "insert into external_identity (account_id, iss, sub) values ($1, 'https://i.example', 'sub-of-' || gen_random_uuid())",
    [accountId],
  );
  await expect(startTotpSetup(world.deps, { replace: false }, call)).rejects.toMatchObject({
    reason: "EXTERNAL_ACCOUNT",
  });
});
