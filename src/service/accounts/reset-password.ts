import { LockMode } from "@mikro-orm/core";
import { findPasswordError } from "../../credential/password.ts";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import {
  claimAccountLink,
  endAccountLinks,
  findAccountLink,
  type OpenAccountLink,
} from "../../store/accounts/account-links.ts";
import { recordSecondFactor, removeSecondFactors } from "../../store/accounts/second-factors.ts";
import { endSessions } from "../../store/accounts/sessions.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import type { Call } from "../call.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import { digestLinkToken, isForAccount, linkNotFound } from "./account-links.ts";
import { actingAs } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { markVerified } from "./email-ownership.ts";
import { requireValid } from "./fields.ts";
import { hashChosenPassword, requirePasswords } from "./hash-password.ts";

export interface ResetPasswordRequest {
  token: string;
  newPassword: string;
}

/**
 * Sets a new password with a link, once. Ends the account's sessions and other links, and sends a notice. A mailed link verifies the
 * address. If the address was unverified, removes all second factors too, because a stranger may have registered with it.
 */
export async function resetPassword(
  deps: AccountDependencies,
  { token, newPassword }: ResetPasswordRequest,
  call: Call,
): Promise<void> {
  requirePasswords(deps);
  const digest = digestLinkToken(token);
  requireValid({ new_password: findPasswordError(newPassword) });
  // Checked before hashing, so that invented tokens cost no password work.
  const open = await deps.management.read((_em, query) => findAccountLink(query, digest, ["reset_password"]));
  if (open === null) throw linkNotFound();
  const chosen = { password: newPassword, field: "new_password", owner: [open.email] } as const;
  const passwordHash = await hashChosenPassword(deps, chosen, call);
  await deps.management.transactional(async (tx) => {
    const link = await claimAccountLink(tx.query, digest, ["reset_password"]);
    if (link === null) throw linkNotFound();
    await setPassword(deps, tx, { link, passwordHash, call });
  });
}

interface Reset {
  link: OpenAccountLink;
  passwordHash: string;
  call: Call;
}

async function setPassword(deps: AccountDependencies, tx: ManagementTransaction, reset: Reset): Promise<void> {
  const { link, passwordHash, call } = reset;
  const { accountId } = link;
  const account = await tx.em.findOneOrFail(
    Account,
    { id: accountId },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  if (!(await isForAccount(tx.em, link, account))) throw linkNotFound();
  account.passwordHash = passwordHash;
  await tx.em.flush();
  const accountCall = actingAs(call, account);
  const isUnproven = !account.emailVerifiedAt;
  if (link.mailed) await markVerified(tx, account, { call: accountCall, by: "mail" });
  const removed = isUnproven && (await removeFactors(tx, accountId));
  const ended = await endSessions(tx.query, accountId, null);
  await endAccountLinks(tx.query, accountId);
  const detail: AuditDetail = {
    mailed: link.mailed,
    ended_sessions: ended,
    ...(removed && { removed_second_factor: true }),
  };
  recordSecurityEvent(tx, accountCall, { action: "account.reset_password", accountId, detail });
  const language = chooseLanguage(account.language, call.language);
  const content = { kind: "password_changed", url: `${deps.publicUrl}/forgot-password` } as const;
  queueMail(deps, tx, { to: link.email, language, content });
}

/** Removes all second factors; false if the account had none. */
async function removeFactors({ query }: ManagementTransaction, accountId: string): Promise<boolean> {
  await removeSecondFactors(query, accountId);
  return (await recordSecondFactor(query, accountId)).had;
}
