import { Account } from "../../model/account.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { queueLink } from "../mail/link-jobs.ts";
import { isUnverified } from "../verified-email.ts";
import { requireMail } from "./account-links.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Sends the signed-in account a link that verifies its e-mail address. */
export async function sendVerificationEmail(deps: AccountDependencies, call: Call): Promise<void> {
  requireMail(deps);
  const { accountId } = requireActor(call);
  await deps.mailQuota.countRequest(call.address);
  await deps.management.transactional(async (tx) => {
    const account = await tx.em.findOneOrFail(Account, { id: accountId });
    if (!account.email || !isUnverified(account)) throw alreadyVerified();
    queueLink(tx, { purpose: "verify_email", accountId, email: account.email, language: call.language ?? null });
  });
}

function alreadyVerified(): RequestError {
  const message = "The account has no e-mail address that is not verified.";
  return new RequestError("failed_precondition", "EMAIL_VERIFIED", message);
}
