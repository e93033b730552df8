import type { Account } from "../../model/account.ts";
import { givePlaces, releaseEmail, verifyEmail } from "../../store/accounts/accounts.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Call } from "../call.ts";
import { toAccountRecord } from "./to-record.ts";
import { asAccount } from "./who.ts";

/** What verified an address: the link of an invitation, the platform's own login, or an operator. */
export type VerifiedBy = "invitation" | "external" | "operator";

/** Verifies the e-mail of an account and records it in the audit; nothing happens where it was verified. */
export async function markVerified(
  tx: ManagementTransaction,
  account: Account,
  { call, by }: { call: Call; by: VerifiedBy },
): Promise<void> {
  await tx.em.flush();
  if (!(await verifyEmail(tx.query, account.id))) return;
  await tx.em.refresh(account);
  recordAudit(tx, call, { action: "account.verify_email", accountId: account.id, detail: { by } });
}

/**
 * Gives an account a verified e-mail, from the account that held it unverified if there is one. That account stays, without an address, and
 * so do its sessions: they open only what is its own. Places in merchants that were given to the address move to the new holder; those that
 * the former holder took up by an invitation's link, and its test merchants, stay. `give` makes the new
 * holder, once the address is free.
 */
export async function takeEmailOver(
  tx: ManagementTransaction,
  email: string,
  { call, by, give }: { call: Call; by: VerifiedBy; give: () => Promise<Account> },
): Promise<Account> {
  const from = await releaseEmail(tx.query, email);
  const holder = await give();
  const own = asAccount(call, toAccountRecord(holder));
  await markVerified(tx, holder, { call: own, by });
  if (from === null) return holder;
  const merchants = await givePlaces(tx.query, { from, to: holder.id });
  const detail = { by, to: holder.id, merchants };
  recordAudit(tx, own, { action: "account.release_email", accountId: from, detail });
  return holder;
}
