import { expect, test } from "vitest";
import { listSessions } from "../../../../src/service/accounts/list-sessions.ts";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { signOut } from "../../../../src/service/accounts/sign-out.ts";
import { addAccount, bySession, PASSWORD } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const world = useWorld();

test("lists the live sessions of the account only, the current one first, with browser and network", async () => {
  const { email, call } = await addAccount(world);
  await addAccount(world);
  const phone = { ...page, address: "2001:db8:1:2::3", userAgent: "Mozilla/5.0 (Android)" };
  const onPhone = await signIn(world.deps, { email, password: PASSWORD }, phone);
  const ended = await signIn(world.deps, { email, password: PASSWORD }, page);
  await signOut(world.deps, await bySession(world, ended.token));
  const idle = await signIn(world.deps, { email, password: PASSWORD }, page);
  const { sessionId: idleId } = (await resolveSession(world.deps, idle.token))!;
  await world.rows("update session set last_seen_at = now() - interval '13 hours' where id = $1", [idleId]);
  const actor = (await resolveSession(world.deps, onPhone.token))!;
  expect(await listSessions(world.deps, { ...call, actor })).toEqual([
    expect.objectContaining({
      sessionId: actor.sessionId,
      current: true,
      network: "2001:db8:1::/48",
      userAgent: "Mozilla/5.0 (Android)",
    }),
    expect.objectContaining({ sessionId: call.actor!.sessionId, current: false, network: "192.0.2.0/24" }),
  ]);
});
