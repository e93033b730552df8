import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { MEMBER_ROLES, Membership } from "../../model/merchant.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import { isPlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockManagedMerchant, lockMerchant, requireNotTest, requireOtherOwner } from "./managed-merchant.ts";

export interface RemoveMembershipRequest {
  merchantId: string;
  accountId: string;
}

/**
 * Removes a member from a merchant, or lets the signed-in account leave it. Revokes the open invitations through which the member could
 * return. The last OWNER cannot be removed.
 * @throws RequestError LAST_OWNER, MEMBERSHIP_NOT_FOUND, MERCHANT_CLOSED, MERCHANT_NOT_FOUND, OWNER_ONLY, TEST_MERCHANT
 */
export async function removeMembership(
  deps: AccountDependencies,
  { merchantId, accountId }: RemoveMembershipRequest,
  call: Call,
): Promise<void> {
  const leaves = call.actor?.accountId === accountId && !isPlatform(call, "accounts:write");
  await deps.management.transactional(async (tx) => {
    const merchant = await (leaves ? lockMerchant(tx, merchantId) : lockManagedMerchant(tx, merchantId, call));
    const membership = isUuid(accountId)
      ? await tx.em.findOne(Membership, { merchant: merchantId, account: accountId })
      : null;
    // An account learns nothing about merchants to which it does not belong.
    if (merchant === null || (leaves && membership === null)) throw notFound("merchant");
    requireNotTest(merchant);
    if (membership === null)
      throw new RequestError("not_found", "MEMBERSHIP_NOT_FOUND", "This account is not a member of the merchant.");
    await requireOtherOwner(tx, membership);
    tx.em.remove(membership);
    recordAudit(tx, call, { action: "membership.remove", merchantId, accountId });
    const roles = MEMBER_ROLES;
    auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, { merchantId, accountId, roles }));
    if (!leaves) await tellMember(deps, tx, { accountId, merchantName: merchant.name });
  });
}

/** Sends a mail to the verified address of an account that another removed. */
async function tellMember(
  deps: AccountDependencies,
  tx: ManagementTransaction,
  { accountId, merchantName }: { accountId: string; merchantName: string },
): Promise<void> {
  const { email, emailVerifiedAt, language } = await tx.em.findOneOrFail(Account, { id: accountId });
  if (!email || !emailVerifiedAt) return;
  const content = { kind: "member_removed", merchantName } as const;
  queueMail(deps, tx, { to: email, language: chooseLanguage(language), content });
}
