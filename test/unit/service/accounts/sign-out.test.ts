import { expect, test } from "vitest";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const world = useWorld();

test("C10 the token is invalid after sign-out", async () => {
  const { token, call } = await addAccount(world);
  await signOut(world.deps, call);
  expect(await resolveSession(world.deps, token)).toBeNull();
  await signOut(world.deps, call);
});
