import { LockMode } from "@mikro-orm/core";
import { Account, ExternalIdentity } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { type MemberRole, Membership, Merchant } from "../../model/merchant.ts";
import { syncTestMerchants } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { actingAs } from "./authorization.ts";
import { transferEmail } from "./email-ownership.ts";
import type { AccountClaims } from "./external-claims.ts";

/** A verified login at the identity provider. */
export interface ExternalLogin {
  identity: { iss: string; sub: string };
  claims: AccountClaims;
  call: Call;
}

/**
 * Finds or creates the account of an external identity, and sets its roles and memberships according to the current claims. Memberships
 * that no claim granted stay.
 */
export async function upsertExternalAccount(tx: ManagementTransaction, login: ExternalLogin): Promise<Account> {
  const known = await tx.em.findOne(ExternalIdentity, login.identity, { populate: ["account"] });
  const account = known === null ? await createAccount(tx, login) : await updateAccount(tx, known.account, login);
  await syncMemberships(tx, account, login);
  await tx.em.flush();
  return account;
}

async function createAccount(tx: ManagementTransaction, login: ExternalLogin): Promise<Account> {
  const { identity, claims, call } = login;
  const account = tx.em.create(Account, {
    name: claims.name ?? claims.email ?? identity.sub.slice(0, 200),
    operator: claims.operator,
    developer: claims.developer ?? false,
  });
  await tx.em.flush();
  tx.em.create(ExternalIdentity, { account, ...identity });
  await tx.em.flush();
  const detail: AuditDetail = {
    by: "external",
    iss: identity.iss,
    operator: account.operator,
    developer: account.developer,
  };
  recordAudit(tx, actingAs(call, account), { action: "account.create", accountId: account.id, detail });
  await giveEmail(tx, account, login);
  return account;
}

/**
 * Gives an account without an e-mail address the address that the provider has verified. Another account that has verified this address
 * keeps it, because accounts are never merged by e-mail. Another account that has not verified it loses it.
 */
async function giveEmail(
  tx: ManagementTransaction,
  account: Account,
  { claims: { email }, call }: ExternalLogin,
): Promise<void> {
  if (email === null || account.email) return;
  if ((await tx.em.count(Account, { email, emailVerifiedAt: { $ne: null } })) > 0) return;
  const assign = async () => {
    account.email = email;
    await tx.em.flush();
    return account;
  };
  await transferEmail(tx, email, { call, by: "external", assign });
}

async function updateAccount(tx: ManagementTransaction, { id }: Account, login: ExternalLogin): Promise<Account> {
  const { claims, call } = login;
  const account = await tx.em.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const { operator } = claims;
  const developer = claims.developer ?? account.developer;
  if (account.operator !== operator || account.developer !== developer) {
    Object.assign(account, { operator, developer });
    await tx.em.flush();
    await syncTestMerchants(tx.query, id);
    const detail: AuditDetail = { by: "external", operator, developer };
    recordAudit(tx, actingAs(call, account), { action: "account.roles", accountId: id, detail });
  }
  if (claims.name !== null) account.name = claims.name;
  await giveEmail(tx, account, login);
  return account;
}

/** Sets the memberships that claims granted according to the current claims. Other memberships keep their role. */
async function syncMemberships(tx: ManagementTransaction, account: Account, login: ExternalLogin): Promise<void> {
  const { memberships: claimed } = login.claims;
  const held = await tx.em.find(Membership, { account: account.id });
  for (const membership of held) {
    const role = claimed.get(membership.merchant.id);
    if (!membership.byClaim || role === membership.role) continue;
    if (role === undefined) tx.em.remove(membership);
    else membership.role = role;
    auditMembership(tx, account, { merchantId: membership.merchant.id, role: role ?? null, call: login.call });
  }
  const missing = [...claimed.keys()].filter((id) => held.every(({ merchant }) => merchant.id !== id));
  if (missing.length === 0) return;
  // Claims grant no membership in test merchants, whose members are a team, and in closed merchants, which have no members.
  const merchants = await tx.em.find(Merchant, { id: missing, test: false, state: { $ne: "CLOSED" } });
  for (const merchant of merchants) {
    const role = claimed.get(merchant.id)!;
    tx.em.create(Membership, { account, merchant, role, byClaim: true });
    auditMembership(tx, account, { merchantId: merchant.id, role, call: login.call });
  }
}

function auditMembership(
  tx: ManagementTransaction,
  account: Account,
  { merchantId, role, call }: { merchantId: string; role: MemberRole | null; call: Call },
): void {
  recordAudit(tx, actingAs(call, account), {
    action: role === null ? "membership.remove" : "membership.upsert",
    merchantId,
    accountId: account.id,
    detail: { by: "claim", role },
  });
}
