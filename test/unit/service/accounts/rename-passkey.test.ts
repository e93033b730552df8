import { expect, test } from "vitest";
import { getSecondFactors } from "../../../../src/service/accounts/get-second-factors.ts";
import { renamePasskey } from "../../../../src/service/accounts/rename-passkey.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { expireProof } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("renames a passkey without a new proof of identity, and audits it", async () => {
  const { call, accountId } = await addAccountWithPasskey(world);
  await expireProof(world, call);
  const [passkey] = (await getSecondFactors(world.deps, call)).passkeys;
  await renamePasskey(world.deps, { passkeyId: passkey!.id, name: "  Work laptop " }, call);
  expect((await getSecondFactors(world.deps, call)).passkeys).toMatchObject([{ id: passkey!.id, name: "Work laptop" }]);
  const audited = await world.rows(
    "select detail from audit_event where action = 'account.rename_passkey' and account_id = $1",
    [accountId],
  );
  expect(audited).toEqual([{ detail: { passkey: "Work laptop" } }]);
});

test.each(["", " ", "x".repeat(61), "a\u202Eb"])("refuses the name %j", async (name) => {
  const { call } = await addAccount(world);
  await expect(renamePasskey(world.deps, { passkeyId: "x", name }, call)).rejects.toMatchObject({ reason: "INVALID" });
});

test("another account's passkey keeps its name", async () => {
  const [{ call }, owner] = [await addAccount(world), await addAccountWithPasskey(world)];
  const [passkey] = (await getSecondFactors(world.deps, owner.call)).passkeys;
  for (const passkeyId of [passkey!.id, "x"]) {
    const renamed = renamePasskey(world.deps, { passkeyId, name: "Mine" }, call);
    await expect(renamed).rejects.toMatchObject({ reason: "PASSKEY_NOT_FOUND" });
  }
  expect((await getSecondFactors(world.deps, owner.call)).passkeys[0]!.name).toBe(passkey!.name);
});
