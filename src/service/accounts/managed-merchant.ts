import { LockMode } from "@mikro-orm/core";
import { Membership, Merchant } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import { findMembership } from "../../store/accounts/memberships.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call, Permission } from "../call.ts";
import { RequestError } from "../errors.ts";
import { isPlatform, requirePlatform } from "./authorization.ts";
import { requireNotClosed } from "./change-merchant-state.ts";
import { denied, notFound } from "./errors.ts";

/**
 * Locks a merchant for the platform or one of the merchant's OWNERs.
 * @throws RequestError OWNER_ONLY for members with another role; MERCHANT_NOT_FOUND for other accounts; MERCHANT_CLOSED
 */
export async function lockManagedMerchant(
  tx: ManagementTransaction,
  merchantId: string,
  call: Call,
): Promise<Merchant> {
  const merchant = await lockMerchant(tx, merchantId);
  if (!(await managesMerchant(tx.query, merchantId, { call, permission: "accounts:write" })))
    throw notFound("merchant");
  if (merchant === null) throw notFound("merchant");
  requireNotClosed(merchant);
  return merchant;
}

/** Locks a merchant, so that changes of its members run one at a time. */
export async function lockMerchant({ em }: ManagementTransaction, merchantId: string): Promise<Merchant | null> {
  if (!isMerchantId(merchantId)) return null;
  return em.findOne(Merchant, { id: merchantId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/**
 * True for the platform and for OWNERs of the merchant; false for accounts that are not members. If the merchant is null, true only for the
 * platform.
 * @throws RequestError OWNER_ONLY for other members, OPERATOR_ONLY for a service key without the permission
 */
export async function managesMerchant(
  query: Query,
  merchantId: string | null,
  { call, permission }: { call: Call; permission: Permission },
): Promise<boolean> {
  if (isPlatform(call, permission)) return true;
  if (call.actor === null) requirePlatform(call, permission);
  const { accountId } = call.actor!;
  const membership =
    merchantId !== null && isMerchantId(merchantId) ? await findMembership(query, { merchantId, accountId }) : null;
  if (membership === null) return false;
  if (membership.role !== "OWNER") throw denied("OWNER_ONLY", "Only owners of the merchant can manage its members.");
  return true;
}

/** @throws RequestError TEST_MERCHANT for a test merchant, whose members are the team of its developer */
export function requireNotTest(merchant: Merchant): void {
  if (!merchant.test) return;
  const message = "The members of a test merchant are its developer's team.";
  throw new RequestError("failed_precondition", "TEST_MERCHANT", message);
}

/** @throws RequestError LAST_OWNER if the membership is the merchant's last OWNER */
export async function requireOtherOwner({ em }: ManagementTransaction, membership: Membership): Promise<void> {
  if (membership.role !== "OWNER") return;
  const others = await em.count(Membership, {
    merchant: membership.merchant.id,
    role: "OWNER",
    id: { $ne: membership.id },
  });
  if (others > 0) return;
  const message = "This is the merchant's last owner. Add another owner first.";
  throw new RequestError("failed_precondition", "LAST_OWNER", message);
}
