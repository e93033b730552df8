import type { Mutant } from "../mutant.ts";

/** The teams of developers. */
// biome-ignore format: one line per mutant
export const TEAM_MUTANTS: Mutant[] = [
  { id: "every-team", flaw: "every account reads and changes the apps of every developer", in: "teamRoleOf", replace: "teams.find((team) => team.teamId === teamId)?.role ?? null", by: "teams[0]?.role ?? \"MEMBER\"", test: "the team of a developer in" },
  { id: "team-of-a-suspended-developer", flaw: "the members of a suspended developer keep working", in: "teamsOf", replace: "o.state = 'ACTIVE' and", by: "", test: "while their developer account is active and a developer" },
  { id: "member-reviews-by-key", flaw: "an operator approves the app of their own team with a service key", in: "isKeyOfTeam", replace: "creatorTeams.includes(teamId)", by: "false", test: "a service key of a member cannot review the team's apps" },
  { id: "member-manages-team", flaw: "a member makes itself an owner", in: "managesTeam", replace: "role !== \"OWNER\"", by: "false", test: "unknown members and roles are refused" },
  { id: "old-call-manages-team", flaw: "a former owner's call manages the team", in: "managesTeam", replace: "await findTeamRole(query, { teamId, accountId })", by: "call.actor!.teams?.find((team) => team.teamId === teamId)?.role ?? null", test: "also with a call that began before" },
  { id: "team-without-owner", flaw: "an owner removes the developer from the team", in: "requireNotTeamAccount", replace: "teamId !== accountId", by: "true", test: "the team's own account stays" },
  { id: "former-member-returns", flaw: "a removed member returns through a second invitation", in: "removeTeamMember", drop: "REVOKE_INVITATIONS", test: "and open invitations of the same address" },
  { id: "former-member-keeps-test-merchants", flaw: "a removed member consents on the team's test merchants", in: "syncTestMerchants", drop: "REMOVE_FROM_TEST_MERCHANTS", test: "and open invitations of the same address" },
  { id: "former-owner-invites", flaw: "an invitation by a former owner still works", in: "inviterIsAuthorized", replace: "and t.role = 'OWNER'", by: "", test: "and its invitations end" },
  { id: "unverified-inviter", flaw: "a stranger signs up and sends invitations to any address", in: "lockInvitingTeam", replace: "isUnverified(inviter)", by: "false", test: "needs a verified inviter" },
];
