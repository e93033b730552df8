import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { createRecoveryCodes } from "../../../../src/service/accounts/create-recovery-codes.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, startSignIn } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("new recovery codes replace the old ones", async () => {
  const { email, call, recoveryCodes } = await addAccountWithTotp(world);
  const codes = await createRecoveryCodes(world.deps, call);
  const recover = async (code: string) => {
    const { token: pendingToken } = await startSignIn(world, email);
    return completeSignIn(world.deps, { pendingToken, proof: { kind: "recovery_code", code } }, page);
  };
  await expect(recover(recoveryCodes[0]!)).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  await recover(codes[0]!);
  const { call: without } = await addAccount(world);
  await expect(createRecoveryCodes(world.deps, without)).rejects.toMatchObject({ reason: "NO_SECOND_FACTOR" });
});
