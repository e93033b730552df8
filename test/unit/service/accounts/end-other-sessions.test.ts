import { expect, test } from "vitest";
import { endOtherSessions } from "../../../../src/service/accounts/end-other-sessions.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("ends the account's other sessions only", async () => {
  const { email, token, call } = await addAccount(world);
  const stranger = await addAccount(world);
  const other = await signIn(world.deps, { email, password: PASSWORD }, page);
  expect(await endOtherSessions(world.deps, call)).toBe(1);
  expect(await resolveSession(world.deps, other.token)).toBeNull();
  expect(await resolveSession(world.deps, token)).not.toBeNull();
  expect(await resolveSession(world.deps, stranger.token)).not.toBeNull();
  expect(await endOtherSessions(world.deps, call)).toBe(0);
});
