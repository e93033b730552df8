import type { KeySet } from "../../credential/derive.ts";
import type { MAIL_JOBS, MailContent } from "../../model/mail.ts";
import { type JobHandlers, PermanentJobError } from "../jobs/handlers.ts";
import type { QueuedInvitation, QueuedMail } from "./queue-mail.ts";

/** A mail to send now. */
export type Mail = QueuedMail & {
  /** The same id in each attempt, so that receivers can recognize a repeated mail. */
  id: string;
};

export interface MailJobDependencies {
  keys: Pick<KeySet, "findLinkSecret">;
  publicUrl: string;
  /** @throws PermanentJobError if the server rejects the mail permanently */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
}

const HOUR = 3_600;

/** Seconds for which the jobs of each kind are retried: most mails are useless after a day, and password links after an hour. */
export const MAIL_RETRIES: Readonly<Record<(typeof MAIL_JOBS)[number], number>> = {
  mail: 24 * HOUR,
  invitation_mail: 24 * HOUR,
  account_link: HOUR,
};

/** The jobs that send mails without a link, and invitations. */
export function mailJobs(deps: MailJobDependencies): JobHandlers {
  return {
    mail: {
      retryForSeconds: MAIL_RETRIES.mail,
      run: (payload, { signal }) => deps.send(payload as unknown as Mail, signal),
    },
    invitation_mail: {
      retryForSeconds: MAIL_RETRIES.invitation_mail,
      run: (payload, { signal }) =>
        sendInvitation(deps, payload as unknown as QueuedInvitation & { id: string }, signal),
    },
  };
}

async function sendInvitation(
  { keys, publicUrl, send }: MailJobDependencies,
  { id, to, language, salt, digest, merchantName, days }: QueuedInvitation & { id: string },
  signal: AbortSignal,
): Promise<void> {
  const secret = keys.findLinkSecret(Buffer.from(salt, "base64url"), Buffer.from(digest, "base64url"));
  if (secret === null) throw new PermanentJobError("TOKEN_KEY no longer has the key of this invitation");
  const url = `${publicUrl}/invitations/${secret.toString("base64url")}`;
  const content: MailContent = { kind: "invitation", url, merchantName, days };
  await send({ id, to, language, content }, signal);
}
