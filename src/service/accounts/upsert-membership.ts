import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { MEMBER_ROLES, type MemberRole, Membership, type Merchant } from "../../model/merchant.ts";
import { lockAccountFromClosing } from "../../store/accounts/account-closure.ts";
import { revokeInvitationsOfMember } from "../../store/accounts/invitations.ts";
import { findMembership, type MembershipRow } from "../../store/accounts/memberships.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { requireVerified } from "../verified-email.ts";
import { requireNotClosed } from "./closed-account.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";
import { requireValid } from "./fields.ts";
import { auditRevoked } from "./invitation-rules.ts";
import { lockManagedMerchant, requireNotTest, requireOtherOwner } from "./managed-merchant.ts";

export interface UpsertMembershipRequest {
  merchantId: string;
  accountId: string;
  /** Null for an unspecified role, which is an error. */
  role: MemberRole | null;
}

/**
 * Adds a member or changes its role, and returns the membership without e-mail. A new or higher role requires a verified e-mail. A lower
 * role revokes open invitations with which the member could get a higher role again.
 */
export async function upsertMembership(
  deps: AccountDependencies,
  { merchantId, accountId, role }: UpsertMembershipRequest,
  call: Call,
): Promise<MembershipRow> {
  requireValid({ role: role === null ? "Role must be OWNER, MANAGER or MEMBER." : null });
  return deps.management.transactional(async (tx) => {
    const merchant = await lockManagedMerchant(tx, merchantId, call);
    requireNotTest(merchant);
    const account = await lockNewMember(tx, accountId);
    const existing = await tx.em.findOne(Membership, { merchant: merchantId, account: accountId });
    if (isHigherRole(role!, existing)) requireVerified(account);
    const roles = MEMBER_ROLES.slice(0, MEMBER_ROLES.indexOf(role!));
    const isLower = existing !== null && roles.includes(existing.role);
    await setMemberRole(tx, { merchant, account, role: role! });
    await tx.em.flush();
    recordAudit(tx, call, { action: "membership.upsert", merchantId, accountId, detail: { role } });
    if (isLower) auditRevoked(tx, call, await revokeInvitationsOfMember(tx.query, { merchantId, accountId, roles }));
    return { ...(await findMembership(tx.query, { merchantId, accountId }))!, accountEmail: null };
  });
}

/**
 * Locks an account that gets a membership, and reads it again, so that it is not closed meanwhile. A closure locks the merchants first, too.
 * @throws RequestError ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED
 */
export async function lockNewMember({ em, query }: ManagementTransaction, accountId: string): Promise<Account> {
  const isLocked = isUuid(accountId) && (await lockAccountFromClosing(query, accountId));
  const account = isLocked ? await em.findOne(Account, { id: accountId }, { refresh: true }) : null;
  if (account === null) throw notFound("account");
  requireNotClosed(account);
  return account;
}

/** True if `role` grants more than the existing membership. Null means that there is no membership. */
export function isHigherRole(role: MemberRole, existing: { role: MemberRole } | null): boolean {
  return existing === null || MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf(existing.role);
}

/** Creates or changes a membership. A changed membership no longer depends on the claim that granted it. @throws RequestError LAST_OWNER */
export async function setMemberRole(
  tx: ManagementTransaction,
  { merchant, account, role }: { merchant: Merchant; account: Account; role: MemberRole },
): Promise<Membership> {
  const existing = await tx.em.findOne(Membership, { merchant: merchant.id, account: account.id });
  if (existing === null) return tx.em.create(Membership, { merchant, account, role });
  if (role !== "OWNER") await requireOtherOwner(tx, existing);
  existing.role = role;
  existing.byClaim = false;
  return existing;
}
