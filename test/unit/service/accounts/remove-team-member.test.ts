import { expect, test } from "vitest";
import { acceptInvitation } from "../../../../src/service/accounts/accept-invitation.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { createMerchant } from "../../../../src/service/accounts/create-merchant.ts";
import { createServiceKey } from "../../../../src/service/accounts/create-service-key.ts";
import { listMemberships } from "../../../../src/service/accounts/list-memberships.ts";
import { removeTeamMember } from "../../../../src/service/accounts/remove-team-member.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { addAccount, bySession, PASSWORD, type TestAccount } from "../../../support/world/accounts.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { perTest, useAppWorld } from "../../../support/world/fixtures.ts";
import { offerOf, tokenOf } from "../../../support/world/invitations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { findKey } from "../../../support/world/service-keys.ts";
import { addMember } from "../../../support/world/teams.ts";

const { world } = useAppWorld();
const team = perTest(() => addAccount(world, { developer: true }));
const member = perTest(() => addMember(world, team));
const remove = ({ accountId }: TestAccount, call = team.call) =>
  removeTeamMember(world.deps, { teamId: team.accountId, accountId }, call);
const merchantsOf = async ({ accountId, token }: TestAccount) => {
  const of = { merchantId: null, accountId, page: { pageSize: 0, pageToken: "" } };
  const { items } = await listMemberships(world.deps, of, await bySession(world, token));
  return items.map(({ merchantName, role }) => [merchantName, role]);
};

test("ends the access to apps and test merchants, and open invitations of the same address", async () => {
  const { clientId } = (await createDraft(world, team.call)).app;
  const shop = (name: string, call = team.call) =>
    createMerchant(world.deps, { merchantId: null, name, ownerAccountId: team.accountId, test: true }, call);
  await shop("Before");
  const later = await addMember(world, team);
  await shop("After", member.call);
  for (const account of [member, later]) {
    expect((await merchantsOf(account)).sort()).toEqual([
      ["After", "MANAGER"],
      ["Before", "MANAGER"],
    ]);
    expect((await getApp(world.deps, { clientId }, await bySession(world, account.token))).app.clientId).toBe(clientId);
  }
  const again = { ...offerOf(later.email), teamId: team.accountId, teamRole: "OWNER" as const };
  const token = tokenOf(await createInvitation(world.deps, again, team.call));
  await remove(later);
  const call = await bySession(world, later.token);
  expect(await requestErrorOf(getApp(world.deps, { clientId }, call))).toMatchObject({ kind: "not_found" });
  expect(await merchantsOf(later)).toEqual([]);
  expect(await merchantsOf(team)).toHaveLength(2);
  expect(await requestErrorOf(acceptInvitation(world.deps, { token, name: "", password: PASSWORD }, call))).toEqual({
    kind: "not_found",
    reason: "INVITATION_NOT_FOUND",
  });
});

test("ends open invitations of the address with which a member joined and that it has changed since", async () => {
  const again = { ...offerOf(member.email), teamId: team.accountId, teamRole: "OWNER" as const };
  const token = tokenOf(await createInvitation(world.deps, again, team.call));
  const move = (email: string) => world.rows("update account set email = $2 where id = $1", [member.accountId, email]);
  await move(`moved-${member.email}`);
  await remove(member);
  await move(member.email);
  const call = await bySession(world, member.token);
  const accepted = acceptInvitation(world.deps, { token, name: "", password: PASSWORD }, call);
  expect(await requestErrorOf(accepted)).toMatchObject({ reason: "INVITATION_NOT_FOUND" });
});

test("members leave, but remove no others; the team's own account stays", async () => {
  const other = await addMember(world, team);
  expect(await requestErrorOf(remove(other, member.call))).toMatchObject({ reason: "OWNER_ONLY" });
  await remove(member, member.call);
  expect(await requestErrorOf(remove(member, member.call))).toMatchObject({ reason: "TEAM_MEMBER_NOT_FOUND" });
  const owner = await addMember(world, team, { role: "OWNER" });
  for (const call of [team.call, owner.call])
    expect(await requestErrorOf(remove(team, call))).toMatchObject({ reason: "TEAM_ACCOUNT" });
  await remove(other, owner.call);
  const audited = "select actor_id from audit_event where action = 'team.remove_member' and account_id = $1";
  expect(await world.rows(audited, [other.accountId])).toEqual([{ actor_id: owner.accountId }]);
});

test("a service key of a member cannot review the team's apps until the member is removed", async () => {
  const operator = await addMember(world, team, { operator: true });
  const request = { name: "review", permissions: ["apps:review"], expiresAt: null };
  const { secret } = await createServiceKey(world.deps, request, operator.call);
  const { clientId } = (await createDraft(world, team.call)).app;
  await submitApp(world.deps, { clientId }, team.call);
  const review = async () => {
    const caller = (await findKey(world, secret))!;
    return startReview(world.deps, { clientId }, { ...team.call, caller, actor: null });
  };
  expect(await requestErrorOf(review())).toMatchObject({ reason: "OWN_APP" });
  await remove(operator);
  expect((await review()).app.state).toBe("IN_REVIEW");
});
