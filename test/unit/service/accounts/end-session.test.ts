import { expect, test } from "vitest";
import { endSession } from "../../../../src/service/accounts/end-session.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { addAccount, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("ends one session of the account and records it", async () => {
  const { accountId, email, call } = await addAccount(world);
  const { token } = await signIn(world.deps, { email, password: PASSWORD }, page);
  const { sessionId } = (await resolveSession(world.deps, token))!;
  await endSession(world.deps, { sessionId }, call);
  expect(await resolveSession(world.deps, token)).toBeNull();
  const events = await world.rows("select detail from audit_event where action = 'session.end' and account_id = $1", [
    accountId,
  ]);
  expect(events).toEqual([{ detail: { session_id: sessionId } }]);
  await expect(endSession(world.deps, { sessionId }, call)).rejects.toMatchObject({ reason: "SESSION_NOT_FOUND" });
});

test("another account's session and a malformed id are SESSION_NOT_FOUND", async () => {
  const { call } = await addAccount(world);
  const stranger = await addAccount(world);
  for (const sessionId of [stranger.call.actor!.sessionId, "x"]) {
    await expect(endSession(world.deps, { sessionId }, call)).rejects.toMatchObject({ reason: "SESSION_NOT_FOUND" });
  }
  expect(await resolveSession(world.deps, stranger.token)).not.toBeNull();
});
