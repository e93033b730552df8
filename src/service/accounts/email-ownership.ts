import type { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import { moveMemberships, releaseEmail, verifyEmail } from "../../store/accounts/accounts.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { actingAs } from "./authorization.ts";

/** How an address was verified: by a mailed link, an invitation's link, the identity provider or an operator. */
export type VerifiedBy = "invitation" | "external" | "operator" | "mail";

/** Verifies and audits an account's e-mail; does nothing if it is already verified. */
export async function markVerified(
  tx: ManagementTransaction,
  account: Account,
  { call, by }: { call: Call; by: VerifiedBy },
): Promise<void> {
  await tx.em.flush();
  if (!(await verifyEmail(tx.query, account.id))) return;
  await tx.em.refresh(account);
  recordSecurityEvent(tx, call, { action: "account.verify_email", accountId: account.id, detail: { by } });
}

interface Transfer {
  call: Call;
  by: VerifiedBy;
  /** Sets the address on the new account, after the former account has lost it. */
  assign: () => Promise<Account>;
}

/**
 * Transfers an e-mail address to the account that verified it. The former account has no address then, but keeps its sessions, its test
 * merchants, and memberships that it accepted by a link. All other memberships were granted to the owner of the address, so they move.
 */
export async function transferEmail(tx: ManagementTransaction, email: string, transfer: Transfer): Promise<Account> {
  const { call, by, assign } = transfer;
  const from = await releaseEmail(tx.query, email);
  const account = await assign();
  const accountCall = actingAs(call, account);
  await markVerified(tx, account, { call: accountCall, by });
  if (from === null) return account;
  const merchants = await moveMemberships(tx.query, { from, to: account.id });
  const detail: AuditDetail = { by, to: account.id, merchants };
  recordSecurityEvent(tx, accountCall, { action: "account.release_email", accountId: from, detail });
  return account;
}
