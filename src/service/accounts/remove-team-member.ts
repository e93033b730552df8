import { isUuid } from "../../credential/uuid.ts";
import { TEAM_ROLES } from "../../model/team.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import * as store from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockManagedTeam, lockTeam, memberNotFound, requireNotTeamAccount } from "./managed-team.ts";

export interface RemoveTeamMemberRequest {
  teamId: string;
  accountId: string;
}

/**
 * Removes a member from a team, or lets the signed-in account leave it. The member's access ends with this transaction, because each call
 * reads the teams of its account again.
 * @throws RequestError TEAM_NOT_FOUND, OWNER_ONLY, TEAM_ACCOUNT, TEAM_MEMBER_NOT_FOUND
 */
export async function removeTeamMember(
  { management }: Pick<AccountDependencies, "management">,
  { teamId, accountId }: RemoveTeamMemberRequest,
  call: Call,
): Promise<void> {
  const leaves = call.actor?.accountId === accountId;
  await management.transactional(async (tx) => {
    await (leaves ? lockTeam(tx, teamId) : lockManagedTeam(tx, teamId, call));
    requireNotTeamAccount(teamId, accountId);
    if (!isUuid(teamId) || !isUuid(accountId) || !(await store.removeTeamMember(tx.query, { teamId, accountId })))
      throw memberNotFound();
    recordAudit(tx, call, { action: "team.remove_member", accountId, detail: { team_id: teamId } });
    const roles = TEAM_ROLES;
    auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, { teamId, accountId, roles }));
  });
}
