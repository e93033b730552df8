import { isUuid } from "../../credential/uuid.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { findInvitationView, type InvitationView } from "../../store/accounts/invitation-list.ts";
import { revokeInvitation as revoke } from "../../store/accounts/invitations.ts";
import type { Query } from "../../store/connection/query.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { offerDetail, visibleInvitation } from "./invitation-rules.ts";
import { managesMerchant } from "./managed-merchant.ts";
import { managesTeam } from "./managed-team.ts";

export interface RevokeInvitationRequest {
  invitationId: string;
}

/** Revokes an open invitation. A revoked or expired invitation stays unchanged. @throws RequestError INVITATION_USED if it was accepted */
export async function revokeInvitation(
  deps: AccountDependencies,
  { invitationId }: RevokeInvitationRequest,
  call: Call,
): Promise<InvitationView> {
  return deps.management.transactional(async (tx) => {
    const found = await findManagedInvitation(tx.query, invitationId, call);
    if (await revoke(tx.query, found.id, call.actor?.accountId ?? null)) {
      const { merchantId } = found;
      const detail: AuditDetail = { email: found.email, ...offerDetail(found) };
      recordAudit(tx, call, { action: "invitation.revoke", merchantId, detail });
    }
    const ended = (await findInvitationView(tx.query, found.id))!;
    if (ended.state !== "ACCEPTED") return visibleInvitation(ended, call);
    throw new RequestError("failed_precondition", "INVITATION_USED", "The invitation has been accepted already.");
  });
}

/** @throws RequestError INVITATION_NOT_FOUND, also for callers that do not manage the invitation's merchant or team */
async function findManagedInvitation(query: Query, id: string, call: Call): Promise<InvitationView> {
  const found = isUuid(id) ? await findInvitationView(query, id) : null;
  const by = { call, permission: "accounts:write" } as const;
  const isManaged = found?.teamId
    ? await managesTeam(query, found.teamId, by)
    : await managesMerchant(query, found?.merchantId ?? null, by);
  if (!isManaged || found === null) throw notFound("invitation");
  return found;
}
