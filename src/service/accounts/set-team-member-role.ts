import { isUuid } from "../../credential/uuid.ts";
import type { TeamRole } from "../../model/team.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import * as store from "../../store/accounts/team-members.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requireValid } from "./fields.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockManagedTeam, memberNotFound, requireNotTeamAccount } from "./managed-team.ts";

export interface SetTeamMemberRoleRequest {
  teamId: string;
  accountId: string;
  /** Null for an unspecified role, which is an error. */
  role: TeamRole | null;
}

/**
 * Changes the role of a member. A lower role revokes open invitations with which the member could get the higher role again.
 * @throws RequestError TEAM_NOT_FOUND, OWNER_ONLY, TEAM_ACCOUNT, TEAM_MEMBER_NOT_FOUND
 */
export async function setTeamMemberRole(
  { management }: Pick<AccountDependencies, "management">,
  { teamId, accountId, role }: SetTeamMemberRoleRequest,
  call: Call,
): Promise<store.TeamMemberRow> {
  requireValid({ role: role === null ? "Role must be OWNER or MEMBER." : null });
  return management.transactional(async (tx) => {
    await lockManagedTeam(tx, teamId, call);
    requireNotTeamAccount(teamId, accountId);
    const member = isUuid(accountId) && (await store.setTeamMemberRole(tx.query, { teamId, accountId, role: role! }));
    if (!member) throw memberNotFound();
    recordAudit(tx, call, { action: "team.set_role", accountId, detail: { team_id: teamId, role } });
    if (role === "MEMBER") {
      const lost = { teamId, accountId, roles: ["OWNER"] };
      auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, lost));
    }
    return { ...member, email: null };
  });
}
