import { sha256 } from "../../credential/digest.ts";
import { createSecret } from "../../credential/secret.ts";
import type { MemberRole } from "../../model/merchant.ts";
import { issueInvitation } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, requireValid, toEmail } from "./fields.ts";
import { lockManagedMerchant, requireNotTest } from "./managed-merchant.ts";

/** Seconds: 7 days. */
const LIFETIME = 7 * 24 * 3600;

export interface CreateInvitationRequest {
  email: string;
  /** Null: no membership. */
  merchantId: string | null;
  role: MemberRole | null;
  developer: boolean;
  operator: boolean;
}

export interface CreatedInvitation {
  invitationId: string;
  /** The link with the token, returned only once. */
  url: string;
  /** Microseconds. */
  expiresAt: number;
}

/** Creates an invitation that offers an account, a membership or both. OWNERs can offer only memberships in their merchant. */
export async function createInvitation(
  deps: AccountDependencies,
  request: CreateInvitationRequest,
  call: Call,
): Promise<CreatedInvitation> {
  const { merchantId, role, developer, operator } = request;
  if (developer || merchantId === null) requirePlatform(call, "accounts:write");
  if (operator) requireOperatorGrantor(call);
  requireValid({
    email: findEmailError(request.email),
    role: (merchantId === null) === (role === null) ? null : "Role and merchant id come together.",
  });
  const secret = createSecret();
  const email = toEmail(request.email);
  const { id, expiresAt } = await deps.management.transactional(async (tx) => {
    if (merchantId !== null) requireNotTest(await lockManagedMerchant(tx, merchantId, call));
    const offer = { email, merchantId, role, developer, operator };
    const invitedBy = call.actor?.accountId ?? null;
    const issued = await issueInvitation(tx.query, { ...offer, digest: sha256(secret), invitedBy, lifetime: LIFETIME });
    const detail = { invitation_id: issued.id, role, developer, operator };
    recordAudit(tx, call, { action: "invitation.create", merchantId, detail });
    return issued;
  });
  const url = `${deps.publicUrl}/invitations/${Buffer.from(secret).toString("base64url")}`;
  return { invitationId: id, url, expiresAt };
}
