import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { startTotpResealing } from "../../../../src/service/accounts/reseal-totp-secrets.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf, startSignIn } from "../../../support/world/second-factors.ts";
import { createKeys, toKeySet } from "../../../support/world/tokens.ts";

const world = useWorld();

test("after a rotation of TOKEN_KEY, authenticator apps work without the old key", async () => {
  const { email, secret } = await addAccountWithTotp(world);
  const [added] = createKeys();
  const both = toKeySet(added!, ...world.keys);
  const { management, log } = world.deps;
  const job = startTotpResealing({ management, keys: both, log }, 3_600_000);
  await job.run();
  await job.stop();
  const only = { ...world.deps, keys: toKeySet(added!) };
  const { token: pendingToken } = await startSignIn(world, email);
  const session = await completeSignIn(only, { pendingToken, proof: { kind: "totp", code: codeOf(secret) } }, page);
  expect(session.account.email).toBe(email);
});
