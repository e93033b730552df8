import { expect, test, vi } from "vitest";
import { verifyAbsentAccount, verifyPassword } from "../../../../src/credential/password.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { useWorld } from "../../../support/world/fixtures.ts";

const passwords = { verifyPassword: vi.fn(verifyPassword), verifyAbsentAccount: vi.fn(verifyAbsentAccount) };

const world = useWorld({ passwords });

test("C10 the token is invalid after sign-out", async () => {
  const { token, call } = await addAccount(world);
  await signOut(world.deps, call);
  expect(await resolveSession(world.deps, token)).toBeNull();
  await signOut(world.deps, call);
});
