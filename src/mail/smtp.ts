import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { BrandLogo } from "../brand/brand.ts";
import { isLoopback } from "../config/loopback.ts";
import { isMailAddress, type Sender, type SmtpServer } from "../config/smtp-url.ts";
import type { RenderedMail } from "./render.ts";

/** A mail as the transport sends it. */
export interface OutgoingMail extends RenderedMail {
  to: string;
  /** A part of the Message-ID. A retry has the same id, so that receivers can recognize a repeated mail. */
  id: string;
}

/** Sends mails one at a time. */
export interface MailTransport {
  /**
   * Resolves when the server has accepted the mail. An abort of the signal closes the connection: the timeouts bound each step of SMTP, not
   * the whole.
   * @throws RejectedMailError, or MailError if sending can be repeated
   */
  send(mail: OutgoingMail, signal?: AbortSignal): Promise<void>;
}

/** The mail was not sent. The message contains no address and no text of the server, so it can be logged. */
export class MailError extends Error {
  override name = "MailError";
}

/** The server refuses this mail permanently, for example because the mailbox does not exist. */
export class RejectedMailError extends MailError {
  override name = "RejectedMailError";
}

const SECOND_MS = 1_000;
const TIMEOUTS = {
  dnsTimeout: 5 * SECOND_MS,
  connectionTimeout: 10 * SECOND_MS,
  greetingTimeout: 10 * SECOND_MS,
  socketTimeout: 20 * SECOND_MS,
  socketCloseTimeout: SECOND_MS,
};

export interface SmtpOptions {
  server: SmtpServer;
  from: Sender;
  /** Overrides of the timeouts in milliseconds. */
  timeouts?: Partial<typeof TIMEOUTS>;
  /** CA certificates in PEM. Default: those of the system and of NODE_EXTRA_CA_CERTS. */
  ca?: string;
  /** The IP address to connect to. Default: the addresses of the host in DNS. */
  address?: string;
}

/**
 * Sends over SMTP with TLS, from the first byte or by STARTTLS, and with a verified certificate. Only a server on loopback may lack TLS:
 * elsewhere, links and the password would cross the network in plain text.
 */
export function createSmtpTransport({ from, ...connection }: SmtpOptions): MailTransport {
  const transport = createTransport(connectionOf(connection));
  const domain = from.address.split("@")[1]!;
  return {
    async send({ to, id, subject, text, html, logo }, signal) {
      if (!isMailAddress(to)) throw new RejectedMailError("the address needs quoting");
      // Creates new address objects, because Nodemailer changes those that it gets.
      const message = {
        from: { ...from },
        to: { name: "", address: to },
        subject,
        text,
        html,
        ...(logo !== null && { attachments: [attachmentOf(logo)] }),
        messageId: `<${id}@${domain}>`,
      };
      // Receivers send no automatic replies to such mails (RFC 3834 §2).
      const headers = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };
      await transport.sendMail({ ...message, headers, ...(signal && { signal }) }).catch((error: unknown) => {
        throw isPermanent(error) ? new RejectedMailError(describe(error)) : new MailError(describe(error));
      });
    },
  };
}

/** The image `cid:logo`, which mail programs show in the text and not as an attachment. */
function attachmentOf({ image, mediaType }: BrandLogo) {
  return { cid: "logo", content: Buffer.from(image), contentType: mediaType, contentDisposition: "inline" } as const;
}

/** The code of the error, with the server's reply code or the reason why the connection failed. */
function describe(error: unknown): string {
  const { code = "unknown", responseCode, command, message } = error as Failure;
  if (responseCode !== undefined) return `the mail server replied ${responseCode} to ${command ?? "the connection"}`;
  return `the mail server cannot be used (${code}): ${message}`;
}

interface Failure extends Error {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** True for a 5xx reply about this mail. A failed authentication is not permanent: it concerns all mails and can be repaired. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as Failure;
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== undefined && responseCode >= 500;
}

/** Connects, authenticates and disconnects. @throws the error of the connection */
export async function verifySmtp(options: Omit<SmtpOptions, "from">): Promise<void> {
  await createTransport(connectionOf(options)).verify();
}

function connectionOf({ server, timeouts, ca, address }: Omit<SmtpOptions, "from">) {
  const { host, port, implicitTls, auth } = server;
  // Ignores TLS on loopback, because mail servers there often have a certificate that no client can verify.
  const tls = isLoopback(host) ? { ignoreTLS: true } : { requireTLS: !implicitTls };
  return {
    host: address ?? host,
    servername: isIP(host) === 0 ? host : undefined,
    port,
    secure: implicitTls,
    ...tls,
    ...(auth !== null && { auth: { ...auth } }),
    ...(ca !== undefined && { tls: { ca } }),
    ...TIMEOUTS,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
