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
  { id: "former-member-returns", flaw: "a removed member returns through a second invitation", in: "removeTeamMember", drop: "revokeInvitationsOfMember", test: "and open invitations of the same address" },
  { id: "former-owner-of-team-returns", flaw: "a demoted owner becomes one again by an earlier invitation", in: "setTeamMemberRole", drop: "revokeInvitationsOfMember", test: "does not become one again through an invitation" },
  { id: "removed-member-of-merchant-returns", flaw: "a member that a merchant removed returns by an earlier invitation", in: "removeMembership", drop: "revokeInvitationsOfMember", test: "ends with the membership, and does not bring it back" },
  { id: "demoted-member-of-merchant-returns", flaw: "a member that a merchant demoted gets the role back by an earlier invitation", in: "upsertMembership", drop: "revokeInvitationsOfMember", test: "ends if it is to the role that the member loses" },
  { id: "former-operator-returns", flaw: "a former operator becomes one again by an earlier invitation", in: "setAccountRoles", drop: "revokeInvitationsToRoles", test: "does not get it back through an invitation" },
  { id: "links-of-new-operator", flaw: "a key that may not create operators takes one over by an earlier link", in: "setAccountRoles", drop: "endAccountLinks", test: "ends when the account becomes an operator" },
  { id: "links-of-invited-operator", flaw: "the same, if an invitation makes the operator", in: "grantOffer", drop: "endAccountLinks", test: "ends when the account accepts an invitation to operators" },
  { id: "former-member-keeps-test-merchants", flaw: "a removed member consents on the team's test merchants", in: "syncTestMerchants", drop: "REMOVE_FROM_TEST_MERCHANTS", test: "and open invitations of the same address" },
  { id: "former-owner-invites", flaw: "an invitation by a former owner still works", in: "inviterIsAuthorized", replace: "and t.role = 'OWNER'", by: "", test: "and its invitations end" },
  { id: "unverified-inviter", flaw: "a stranger signs up and sends invitations to any address", in: "lockInvitingTeam", replace: "isUnverified(inviter)", by: "false", test: "needs a verified inviter" },
];
