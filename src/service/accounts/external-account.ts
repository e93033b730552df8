import { LockMode } from "@mikro-orm/core";
import { Account, ExternalIdentity } from "../../model/account.ts";
import { type MemberRole, Membership, Merchant } from "../../model/merchant.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import type { ClaimedPerson } from "./external-claims.ts";
import type { AccountRecord } from "./records.ts";
import { takeEmailOver } from "./take-email.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount } from "./who.ts";

/** Somebody who came back from the provider. */
export interface Arrival {
  identity: { iss: string; sub: string };
  person: ClaimedPerson;
  call: Call;
}

/**
 * The account of an external identity, made at its first sign-in, with the roles and memberships that its claims give at this moment: what
 * a claim gave goes with the claim, what a person gave stays.
 */
export async function findClaimedAccount(tx: ManagementTransaction, arrival: Arrival): Promise<AccountRecord> {
  const known = await tx.em.findOne(ExternalIdentity, arrival.identity, { populate: ["account"] });
  const account = known === null ? await makeAccount(tx, arrival) : await refresh(tx, known.account, arrival);
  await giveClaimedMemberships(tx, account, arrival);
  await tx.em.flush();
  return toAccountRecord(account);
}

async function makeAccount(tx: ManagementTransaction, { identity, person, call }: Arrival): Promise<Account> {
  const account = tx.em.create(Account, {
    name: person.name ?? person.email ?? identity.sub.slice(0, 200),
    operator: person.operator,
    developer: person.developer ?? false,
  });
  await tx.em.flush();
  tx.em.create(ExternalIdentity, { account, ...identity });
  await tx.em.flush();
  const detail = { by: "external", iss: identity.iss, operator: account.operator, developer: account.developer };
  const entry = { action: "account.create", accountId: account.id, detail };
  recordAudit(tx, asAccount(call, toAccountRecord(account)), entry);
  await giveEmail(tx, account, { person, call });
  return account;
}

/**
 * Gives an account without an e-mail the one that the provider verified, unless an account has verified it before: two accounts are never
 * made one because their e-mails are the same. An account that only claimed it loses it.
 */
async function giveEmail(
  tx: ManagementTransaction,
  account: Account,
  { person: { email }, call }: Pick<Arrival, "person" | "call">,
): Promise<void> {
  if (email === null || account.email) return;
  if ((await tx.em.count(Account, { email, emailVerifiedAt: { $ne: null } })) > 0) return;
  const give = async () => {
    account.email = email;
    await tx.em.flush();
    return account;
  };
  await takeEmailOver(tx, email, { call, by: "external", give });
}

async function refresh(tx: ManagementTransaction, { id }: Account, { person, call }: Arrival): Promise<Account> {
  const account = await tx.em.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const developer = person.developer ?? account.developer;
  if (account.operator !== person.operator || account.developer !== developer) {
    account.operator = person.operator;
    account.developer = developer;
    const detail = { by: "external", operator: account.operator, developer };
    recordAudit(tx, asAccount(call, toAccountRecord(account)), { action: "account.roles", accountId: id, detail });
  }
  if (person.name !== null) account.name = person.name;
  await giveEmail(tx, account, { person, call });
  return account;
}

/** Brings the memberships that came by claim to what the claims say now; those that a person gave are left alone, in their role too. */
async function giveClaimedMemberships(tx: ManagementTransaction, account: Account, arrival: Arrival): Promise<void> {
  const { memberships: claimed } = arrival.person;
  const held = await tx.em.find(Membership, { account: account.id });
  for (const membership of held) {
    const role = claimed.get(membership.merchant.id);
    if (!membership.byClaim || role === membership.role) continue;
    if (role === undefined) tx.em.remove(membership);
    else membership.role = role;
    auditMembership(tx, account, { merchantId: membership.merchant.id, role: role ?? null, call: arrival.call });
  }
  const missing = [...claimed.keys()].filter((id) => held.every(({ merchant }) => merchant.id !== id));
  if (missing.length === 0) return;
  // A test merchant has one member for good, a closed one none.
  const merchants = await tx.em.find(Merchant, { id: missing, test: false, state: { $ne: "CLOSED" } });
  for (const merchant of merchants) {
    const role = claimed.get(merchant.id)!;
    tx.em.create(Membership, { account, merchant, role, byClaim: true });
    auditMembership(tx, account, { merchantId: merchant.id, role, call: arrival.call });
  }
}

function auditMembership(
  tx: ManagementTransaction,
  account: Account,
  { merchantId, role, call }: { merchantId: string; role: MemberRole | null; call: Call },
): void {
  recordAudit(tx, asAccount(call, toAccountRecord(account)), {
    action: role === null ? "membership.remove" : "membership.upsert",
    merchantId,
    accountId: account.id,
    detail: { by: "claim", role },
  });
}
