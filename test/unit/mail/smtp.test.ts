import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSmtpTransport, type OutgoingMail, RejectedMailError, type SmtpOptions } from "../../../src/mail/smtp.ts";
import { type Authority, type CertificateDirectory, openCertificates } from "../../support/certificates.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";

// Frozen, as the configuration is.
const from = Object.freeze({ name: "Example, Inc.", address: "no-reply@example.com" });
const mail: OutgoingMail = {
  to: "ada@example.com",
  id: "0198",
  subject: "Größe",
  text: "Ein Link:\nhttps://auth.example.com/a?b=c\n",
  html: "<p>Größe</p>",
  logo: null,
};
/** Another machine by its name. */
const REMOTE = "mail.example.com";

let certificates: CertificateDirectory;
let identity: { certFile: string; keyFile: string };
let authority: Authority;
let ca: string;
const servers: TestSmtpServer[] = [];

beforeAll(async () => {
  certificates = await openCertificates();
  authority = await certificates.createAuthority("mail");
  identity = await authority.certify("server", { hosts: ["localhost", "127.0.0.1"] });
  ca = readFileSync(authority.certFile, "utf8");
});
afterAll(() => certificates.remove());
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(options: Parameters<typeof startSmtpServer>[0] = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  servers.push(server);
  return server;
}

const send = (options: Omit<SmtpOptions, "from">, changes: Partial<OutgoingMail> = {}) =>
  createSmtpTransport({ from, ...options }).send({ ...mail, ...changes });

test("a server gets one recipient, both bodies, and the headers of automatic mail", async () => {
  const { server, mails } = await start();
  await send({ server });
  const [{ from: sender, to, parsed }] = mails as [(typeof mails)[0]];
  expect({ sender, to }).toEqual({ sender: "no-reply@example.com", to: ["ada@example.com"] });
  expect(parsed).toMatchObject({ subject: "Größe", messageId: "<0198@example.com>", text: mail.text });
  expect(parsed.html).toContain("<p>Größe</p>");
  expect(parsed.from?.value).toEqual([{ name: "Example, Inc.", address: "no-reply@example.com" }]);
  expect(parsed.headers.get("auto-submitted")).toBe("auto-generated");
});

test.each([
  { name: "a line break", to: "ada@example.com\r\nRCPT TO:<eve@example.com>" },
  { name: "a second address", to: "ada@example.com,eve@example.com" },
  { name: "brackets", to: "a><eve@example.com" },
  { name: "a quoted part", to: '"a b"@example.com' },
])("an address with $name is rejected without a connection", async ({ to }) => {
  const { server, close } = await startSmtpServer();
  await close();
  await expect(send({ server })).rejects.not.toBeInstanceOf(RejectedMailError);
  await expect(send({ server }, { to })).rejects.toBeInstanceOf(RejectedMailError);
});

test("a line break in the subject adds no header", async () => {
  const { server, mails } = await start();
  await send({ server }, { subject: "A\r\nBcc: eve@example.com" });
  expect(mails[0]!.parsed.headers.has("bcc")).toBe(false);
  expect(mails[0]!.to).toEqual(["ada@example.com"]);
});

test("a mailbox that does not exist is rejected for good; a full one is not", async () => {
  const one = await start();
  one.refuseWith(550);
  await expect(send({ server: one.server })).rejects.toBeInstanceOf(RejectedMailError);
  one.refuseWith(452);
  await expect(send({ server: one.server })).rejects.not.toBeInstanceOf(RejectedMailError);
});

test("a wrong password is no fault of the mail", async () => {
  const { server } = await start({ auth: { user: "u", pass: "right" } });
  const wrong = send({ server: { ...server, auth: { user: "u", pass: "wrong" } } });
  await expect(wrong).rejects.toThrow("the mail server replied 535 to AUTH PLAIN");
  await expect(wrong).rejects.not.toBeInstanceOf(RejectedMailError);
  await send({ server });
});

describe("TLS", () => {
  test("from the first byte, with a verified certificate", async () => {
    const { server, mails } = await start({ identity, implicitTls: true });
    await expect(send({ server })).rejects.toThrow(/certificate/);
    await send({ server, ca });
    expect(mails).toHaveLength(1);
  });

  test("another machine must offer STARTTLS", async () => {
    const { server, mails } = await start({ plain: true });
    const remote = { server: { ...server, host: REMOTE }, address: "127.0.0.1" };
    await expect(send(remote)).rejects.toThrow("the mail server replied 500 to STARTTLS");
    expect(mails).toEqual([]);
  });

  test.each([
    { name: "the host's name", hosts: [REMOTE], error: null },
    { name: "another name", hosts: ["other.example.com"], error: /altnames/ },
  ])("STARTTLS with a certificate of $name", async ({ hosts, error }) => {
    const { server, mails } = await start({ identity: await authority.certify("remote", { hosts }) });
    const remote = { ca, server: { ...server, host: REMOTE }, address: "127.0.0.1" };
    if (error === null) await send(remote);
    else await expect(send(remote)).rejects.toThrow(error);
    expect(mails).toHaveLength(error === null ? 1 : 0);
  });
});

test("an abort closes the connection to a server that is slow", async () => {
  const closed = Promise.withResolvers<void>();
  const abort = new AbortController();
  const slow = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("close", () => closed.resolve());
    abort.abort();
  });
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", () => resolve()));
  const { port } = slow.address() as { port: number };
  const server = { host: "127.0.0.1", port, implicitTls: false, auth: null };
  const sent = createSmtpTransport({ from, server }).send(mail, abort.signal);
  await expect(sent).rejects.toThrow(/abort/i);
  await closed.promise;
  await new Promise((resolve) => slow.close(resolve));
});

test("a server that never answers ends in an error", async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", () => resolve()));
  const { port } = silent.address() as { port: number };
  const server = { host: "127.0.0.1", port, implicitTls: false, auth: null };
  await expect(send({ server, timeouts: { greetingTimeout: 200 } })).rejects.toThrow(/ETIMEDOUT/);
  await new Promise((resolve) => silent.close(resolve));
});
