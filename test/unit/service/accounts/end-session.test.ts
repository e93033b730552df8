import { expect, test } from "vitest";
import { endSession } from "../../../../src/service/accounts/end-session.ts";
import { listSecurityEvents } from "../../../../src/service/accounts/list-security-events.ts";
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

test("the event names the device of the ended session", async () => {
  const { accountId, email, call } = await addAccount(world);
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const { token } = await signIn(world.deps, { email, password: PASSWORD }, { ...page, userAgent });
  const { sessionId } = (await resolveSession(world.deps, token))!;
  await endSession(world.deps, { sessionId }, { ...call, userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0" });
  const device = { ended_browser: "Firefox", ended_system: "Linux", browser: "Chrome", system: "Windows" };
  const events = "select detail from audit_event where action = 'session.end' and account_id = $1";
  expect(await world.rows(events, [accountId])).toEqual([{ detail: { session_id: sessionId, ...device } }]);
  const shown = { endedSessions: 1, endedBrowser: "Firefox", endedSystem: "Linux", browser: "Chrome" };
  const { items } = await listSecurityEvents(world.deps, { pageSize: 1, pageToken: "", group: null }, call);
  expect(items).toMatchObject([shown]);
});

test("another account's session and a malformed id are SESSION_NOT_FOUND", async () => {
  const { call } = await addAccount(world);
  const stranger = await addAccount(world);
  for (const sessionId of [stranger.call.actor!.sessionId, "x"]) {
    await expect(endSession(world.deps, { sessionId }, call)).rejects.toMatchObject({ reason: "SESSION_NOT_FOUND" });
  }
  expect(await resolveSession(world.deps, stranger.token)).not.toBeNull();
});
