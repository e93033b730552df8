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
