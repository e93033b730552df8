import { type AccountService, MerchantRole, TeamRole } from "../../../gen/latchkey/v1/account_service_pb.ts";
import { acceptInvitation } from "../../service/accounts/accept-invitation.ts";
import { createInvitation } from "../../service/accounts/create-invitation.ts";
import { declineInvitation } from "../../service/accounts/decline-invitation.ts";
import type { AccountDependencies } from "../../service/accounts/dependencies.ts";
import { getInvitation } from "../../service/accounts/get-invitation.ts";
import { listInvitations } from "../../service/accounts/list-invitations.ts";
import { listTeamMembers } from "../../service/accounts/list-team-members.ts";
import { removeTeamMember } from "../../service/accounts/remove-team-member.ts";
import { revokeInvitation } from "../../service/accounts/revoke-invitation.ts";
import { setTeamMemberRole } from "../../service/accounts/set-team-member-role.ts";
import type { Implementation } from "../transports/implementation.ts";
import { toAccount, toInvitation, toInvitationOffer, toSession, toTeamMember } from "./account-messages.ts";
import { nameOf, orNull, toTimestamp } from "./fields.ts";

/** The RPCs of AccountService for invitations and teams. */
export function teamRpcs(deps: AccountDependencies) {
  return {
    async listTeamMembers({ teamAccountId }, call) {
      const members = await listTeamMembers(deps, { teamId: orNull(teamAccountId) }, call);
      return { members: members.map(toTeamMember) };
    },
    async setTeamMemberRole({ teamAccountId: teamId, accountId, role }, call) {
      const request = { teamId, accountId, role: nameOf(TeamRole, role, "role") };
      return { member: toTeamMember(await setTeamMemberRole(deps, request, call)) };
    },
    async removeTeamMember({ teamAccountId: teamId, accountId }, call) {
      await removeTeamMember(deps, { teamId, accountId }, call);
      return {};
    },
    async createInvitation({ email, merchantId, role, teamAccountId, teamRole, developer, operator, ...rest }, call) {
      const membership = { merchantId: orNull(merchantId), role: nameOf(MerchantRole, role, "role") };
      const team = { teamId: orNull(teamAccountId), teamRole: nameOf(TeamRole, teamRole, "team_role") };
      const offer = { ...membership, ...team, developer, operator };
      const repeatedId = orNull(rest.repeatedInvitationId);
      const created = await createInvitation(deps, { email, ...offer, repeatedId }, call);
      return { ...created, expiresAt: toTimestamp(created.expiresAt) };
    },
    async listInvitations(request, call) {
      const { merchantId, teamAccountId, invitationId, emailPrefix, search, includeEnded } = request;
      const subject = { merchantId: orNull(merchantId), teamId: orNull(teamAccountId) };
      const filter = { ...subject, invitationId: orNull(invitationId), emailPrefix, search, includeEnded };
      const { items, nextPageToken } = await listInvitations(deps, { ...filter, page: request }, call);
      return { invitations: items.map(toInvitation), nextPageToken };
    },
    async revokeInvitation(request, call) {
      return { invitation: toInvitation(await revokeInvitation(deps, request, call)) };
    },
    getInvitation: async (request) => toInvitationOffer(await getInvitation(deps, request)),
    async acceptInvitation(request, call) {
      const { session, account } = await acceptInvitation(deps, request, call);
      return { account: toAccount(account), ...(session !== null && { session: toSession(session) }) };
    },
    async declineInvitation(request, call) {
      await declineInvitation(deps, request, call);
      return {};
    },
  } satisfies Partial<Implementation<typeof AccountService>>;
}
