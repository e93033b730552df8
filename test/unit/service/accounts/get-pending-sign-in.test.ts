import { expect, test } from "vitest";
import { getPendingSignIn } from "../../../../src/service/accounts/get-pending-sign-in.ts";
import { addAccountWithPasskey } from "../../../support/world/authenticator.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, startSignIn } from "../../../support/world/second-factors.ts";

const world = useWorld();

test("shows the account and the ways to complete the sign-in of the token, and no other token's", async () => {
  const [app, key] = [await addAccountWithTotp(world), await addAccountWithPasskey(world)];
  const pending = async (email: string) => {
    const { token: pendingToken } = await startSignIn(world, email);
    return getPendingSignIn(world.deps, { pendingToken });
  };
  const [byApp, byPasskey] = [await pending(app.email), await pending(key.email)];
  expect([byApp.factors.totpAt !== null, byApp.passkeyOptions, byApp.factors.recoveryCodes]).toEqual([true, "", 10]);
  expect([byPasskey.factors.totpAt, JSON.parse(byPasskey.passkeyOptions).allowCredentials.length]).toEqual([null, 1]);
  expect([byApp.email, byPasskey.email]).toEqual([app.email, key.email]);
  for (const pendingToken of ["", "x", `${byApp.token.slice(0, -4)}AAAA`]) {
    await expect(getPendingSignIn(world.deps, { pendingToken })).rejects.toMatchObject({ reason: "SIGN_IN_EXPIRED" });
  }
});
