import { Account } from "../../model/account.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requireMail } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { queueEmailChange } from "./email-change.ts";
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
  const email = toEmail(newEmail);
  await deps.management.transactional(async (tx) => {
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    if (account.email === email) throw unchanged();
    await queueEmailChange(tx, { accountId, email }, call);
  });
}

function unchanged(): RequestError {
  return new RequestError("failed_precondition", "EMAIL_UNCHANGED", "The account has this e-mail address already.");
}
