import type { Environment } from "../../config/secret-files.ts";
import { parseSmtpUrl } from "../../config/smtp-url.ts";
import { verifySmtp } from "../../mail/smtp.ts";
import { type Finding, NotApplicableError } from "./report.ts";

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
