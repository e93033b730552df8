import { expect, test } from "vitest";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { createRecoveryCodes } from "../../../../src/service/accounts/create-recovery-codes.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { removePasskey } from "../../../../src/service/accounts/remove-passkey.ts";
import { removeTotp } from "../../../../src/service/accounts/remove-totp.ts";
import { resetSecondFactor } from "../../../../src/service/accounts/reset-second-factor.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { platform } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf } from "../../../support/world/second-factors.ts";

const world = useWorld();

/** The changes of which an account was notified by mail, oldest first. */
async function announced({ email }: { email: string }) {
  const rows = await world.rows(
    "select payload -> 'content' as content from job where payload ->> 'to' = $1 and kind = 'mail' order by id",
    [email],
  );
  return rows.map(({ content }) => content as Record<string, unknown>);
}

test("an account gets a mail when its authenticator app or its recovery codes change", async () => {
  const account = await addAccountWithTotp(world);
  const { call } = account;
  await createRecoveryCodes(world.deps, call);
  const { secret } = await startTotpSetup(world.deps, { replace: true }, call);
  await confirmTotpSetup(world.deps, { code: codeOf(secret) }, call);
  await removeTotp(world.deps, call);
  await removeTotp(world.deps, call);
  const mails = await announced(account);
  expect(mails.map(({ change }) => change)).toEqual([
    "authenticator_added",
    "recovery_codes_replaced",
    "authenticator_replaced",
    "authenticator_removed",
  ]);
  const url = expect.stringMatching(/\/account\/security$/);
  expect(mails[0]).toEqual({ kind: "second_factor_changed", change: "authenticator_added", passkey: null, url });
});

test("an account gets a mail with the name of a passkey that was added or removed", async () => {
  const account = await addAccountWithPasskey(world);
  const { passkeys } = await getSecondFactors(world.deps, account.call);
  const [{ id: passkeyId, name }] = passkeys as [(typeof passkeys)[0]];
  await removePasskey(world.deps, { passkeyId }, account.call);
  expect(await announced(account)).toMatchObject([
    { change: "passkey_added", passkey: name },
    { change: "passkey_removed", passkey: name },
  ]);
});

test("an account gets a mail when the platform removes its second factors", async () => {
  const account = await addAccountWithTotp(world);
  await resetSecondFactor(world.deps, { accountId: account.accountId }, platform);
  await resetSecondFactor(world.deps, { accountId: account.accountId }, platform);
  expect((await announced(account)).map(({ change }) => change)).toEqual(["authenticator_added", "reset"]);
});
