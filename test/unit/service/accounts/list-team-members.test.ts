import { expect, test } from "vitest";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getSession } from "../../../../src/service/accounts/get-session.ts";
import { listTeamMembers } from "../../../../src/service/accounts/list-team-members.ts";
import { setAccountRoles } from "../../../../src/service/accounts/set-account-roles.ts";
import { suspendAccount } from "../../../../src/service/accounts/suspend-account.ts";
import { addAccount, bySession } from "../../../support/world/accounts.ts";
import { byKey, platform } from "../../../support/world/calls.ts";
import { perTest, useWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { addMember } from "../../../support/world/teams.ts";

const world = useWorld();
const team = perTest(() => addAccount(world, { developer: true }));
const member = perTest(() => addMember(world, team));
const list = (call = team.call, teamId: string | null = team.accountId) =>
  listTeamMembers(world.deps, { teamId }, call);

test("the developer account comes first; only owners and the platform see e-mails", async () => {
  const owner = await addMember(world, team, { role: "OWNER" });
  const expected = [
    { accountId: team.accountId, role: "OWNER", email: team.email },
    { accountId: member.accountId, role: "MEMBER", email: member.email },
    { accountId: owner.accountId, role: "OWNER", email: owner.email },
  ];
  for (const call of [team.call, owner.call, platform]) expect(await list(call)).toMatchObject(expected);
  expect(await list(member.call)).toMatchObject(expected.map((row) => ({ ...row, email: null })));
});

test("a developer without members is the only owner; other accounts and keys see nothing", async () => {
  const alone = await addAccount(world, { developer: true });
  expect(await list(alone.call, null)).toMatchObject([{ accountId: alone.accountId, role: "OWNER" }]);
  expect(await requestErrorOf(list(alone.call))).toEqual({ kind: "not_found", reason: "TEAM_NOT_FOUND" });
  expect(await requestErrorOf(list(platform, "x"))).toMatchObject({ reason: "TEAM_NOT_FOUND" });
  expect(await requestErrorOf(list(byKey("apps:read")))).toMatchObject({ reason: "OPERATOR_ONLY" });
});

test("an account has its teams in its session, while their developer account is active and a developer", async () => {
  const teams = async () => {
    const [session, account] = [
      await getSession(world.deps, {}, member.call),
      await getAccount(world.deps, { accountId: member.accountId, email: null }, platform),
    ];
    expect(session.teams).toEqual(account.teams);
    const { actor } = await bySession(world, member.token);
    expect(actor!.teams).toEqual(session.teams.map(({ teamId, role }) => ({ teamId, role })));
    return session.teams;
  };
  expect(await teams()).toEqual([{ teamId: team.accountId, name: team.name, role: "MEMBER" }]);
  const roles = (developer: boolean) =>
    setAccountRoles(world.deps, { accountId: team.accountId, operator: false, developer }, platform);
  await roles(false);
  expect(await teams()).toEqual([]);
  await roles(true);
  expect(await teams()).toHaveLength(1);
  await suspendAccount(world.deps, { accountId: team.accountId, reasonCode: "FRAUD", reasonText: null }, platform);
  expect(await teams()).toEqual([]);
});
