import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import { endAccountLinks } from "../../store/accounts/account-links.ts";
import { changePasswordHash } from "../../store/accounts/accounts.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { requireValid } from "./fields.ts";
import { hashChosenPassword, requirePasswords } from "./hash-password.ts";
import { requireRecentSecondFactor } from "./verified-session.ts";
import { verifyOwnPassword } from "./verify-own-password.ts";

export interface ChangePasswordRequest {
  currentPassword: string;
  newPassword: string;
}

/**
 * Changes the password of the signed-in account and ends its other sessions.
 * @throws RequestError VERIFICATION_REQUIRED for an account with a second factor and without a recent proof of it
 */
export async function changePassword(
  deps: AccountDependencies,
  request: ChangePasswordRequest,
  call: Call,
): Promise<void> {
  requirePasswords(deps);
  const { accountId, sessionId } = requireActor(call);
  requireValid({ new_password: findPasswordError(request.newPassword) });
  await requireRecentSecondFactor(deps.management, call);
  const from = await verifyOwnPassword(deps, request.currentPassword, call);
  const { email, name } = await deps.management.read((em) => em.findOneOrFail(Account, { id: accountId }));
  const chosen = { password: request.newPassword, field: "new_password", owner: [email ?? "", name] } as const;
  const to = await hashChosenPassword(deps, chosen, call);
  await deps.management.transactional(async (tx) => {
    if (!(await changePasswordHash(tx.query, { accountId, from, to }))) throw changedMeanwhile();
    const ended = await endSessions(tx.query, accountId, sessionId);
    recordSecurityEvent(tx, call, { action: "account.change_password", accountId, detail: { ended_sessions: ended } });
    await endAccountLinks(tx.query, accountId);
    const { email, language } = await tx.em.findOneOrFail(Account, { id: accountId });
    if (!email) return;
    const content = { kind: "password_changed", url: `${deps.publicUrl}/forgot-password` } as const;
    queueMail(deps, tx, { to: email, language: chooseLanguage(language, call.language), content });
  });
}

function changedMeanwhile(): RequestError {
  return new RequestError("aborted", "CHANGED", "The password was changed concurrently. Sign in again.");
}
