import type { Environment } from "../../config/secret-files.ts";
import { parseSmtpUrl } from "../../config/smtp-url.ts";
import { verifySmtp } from "../../mail/smtp.ts";
import type { Query } from "../../store/connection/query.ts";
import { readUnsentMails } from "../../store/diagnosis/deployment-state.ts";
import { commandLine } from "../help-text.ts";
import { describeDuration, type Finding, NotApplicableError } from "./report.ts";

const TIMEOUT_MS = 5_000;
const TIMEOUTS = { dnsTimeout: TIMEOUT_MS, connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };

/** Connects to the mail server and authenticates, as a process does before it sends a mail. */
export async function checkMail(env: Environment): Promise<Finding[]> {
  const server = env.SMTP_URL ? parseSmtpUrl(env.SMTP_URL) : null;
  if (server === null) throw new NotApplicableError("set SMTP_URL");
  const error = await verifySmtp({ server, timeouts: TIMEOUTS }).then(
    () => null,
    (reason: Error) => reason,
  );
  if (error === null) return [];
  return [
    {
      severity: "problem",
      problem: `The mail server ${server.host}:${server.port} cannot be used: ${error.message}.`,
      effect:
        "Mails wait in the database. Links for passwords and addresses are given up after an hour, others after a day.",
      fix: "Check SMTP_URL, the server's certificate and the network. Operators can pass on links meanwhile.",
    },
  ];
}

/** In seconds. Processes look for mails once a second, and the lease of a killed process ends after 90 s. */
const MAILS_BEHIND = 180;

const PASS_ON = `Until then, invite again (\`${commandLine("accounts invite")}\`) and create password links (\`${commandLine("accounts reset-password")}\`): both show the link.`;

/** Finds mails that no process sends, for example because SMTP_URL was removed, and mails that were given up. */
export async function checkQueuedMails(query: Query): Promise<Finding[]> {
  const { waiting, dueFor, givenUp, reason } = await readUnsentMails(query);
  const findings: Finding[] = [];
  if (waiting > 0 && dueFor > MAILS_BEHIND)
    findings.push({
      severity: "problem",
      problem: `${counted(waiting)} due for up to ${describeDuration(dueFor)} and not sent by any process.`,
      effect: "Links for passwords are given up after an hour, other mails after a day.",
      fix: `Start a core with SMTP_URL and MAIL_FROM. ${PASS_ON}`,
    });
  if (givenUp > 0)
    findings.push({
      severity: "warning",
      problem: `${counted(givenUp)} given up in the last day. The last reason: ${reason ?? "unknown"}.`,
      effect:
        "Their recipients did not get an invitation, a link or a notice. The rows stay in the table job for 30 days.",
      fix: `Check SMTP_URL and the mail server. ${PASS_ON}`,
    });
  return findings;
}

const counted = (mails: number) => (mails === 1 ? "1 queued mail was" : `${mails} queued mails were`);
