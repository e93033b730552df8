import { isUuid } from "../../credential/uuid.ts";
import { MEMBER_ROLES, Membership } from "../../model/merchant.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
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
  });
}
