import { declineInvitation as decline } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { digestInvitationToken, offerDetail } from "./invitation-rules.ts";

export interface DeclineInvitationRequest {
  token: string;
}

/**
 * Revokes an invitation for the holder of its token, with or without a session. Accepted, expired, revoked and unknown invitations are
 * indistinguishable.
 */
export async function declineInvitation(
  deps: AccountDependencies,
  { token }: DeclineInvitationRequest,
  call: Call,
): Promise<void> {
  const digest = digestInvitationToken(token);
  if (digest === null) throw notFound("invitation");
  await deps.management.transactional(async (tx) => {
    const declined = await decline(tx.query, digest);
    if (declined === null) throw notFound("invitation");
    const { merchantId } = declined;
    recordAudit(tx, call, { action: "invitation.decline", merchantId, detail: offerDetail(declined) });
  });
}
