import { LockMode } from "@mikro-orm/core";
import { Account } from "../../model/account.ts";
import type { AuditDetail } from "../../model/audit-detail.ts";
import {
  claimAccountLink,
  endAccountLinks,
  endEmailChangeLinks,
  type OpenAccountLink,
} from "../../store/accounts/account-links.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import { recordSecurityEvent } from "../audit/record-security-event.ts";
import { requireActor } from "../authorization.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { chooseLanguage, queueMail } from "../mail/queue-mail.ts";
import { digestLinkToken, linkNotFound } from "./account-links.ts";
import { mapEmailConflict } from "./conflict.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { markVerified, transferEmail } from "./email-ownership.ts";

/**
 * Verifies or changes the signed-in account's e-mail address by a link that was mailed to this address. The link must be for this account:
 * otherwise the owner of a mailbox could confirm its address for a stranger's account.
 * @throws RequestError EMAIL_TAKEN if another account has verified the address; the change is cancelled then
 */
export async function confirmEmail(
  deps: AccountDependencies,
  { token }: { token: string },
  call: Call,
): Promise<Account> {
  const { accountId } = requireActor(call);
  const digest = digestLinkToken(token);
  const confirmed = deps.management.transactional(async (tx) => {
    const link = await claimAccountLink(tx.query, digest, ["verify_email", "change_email"]);
    if (link === null || link.accountId !== accountId) throw linkNotFound();
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const account = await tx.em.findOneOrFail(Account, { id: accountId }, lock);
    const former = account.email ?? null;
    if (link.purpose === "change_email" && former !== link.email) await changeEmail(tx, account, { link, call });
    else if (former === link.email) await markVerified(tx, account, { call, by: "mail" });
    else throw linkNotFound();
    await endAccountLinks(tx.query, accountId);
    if (former !== null && former !== link.email) {
      const language = chooseLanguage(account.language, call.language);
      queueMail(deps, tx, { to: former, language, content: { kind: "email_changed", newEmail: link.email } });
    }
    return account;
  });
  return mapEmailConflict(confirmed).catch(async (error) => {
    // The change cannot succeed any more, so it does not wait.
    if (error instanceof RequestError && error.reason === "EMAIL_TAKEN")
      await deps.management.transactional((tx) => endEmailChangeLinks(tx.query, accountId));
    throw error;
  });
}

/**
 * Gives the account the address of the link. Another account with the address, if it is unverified, loses the address.
 * @throws a constraint violation if another account has verified the address
 */
async function changeEmail(
  tx: ManagementTransaction,
  account: Account,
  { link, call }: { link: OpenAccountLink; call: Call },
): Promise<void> {
  const detail: AuditDetail = { from: account.email ?? null, to: link.email };
  const assign = async () => {
    Object.assign(account, { email: link.email, emailVerifiedAt: null });
    await tx.em.flush();
    return account;
  };
  await transferEmail(tx, link.email, { call, by: "mail", assign });
  recordSecurityEvent(tx, call, { action: "account.change_email", accountId: account.id, detail });
}
