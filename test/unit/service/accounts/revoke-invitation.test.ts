import { expect, test } from "vitest";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { revokeInvitation } from "../../../../src/service/accounts/revoke-invitation.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import * as store from "../../../../src/store/accounts/invitations.ts";
import { addAccount, type TestAccount } from "../../../support/world/accounts.ts";
import { byKey } from "../../../support/world/calls.ts";
import { useOwnerWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, managerOf, someEmail, tokenOf } from "../../../support/world/invitations.ts";

const { world, operator, owner, shop } = useOwnerWorld();

const invite = (call = owner.call) => createInvitation(world.deps, managerOf(shop.merchantId), call);
const accept = (invitation: { url: string }) => acceptAsGuest(world, tokenOf(invitation));

test("the link is invalid afterwards; a second call changes nothing and audits nothing", async () => {
  const invitation = await invite();
  const withdrawn = await revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call);
  expect(withdrawn.state).toBe("REVOKED");
  await expect(accept(invitation)).rejects.toMatchObject({ reason: "INVITATION_NOT_FOUND" });
  await revokeInvitation(world.deps, { invitationId: invitation.invitationId }, operator.call);
  const rows = await world.rows(
    `select actor_id, merchant_id from audit_event where action = 'invitation.revoke' and detail->>'invitation_id' = $1`,
    [invitation.invitationId],
  );
  expect(rows).toEqual([{ actor_id: owner.accountId, merchant_id: shop.merchantId }]);
});

test("an accepted invitation is INVITATION_USED", async () => {
  const invitation = await invite();
  await accept(invitation);
  await expect(
    revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call),
  ).rejects.toMatchObject({
    kind: "failed_precondition",
    reason: "INVITATION_USED",
  });
});

test("the store does not revoke an accepted invitation", async () => {
  const invitation = await invite();
  await accept(invitation);
  const { management } = world;
  expect(
    await management.transactional(({ query }) => store.revokeInvitation(query, invitation.invitationId, null)),
  ).toBe(false);
  const [row] = await world.rows("select revoked_at from invitation where id = $1", [invitation.invitationId]);
  expect(row).toEqual({ revoked_at: null });
});

test("a concurrent acceptance and revocation have one winner", async () => {
  for (let n = 0; n < 5; n++) {
    const invitation = await invite();
    const outcomes = await Promise.allSettled([
      accept(invitation),
      revokeInvitation(world.deps, { invitationId: invitation.invitationId }, owner.call),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("another account does not find it, a MANAGER cannot revoke it, and only the platform revokes one without merchant", async () => {
  const manager = await addAccount(world);
  const { accountId } = manager;
  await upsertMembership(world.deps, { merchantId: shop.merchantId, accountId, role: "MANAGER" }, owner.call);
  const stranger = await addAccount(world);
  const { invitationId } = await invite();
  const bare = { email: someEmail(), merchantId: null, role: null, developer: true, operator: false };
  const account = await createInvitation(world.deps, bare, operator.call);
  const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };
  const withdraw = (id: string, call: TestAccount["call"]) => revokeInvitation(world.deps, { invitationId: id }, call);
  await expect(withdraw(invitationId, stranger.call)).rejects.toMatchObject(gone);
  await expect(withdraw(crypto.randomUUID(), stranger.call)).rejects.toMatchObject(gone);
  await expect(withdraw("no id", operator.call)).rejects.toMatchObject(gone);
  await expect(withdraw(invitationId, manager.call)).rejects.toMatchObject({ reason: "OWNER_ONLY" });
  await expect(withdraw(invitationId, byKey("accounts:read"))).rejects.toMatchObject({ reason: "OPERATOR_ONLY" });
  await expect(withdraw(account.invitationId, owner.call)).rejects.toMatchObject(gone);
  expect((await withdraw(account.invitationId, byKey("accounts:write"))).state).toBe("REVOKED");
});
