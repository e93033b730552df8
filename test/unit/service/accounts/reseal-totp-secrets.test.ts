import { expect, test } from "vitest";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { confirmTotpSetup } from "../../../../src/service/accounts/confirm-totp-setup.ts";
import { startTotpResealing } from "../../../../src/service/accounts/reseal-totp-secrets.ts";
import { startTotpSetup } from "../../../../src/service/accounts/start-totp-setup.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, codeOf, startSignIn } from "../../../support/world/second-factors.ts";
import { createKeys, toKeySet } from "../../../support/world/tokens.ts";

const world = useWorld();

test("after a rotation of TOKEN_KEY, authenticator apps work without the old key, and a replacement starts again", async () => {
  const { email, call, secret } = await addAccountWithTotp(world);
  const { secret: replacement } = await startTotpSetup(world.deps, { replace: true }, call);
  const [added] = createKeys();
  const both = toKeySet(added!, ...world.keys);
  const { management, log } = world.deps;
  const job = startTotpResealing({ management, keys: both, log }, 3_600_000);
  await job.run();
  await job.stop();
  const only = { ...world.deps, keys: toKeySet(added!) };
  const confirmed = confirmTotpSetup(only, { code: codeOf(replacement) }, call);
  await expect(confirmed).rejects.toMatchObject({ reason: "SECOND_FACTOR" });
  const { token: pendingToken } = await startSignIn(world, email);
  const session = await completeSignIn(only, { pendingToken, proof: { kind: "totp", code: codeOf(secret) } }, page);
  expect(session.account.email).toBe(email);
});
