import type { Call } from "../call.ts";
import { queueLink } from "../mail/link-jobs.ts";
import { requireMail } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, requireValid, toEmail } from "./fields.ts";
import { requirePasswords } from "./hash-password.ts";

/**
 * Sends a link for a new password to the address, if an account has it. Known and unknown addresses get the same response after the same
 * time, because only the job looks the account up.
 */
export async function requestPasswordReset(
  deps: AccountDependencies,
  { email }: { email: string },
  call: Call,
): Promise<void> {
  requirePasswords(deps);
  requireMail(deps);
  requireValid({ email: findEmailError(email) });
  await deps.mailQuota.countRequest(call.address);
  const request = { purpose: "reset_password", email: toEmail(email), language: call.language ?? null } as const;
  await deps.management.transactional(async (tx) => queueLink(tx, request));
}
