import { expect, test } from "vitest";
import type { TeamRole } from "../../../../src/model/team.ts";
import { createInvitation } from "../../../../src/service/accounts/create-invitation.ts";
import { getInvitation } from "../../../../src/service/accounts/get-invitation.ts";
import { setTeamMemberRole } from "../../../../src/service/accounts/set-team-member-role.ts";
import { addAccount, bySession } from "../../../support/world/accounts.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { offerOf, someEmail, tokenOf } from "../../../support/world/invitations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addMember } from "../../../support/world/teams.ts";

const world = useWorld();
const team = perTest(() => addAccount(world, { developer: true }));
const member = perTest(() => addMember(world, team));
const setRole = (accountId: string, role: TeamRole | null, call = team.call) =>
  setTeamMemberRole(world.deps, { teamId: team.accountId, accountId, role }, call);

test("the new role is effective with the next call, and audited with the person who acted", async () => {
  const { accountId, name } = member;
  expect(await setRole(accountId, "OWNER")).toMatchObject({ accountId, name, email: null, role: "OWNER" });
  const owner = await bySession(world, member.token);
  expect(owner.actor!.teams).toEqual([{ teamId: team.accountId, role: "OWNER" }]);
  const other = await addMember(world, team);
  await setRole(other.accountId, "OWNER", owner);
  const audited = "select actor_id, detail from audit_event where action = 'team.set_role' and account_id = $1";
  expect(await world.rows(audited, [other.accountId])).toEqual([
    { actor_id: member.accountId, detail: { team_id: team.accountId, role: "OWNER" } },
  ]);
});

test("the team's own account stays an owner; unknown members and roles are refused", async () => {
  const owner = await addMember(world, team, { role: "OWNER" });
  for (const call of [team.call, owner.call])
    expect(await requestErrorOf(setRole(team.accountId, "MEMBER", call))).toMatchObject({ reason: "TEAM_ACCOUNT" });
  const stranger = await addAccount(world);
  for (const id of [stranger.accountId, "x"])
    expect(await requestErrorOf(setRole(id, "MEMBER"))).toMatchObject({ reason: "TEAM_MEMBER_NOT_FOUND" });
  expect(await requestErrorOf(setRole(member.accountId, null))).toMatchObject({ kind: "invalid_argument" });
  expect(await requestErrorOf(setRole(member.accountId, "OWNER", member.call))).toMatchObject({ reason: "OWNER_ONLY" });
});

test("a demoted owner can no longer manage, also with a call that began before, and its invitations end", async () => {
  const owner = await addMember(world, team, { role: "OWNER" });
  const offer = { ...offerOf(someEmail()), teamId: team.accountId, teamRole: "MEMBER" as const };
  const token = tokenOf(await createInvitation(world.deps, offer, owner.call));
  expect(await getInvitation(world.deps, { token })).toMatchObject({ teamName: team.name, teamRole: "MEMBER" });
  await setRole(owner.accountId, "MEMBER");
  expect(await requestErrorOf(setRole(member.accountId, "OWNER", owner.call))).toMatchObject({ reason: "OWNER_ONLY" });
  expect(await requestErrorOf(getInvitation(world.deps, { token }))).toMatchObject({ reason: "INVITATION_NOT_FOUND" });
});

test("a demoted owner does not become one again through an invitation that was open before", async () => {
  const owner = await addMember(world, team);
  const offer = { ...offerOf(owner.email), teamId: team.accountId };
  const former = tokenOf(await createInvitation(world.deps, { ...offer, teamRole: "OWNER" }, team.call));
  await setRole(owner.accountId, "OWNER");
  await setRole(owner.accountId, "MEMBER");
  expect(await requestErrorOf(getInvitation(world.deps, { token: former }))).toMatchObject({
    reason: "INVITATION_NOT_FOUND",
  });
  const later = tokenOf(await createInvitation(world.deps, { ...offer, teamRole: "OWNER" }, team.call));
  await setRole(owner.accountId, "OWNER");
  expect(await getInvitation(world.deps, { token: later })).toMatchObject({ teamRole: "OWNER" });
});
