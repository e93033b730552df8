import { randomUUID } from "node:crypto";
import { createSecret, digestSecret } from "../../credential/secret.ts";
import { Account } from "../../model/account.ts";
import type { LinkPurpose } from "../../model/account-link.ts";
import type { MailContent } from "../../model/mail.ts";
import { HOUR, LIFETIMES, MINUTE } from "../../oauth/lifetimes.ts";
import { emailChangeKey, endEmailChangeLinks, issueAccountLink } from "../../store/accounts/account-links.ts";
import type { Management, ManagementTransaction } from "../../store/connection/management.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";
import { canResetPassword } from "../accounts/account-links.ts";
import type { JobAttempt, JobHandlers } from "../jobs/handlers.ts";
import type { MailQuota } from "../limits/mail-quota.ts";
import { isUnverified } from "../verified-email.ts";
import { MAIL_RETRIES, type Mail } from "./mail-jobs.ts";
import { chooseLanguage } from "./queue-mail.ts";

/** A link to send, as a job's payload. The link is created when the mail is sent, so that no row contains its secret. */
export type LinkRequest =
  /** Queued for any address, so that a request takes the same time for known and unknown addresses. */
  | { purpose: "reset_password"; email: string; language: string | null }
  /** `email` is the current address of the account, or for `change_email` the new one. */
  | { purpose: "verify_email" | "change_email"; accountId: string; email: string; language: string | null };

/** Sends a link after the transaction commits. */
export function queueLink(tx: Pick<TransactionContext, "enqueue">, request: LinkRequest): void {
  const key = request.purpose === "change_email" ? emailChangeKey(request.accountId) : undefined;
  tx.enqueue({ kind: "account_link", payload: { id: randomUUID(), ...request }, ...(key !== undefined && { key }) });
}

export interface LinkJobDependencies {
  management: Management;
  publicUrl: string;
  quota: MailQuota;
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

/** The job that creates a link and sends it. */
export function linkJobs(deps: LinkJobDependencies): JobHandlers {
  return {
    account_link: {
      retryForSeconds: MAIL_RETRIES.account_link,
      run: (payload, attempt) => sendLink(deps, payload as unknown as LinkRequest & { id: string }, attempt),
    },
  };
}

async function sendLink(
  deps: LinkJobDependencies,
  request: LinkRequest & { id: string },
  { number, signal }: JobAttempt,
): Promise<void> {
  const { purpose, email } = request;
  const secret = createSecret();
  const account = await deps.management.transactional(async (tx) => {
    const found = await findRecipient(tx, request);
    if (found === null) return null;
    // Counts only the first attempt, because a failed attempt has sent no mail.
    if (number === 1 && !(await deps.quota.countMail(tx.query, purpose, found.id))) return null;
    if (purpose === "change_email") await endEmailChangeLinks(tx.query, found.id);
    const link = { digest: digestSecret(secret), accountId: found.id, purpose, email, mailed: true };
    await issueAccountLink(tx.query, { ...link, lifetime: LIFETIMES.mailedLink[purpose] });
    return found;
  });
  if (account === null) return;
  const token = Buffer.from(secret).toString("base64url");
  const language = chooseLanguage(account.language, request.language);
  await deps.send({ id: request.id, to: email, language, content: contentOf(purpose, deps.publicUrl, token) }, signal);
}

/** The account that may get the link; null if no account has the address any more, or the account cannot use the link. */
async function findRecipient(tx: ManagementTransaction, request: LinkRequest): Promise<Account | null> {
  const where = request.purpose === "reset_password" ? { email: request.email } : { id: request.accountId };
  const account = await tx.em.findOne(Account, where);
  if (account === null || account.state !== "ACTIVE") return null;
  switch (request.purpose) {
    case "reset_password":
      return (await canResetPassword(tx.em, account)) ? account : null;
    case "verify_email":
      return account.email === request.email && isUnverified(account) ? account : null;
    default:
      return account;
  }
}

/** The paths of the pages to which the links lead. */
export const LINK_PATHS: Record<LinkPurpose, string> = {
  reset_password: "/reset-password",
  verify_email: "/verify-email",
  change_email: "/verify-email",
};

function contentOf(purpose: LinkPurpose, publicUrl: string, token: string): MailContent {
  const url = `${publicUrl}${LINK_PATHS[purpose]}?token=${token}`;
  if (purpose === "reset_password")
    return { kind: "password_reset", url, minutes: LIFETIMES.mailedLink.reset_password / MINUTE };
  return { kind: purpose, url, hours: LIFETIMES.mailedLink[purpose] / HOUR };
}
