import { sha256 } from "../../credential/digest.ts";
import { createSalt } from "../../credential/secret.ts";
import { Account } from "../../model/account.ts";
import type { MemberRole } from "../../model/merchant.ts";
import { issueInvitation } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { chooseLanguage, queueInvitation } from "../mail/queue-mail.ts";
import { requireOperatorGrantor, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, requireValid, toEmail } from "./fields.ts";
import { lockManagedMerchant, requireNotTest } from "./managed-merchant.ts";

const DAYS = 7;
const LIFETIME = DAYS * 24 * 3600;

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
  /** The link is also sent to the address. */
  mailed: boolean;
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
  const salt = createSalt();
  const secret = deps.keys.deriveLinkSecret(salt);
  const digest = sha256(secret);
  const email = toEmail(request.email);
  const { id, expiresAt } = await deps.management.transactional(async (tx) => {
    const merchant = merchantId === null ? null : await lockManagedMerchant(tx, merchantId, call);
    if (merchant !== null) requireNotTest(merchant);
    if (deps.sendsMail && call.actor !== null && !call.actor.operator) {
      await deps.mailQuota.countInvitation(tx.query, { accountId: call.actor.accountId, email });
    }
    const offer = { email, merchantId, role, developer, operator };
    const invitedBy = call.actor?.accountId ?? null;
    const issued = await issueInvitation(tx.query, { ...offer, digest, invitedBy, lifetime: LIFETIME });
    const detail = { invitation_id: issued.id, role, developer, operator };
    recordAudit(tx, call, { action: "invitation.create", merchantId, detail });
    const invited = await tx.em.findOne(Account, { email });
    queueInvitation(deps, tx, {
      to: email,
      language: chooseLanguage(invited?.language, call.language),
      salt: Buffer.from(salt).toString("base64url"),
      digest: digest.toString("base64url"),
      merchantName: merchant?.name ?? null,
      days: DAYS,
    });
    return issued;
  });
  const url = `${deps.publicUrl}/invitations/${secret.toString("base64url")}`;
  return { invitationId: id, url, expiresAt, mailed: deps.sendsMail };
}
