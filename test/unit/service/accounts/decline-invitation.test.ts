import { expect, test } from "vitest";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { declineInvitation } from "../../../../src/service/accounts/decline-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { listInvitations } from "../../../../src/service/accounts/list-invitations.ts";
import { revokeInvitation } from "../../../../src/service/accounts/revoke-invitation.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { addAccount } from "../../../support/world/accounts.ts";
import { page } from "../../../support/world/calls.ts";
import { useOwnerWorld } from "../../../support/world/fixtures.ts";
import { acceptAsGuest, managerOf, tokenOf } from "../../../support/world/invitations.ts";

const { world, operator, owner, shop } = useOwnerWorld();

const gone = { kind: "not_found", reason: "INVITATION_NOT_FOUND" };
const invite = () => createInvitation(world.deps, managerOf(shop.merchantId), owner.call);
const decline = (token: string, call = page) => declineInvitation(world.deps, { token }, call);
const declines = (id: string) =>
  world.rows(
    "select actor_id, merchant_id, address from audit_event where action = 'invitation.decline' and detail->>'invitation_id' = $1",
    [id],
  );

test("the link declines once, without a session; it is invalid afterwards and the decline is audited", async () => {
  const invitation = await invite();
  const token = tokenOf(invitation);
  await decline(token);
  await expect(decline(token)).rejects.toMatchObject(gone);
  await expect(getInvitation(world.deps, { token })).rejects.toMatchObject(gone);
  await expect(acceptAsGuest(world, token)).rejects.toMatchObject(gone);
  expect(await declines(invitation.invitationId)).toEqual([
    { actor_id: null, merchant_id: shop.merchantId, address: page.address },
  ]);
});

test("the inviter sees that the invitation was declined", async () => {
  const invitation = await invite();
  await decline(tokenOf(invitation));
  const request = {
    merchantId: shop.merchantId,
    emailPrefix: "",
    includeEnded: true,
    page: { pageSize: 0, pageToken: "" },
  };
  const { items } = await listInvitations(world.deps, request, owner.call);
  expect(items.find(({ id }) => id === invitation.invitationId)).toMatchObject({ state: "DECLINED" });
});

test("a session is recorded as the actor, also that of another account", async () => {
  const other = await addAccount(world);
  const invitation = await invite();
  await decline(tokenOf(invitation), other.call);
  expect(await declines(invitation.invitationId)).toMatchObject([
    { actor_id: other.accountId, merchant_id: shop.merchantId },
  ]);
});

test.each(["", "x", "A".repeat(43), "\0"])("an unknown token is NOT_FOUND: %j", async (token) => {
  await expect(decline(token)).rejects.toMatchObject(gone);
});

test("an accepted, a revoked and an expired invitation, and one whose inviter lost the role, are NOT_FOUND", async () => {
  const accepted = await invite();
  await acceptAsGuest(world, tokenOf(accepted));
  const revoked = await invite();
  await revokeInvitation(world.deps, { invitationId: revoked.invitationId }, owner.call);
  const expired = await invite();
  await world.rows("update invitation set expires_at = now() where id = $1", [expired.invitationId]);
  const orphaned = await invite();
  const successor = await addAccount(world);
  for (const one of [accepted, revoked, expired]) await expect(decline(tokenOf(one))).rejects.toMatchObject(gone);
  const { accountId } = successor;
  await upsertMembership(world.deps, { merchantId: shop.merchantId, accountId, role: "OWNER" }, operator.call);
  const demotion = { merchantId: shop.merchantId, accountId: owner.accountId, role: "MEMBER" } as const;
  await upsertMembership(world.deps, demotion, operator.call);
  await expect(decline(tokenOf(orphaned))).rejects.toMatchObject(gone);
});

test("a concurrent acceptance and decline have one winner", async () => {
  for (let n = 0; n < 5; n++) {
    const token = tokenOf(await invite());
    const outcomes = await Promise.allSettled([acceptAsGuest(world, token), decline(token)]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});
