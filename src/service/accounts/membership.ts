import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { MEMBER_ROLES, type MemberRole, Membership, Merchant } from "../../model/merchant.ts";
import { isMerchantId } from "../../oauth/parameters.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireVerified } from "../verified-email.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { refuseErrors } from "./fields.ts";
import { refuseClosed } from "./merchant-standing.ts";
import type { MembershipRecord } from "./records.ts";
import { toMembershipRecord } from "./to-record.ts";
import { denied, isPlatform, notFound } from "./who.ts";

export interface UpsertMembership {
  merchantId: string;
  accountId: string;
  /** Null where the request named none. */
  role: MemberRole | null;
}

/** Adds a member or changes their role. An account whose e-mail is not verified gets no place and no higher role. */
export async function upsertMembership(
  deps: AccountDependencies,
  request: UpsertMembership,
  call: Call,
): Promise<MembershipRecord> {
  const { merchantId, accountId, role } = request;
  refuseErrors({ role: role === null ? "Role must be OWNER, MANAGER or MEMBER." : null });
  return deps.management.transactional(async (tx) => {
    const merchant = await lockManagedMerchant(tx, merchantId, call);
    refuseTest(merchant);
    const account = isUuid(accountId) ? await tx.em.findOne(Account, { id: accountId }) : null;
    if (account === null) throw notFound("account");
    if (await risesTo(tx, { merchantId, account, role: role! })) requireVerified(account);
    const membership = await placeMember(tx, { merchant, account, role: role! });
    recordAudit(tx, call, { action: "membership.upsert", merchantId, accountId, detail: { role } });
    return toMembershipRecord(membership);
  });
}

/** True if a role would give an account more than it has in the merchant. */
async function risesTo(
  { em }: ManagementTransaction,
  { merchantId, account, role }: { merchantId: string; account: Account; role: MemberRole },
): Promise<boolean> {
  const held = await em.findOne(Membership, { merchant: merchantId, account: account.id });
  return held === null || MEMBER_ROLES.indexOf(role) < MEMBER_ROLES.indexOf(held.role);
}

/** Makes an account a member in a role, by a person's decision: a claim that gave the membership takes it away no more. */
export async function placeMember(
  tx: ManagementTransaction,
  { merchant, account, role }: { merchant: Merchant; account: Account; role: MemberRole },
): Promise<Membership> {
  const existing = await tx.em.findOne(Membership, { merchant: merchant.id, account: account.id });
  if (existing === null) return tx.em.create(Membership, { merchant, account, role });
  if (role !== "OWNER") await refuseLastOwner(tx, existing);
  existing.role = role;
  existing.byClaim = false;
  return existing;
}

/** Takes a member away. */
export async function removeMembership(
  deps: AccountDependencies,
  request: { merchantId: string; accountId: string },
  call: Call,
): Promise<void> {
  const { merchantId, accountId } = request;
  await deps.management.transactional(async (tx) => {
    refuseTest(await lockManagedMerchant(tx, merchantId, call));
    const membership = isUuid(accountId)
      ? await tx.em.findOne(Membership, { merchant: merchantId, account: accountId })
      : null;
    if (membership === null)
      throw new RequestError("not_found", "MEMBERSHIP_NOT_FOUND", "This account is no member of the merchant.");
    await refuseLastOwner(tx, membership);
    tx.em.remove(membership);
    recordAudit(tx, call, { action: "membership.remove", merchantId, accountId });
  });
}

/**
 * The merchant, locked, so that its members change one at a time; for the platform and the merchant's OWNERs. Other members are refused, and
 * whoever is no member does not find it.
 */
export async function lockManagedMerchant(
  tx: ManagementTransaction,
  merchantId: string,
  call: Call,
): Promise<Merchant> {
  const merchant = isMerchantId(merchantId)
    ? await tx.em.findOne(Merchant, { id: merchantId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    : null;
  if (!isPlatform(call, "accounts:write")) await requireOwner(tx, merchantId, call);
  if (merchant === null) throw notFound("merchant");
  refuseClosed(merchant);
  return merchant;
}

async function requireOwner({ em }: ManagementTransaction, merchantId: string, call: Call): Promise<void> {
  if (call.actor === null)
    throw denied("OPERATOR_ONLY", "Only an operator, or a service key with accounts:write, may do this.");
  const membership = isMerchantId(merchantId)
    ? await em.findOne(Membership, { merchant: merchantId, account: call.actor.accountId })
    : null;
  if (membership === null) throw notFound("merchant");
  if (membership.role !== "OWNER") throw denied("OWNER_ONLY", "Only an owner of the merchant decides on its members.");
}

async function refuseLastOwner({ em }: ManagementTransaction, membership: Membership): Promise<void> {
  if (membership.role !== "OWNER") return;
  const others = await em.count(Membership, {
    merchant: membership.merchant.id,
    role: "OWNER",
    id: { $ne: membership.id },
  });
  if (others === 0)
    throw new RequestError("failed_precondition", "LAST_OWNER", "A merchant keeps its last owner; name another first.");
}

/** A test merchant has its developer for its only member, for good. */
export function refuseTest(merchant: Merchant): void {
  if (merchant.test) {
    throw new RequestError(
      "failed_precondition",
      "TEST_MERCHANT",
      "A test merchant has its developer for its only member.",
    );
  }
}
