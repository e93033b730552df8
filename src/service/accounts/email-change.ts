import { cancelEmailChangeJob } from "../../store/accounts/account-links.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { queueLink } from "../mail/link-jobs.ts";

/** The error of a step of a change that was confirmed, was cancelled or has expired. */
export function noEmailChange(): RequestError {
  return new RequestError("failed_precondition", "NO_EMAIL_CHANGE", "No change of address waits.");
}

/** Sends a link to the new address, in place of a link that was not sent yet. */
export async function queueEmailChange(
  tx: ManagementTransaction,
  { accountId, email }: { accountId: string; email: string },
  call: Call,
): Promise<void> {
  await cancelEmailChangeJob(tx.query, accountId);
  queueLink(tx, { purpose: "change_email", accountId, email, language: call.language ?? null });
}
