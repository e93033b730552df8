import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { SmtpServer } from "../../src/config/smtp-url.ts";
import type { Identity } from "./certificates.ts";

export interface ReceivedMail {
  /** The envelope. */
  from: string;
  to: string[];
  parsed: ParsedMail;
  raw: string;
}

export interface TestSmtpServer {
  server: SmtpServer;
  mails: ReceivedMail[];
  /** The reply to RCPT TO from now on; null accepts. */
  refuseWith(code: number | null): void;
  close(): Promise<void>;
}

interface Options {
  identity?: Identity;
  implicitTls?: boolean;
  /** Offers no STARTTLS. */
  plain?: boolean;
  auth?: { user: string; pass: string };
  /** Connects by this name. Default: the loopback address. */
  host?: string;
}

/** A real SMTP server on loopback that keeps the mails it accepts. */
export async function startSmtpServer(options: Options = {}): Promise<TestSmtpServer> {
  const { identity, implicitTls = false, plain = identity === undefined, auth, host = "127.0.0.1" } = options;
  const mails: ReceivedMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    secure: implicitTls,
    authOptional: auth === undefined,
    allowInsecureAuth: plain,
    disabledCommands: plain ? ["STARTTLS"] : [],
    ...(identity && { cert: readFileSync(identity.certFile), key: readFileSync(identity.keyFile) }),
    onAuth({ username, password }, _session, callback) {
      if (username === auth?.user && password === auth?.pass) return callback(null, { user: username });
      callback(Object.assign(new Error("bad credentials"), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, callback) {
      if (refusal === null) return callback();
      callback(Object.assign(new Error("refused"), { responseCode: refusal }));
    },
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const raw = Buffer.concat(chunks).toString("utf8");
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), parsed: await simpleParser(raw), raw });
        callback();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    server: { host, port, implicitTls, auth: auth ?? null },
    mails,
    refuseWith(code) {
      refusal = code;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
