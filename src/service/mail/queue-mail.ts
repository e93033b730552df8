import { randomUUID } from "node:crypto";
import { MAIL_LANGUAGES, type MailContent, type MailLanguage } from "../../model/mail.ts";
import type { TransactionContext } from "../../store/connection/transaction-context.ts";

export function isMailLanguage(text: string | null | undefined): text is MailLanguage {
  return MAIL_LANGUAGES.some((language) => language === text);
}

/** The first supported language of the candidates; English if there is none. */
export function chooseLanguage(...candidates: readonly (string | null | undefined)[]): MailLanguage {
  return candidates.find(isMailLanguage) ?? "en";
}

export interface MailAddressee {
  to: string;
  language: MailLanguage;
}

/** A mail without a secret, as a job's payload. */
export type QueuedMail = MailAddressee & { content: MailContent };

/** An invitation as a job's payload: the link's secret is derived from the salt when the mail is sent. */
export type QueuedInvitation = MailAddressee & {
  /** Base64url. */
  salt: string;
  digest: string;
  merchantName: string | null;
  days: number;
};

type Transaction = Pick<TransactionContext, "enqueue">;

/** True if this deployment sends mails, over SMTP_URL or to the mailbox of the demo. */
export interface MailSetting {
  sendsMail: boolean;
}

/** Sends a mail after the transaction commits, if this deployment sends mails. The content must contain no secret. */
export function queueMail({ sendsMail }: MailSetting, tx: Transaction, mail: QueuedMail): void {
  if (sendsMail) tx.enqueue({ kind: "mail", payload: { id: randomUUID(), ...mail } });
}

/** As `queueMail`, for an invitation. */
export function queueInvitation({ sendsMail }: MailSetting, tx: Transaction, invitation: QueuedInvitation): void {
  if (sendsMail) tx.enqueue({ kind: "invitation_mail", payload: { id: randomUUID(), ...invitation } });
}
