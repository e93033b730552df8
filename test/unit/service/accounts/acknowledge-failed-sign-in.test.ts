import { expect, test } from "vitest";
import { acknowledgeFailedSignIn } from "../../../../src/service/accounts/acknowledge-failed-sign-in.ts";
import { completeSignIn } from "../../../../src/service/accounts/complete-sign-in.ts";
import { listSecurityEvents } from "../../../../src/service/accounts/list-security-events.ts";
import type { Call } from "../../../../src/service/call.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { addAccountWithTotp, startSignIn } from "../../../support/world/second-factors.ts";

const world = useWorld();

const eventsOf = async (call: Call, group: "FAILED_SIGN_INS" | null = null) =>
  (await listSecurityEvents(world.deps, { pageSize: 0, pageToken: "", group }, call)).items;

/** An account at which a sign-in failed at its second step. */
async function addFailedSignIn() {
  const account = await addAccountWithTotp(world);
  const { token: pendingToken } = await startSignIn(world, account.email);
  const proof = { kind: "totp", code: "wrong" } as const;
  await expect(completeSignIn(world.deps, { pendingToken, proof }, page)).rejects.toThrow();
  await expect.poll(async () => (await eventsOf(account.call))[0]!.action).toBe("session.refuse");
  return { ...account, failed: (await eventsOf(account.call))[0]! };
}

test("the owner of the account acknowledges a failed sign-in, which the activity lists", async () => {
  const { call, failed } = await addFailedSignIn();
  await acknowledgeFailedSignIn(world.deps, { eventId: failed.id }, call);
  const event = { action: "session.acknowledge", acknowledgedEventId: failed.id, byOther: false };
  expect((await eventsOf(call))[0]).toMatchObject(event);
  expect(await eventsOf(call, "FAILED_SIGN_INS")).toMatchObject([event, { id: failed.id, acknowledgedEventId: null }]);
});

test("another account's event, another kind of event and an unknown id are not found", async () => {
  const { call, failed } = await addFailedSignIn();
  const { call: stranger } = await addAccount(world);
  const other = (await eventsOf(call)).find(({ action }) => action === "session.start")!;
  for (const [eventId, by] of [
    [failed.id, stranger],
    [other.id, call],
    ["", call],
  ] as const) {
    const acknowledged = acknowledgeFailedSignIn(world.deps, { eventId }, by);
    await expect(acknowledged).rejects.toMatchObject({ reason: "SECURITY_EVENT_NOT_FOUND" });
  }
});
