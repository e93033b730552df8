import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { queueLink } from "../mail/link-jobs.ts";
import { requireMail } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { findEmailError, requireValid, toEmail } from "./fields.ts";
import { requirePasswords } from "./hash-password.ts";
import { requireRecentSecondFactor } from "./verified-session.ts";
import { verifyOwnPassword } from "./verify-own-password.ts";

export interface ChangeEmailRequest {
  newEmail: string;
  currentPassword: string;
}

/**
 * Sends a link to a new e-mail address of the signed-in account; `confirmEmail` changes the address. The response does not reveal whether
 * another account has the address.
 * @throws RequestError VERIFICATION_REQUIRED for an account with a second factor and without a recent proof of it
 */
export async function changeEmail(
  deps: AccountDependencies,
  { newEmail, currentPassword }: ChangeEmailRequest,
  call: Call,
): Promise<void> {
  requirePasswords(deps);
  requireMail(deps);
  const { accountId } = requireActor(call);
  requireValid({ new_email: findEmailError(newEmail) });
  await requireRecentSecondFactor(deps.management, call);
  await deps.mailQuota.countRequest(call.address);
  await verifyOwnPassword(deps, currentPassword, call);
  const request = { purpose: "change_email", accountId, email: toEmail(newEmail) } as const;
  await deps.management.transactional(async (tx) => queueLink(tx, { ...request, language: call.language ?? null }));
}
