import type { EntityManager } from "@mikro-orm/core";
import { decodeKey, digestSecret } from "../../credential/secret.ts";
import { type Account, ExternalIdentity } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import type { InvitationView } from "../../store/accounts/invitation-list.ts";
import type { OpenInvitation, WithdrawnInvitation } from "../../store/accounts/invitations.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { actsForPlatform } from "../authorization.ts";
import type { Call } from "../call.ts";
import { isUnverified } from "../verified-email.ts";

/** The error of a request that names a merchant and a team. */
export const ONE_SUBJECT = "Name a merchant or a team, not both.";

/** The digest of an invitation token; null for text that is no token. */
export function digestInvitationToken(token: string): Buffer | null {
  const secret = decodeKey(token);
  return secret && digestSecret(secret);
}

/**
 * True if the platform created the invitation, so that its link verifies the address. The link of an OWNER's invitation does not, because
 * the OWNER sees it too.
 */
export function isByPlatform({ inviter }: OpenInvitation): boolean {
  return inviter !== "OWNER";
}

/**
 * True if accepting without a session creates an account or sets an account's first password. The inviter sees the link, so for an existing
 * account it must be the platform, and for an operator's account a caller that may create operators.
 */
export async function setsPassword(
  em: EntityManager,
  invitation: OpenInvitation,
  account: Account | null,
): Promise<boolean> {
  if (account === null) return true;
  if (!isByPlatform(invitation)) return false;
  if (isUnverified(account)) return true;
  const { inviter, operator } = invitation;
  if (account.operator && inviter !== "OPERATOR" && !operator) return false;
  return !account.passwordHash && (await em.count(ExternalIdentity, { account: account.id })) === 0;
}

/** The offer of an invitation, as the detail of an audit event. */
export function offerDetail(offer: Omit<WithdrawnInvitation, "email" | "merchantId">): AuditDetail {
  const { id, role, teamId, teamRole, developer, operator } = offer;
  const team = teamId === null ? {} : { team_id: teamId, team_role: teamRole };
  return { invitation_id: id, role, developer, operator, ...team };
}

/** Audits the revocation of invitations that another change has caused. */
export function auditRevoked(tx: ManagementTransaction, call: Call, revoked: readonly WithdrawnInvitation[]): void {
  for (const { merchantId, email, ...offer } of revoked) {
    recordAudit(tx, call, { action: "invitation.revoke", merchantId, detail: { email, ...offerDetail(offer) } });
  }
}

/** The invitation as the caller may see it: OWNERs do not see which operator created it, nor the account that revoked it. */
export function visibleInvitation(view: InvitationView, call: Call): InvitationView {
  if (actsForPlatform(call)) return view;
  return {
    ...view,
    ...(view.invitedByOperator && { invitedByAccountId: null, invitedByName: null }),
    revokedByAccountId: null,
    revokedByName: null,
  };
}
