import { cancelEmailChangeJob } from "../../store/accounts/account-links.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { queueLink } from "../mail/link-jobs.ts";

/** Sends a link to the new address, in place of a link that was not sent yet. */
export async function queueEmailChange(
  tx: ManagementTransaction,
  { accountId, email }: { accountId: string; email: string },
  call: Call,
): Promise<void> {
  await cancelEmailChangeJob(tx.query, accountId);
  queueLink(tx, { purpose: "change_email", accountId, email, language: call.language ?? null });
}
