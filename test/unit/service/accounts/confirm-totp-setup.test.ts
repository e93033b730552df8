import { expect, test } from "vitest";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf, decodeBase32 } from "../../../support/world/second-factors.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("the app counts only after its first correct code, which ends the other sessions and gives ten recovery codes", async () => {
  const { accountId, email, call } = await addAccount(world);
  const { secret } = await startTotpSetup(world.deps, call);
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
