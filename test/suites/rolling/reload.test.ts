import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, expect, inject, it } from "vitest";
import { type CertificateDirectory, openCertificates } from "../../support/certificates.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { end, freePorts, run, type ServiceProcess } from "../../support/start-service.ts";
import { administer } from "../../support/template.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The issuer of the certificate on a port. */
async function issuerOn(port: number, alpn: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ALPNProtocols: [alpn] });
  try {
    await once(socket, "secureConnect");
    return `${socket.getPeerCertificate().issuer.CN}`;
  } finally {
    socket.destroy();
  }
}

/** Creates a database role with a password. */
async function createRole(database: TestDatabase) {
  const name = `reload_${randomBytes(4).toString("hex")}`;
  const admin = inject("databaseUrl");
  const newPassword = async (verb: "create" | "alter") => {
    const password = randomBytes(12).toString("hex");
    await administer(admin, `${verb} role ${name} superuser login password '${password}'`);
    return Object.assign(new URL(database.url), { username: name, password }).href;
  };
  const endConnections = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${name}'`;
  cleanups.push(() => administer(admin, `drop role ${name}`));
  return { newPassword, endConnections: () => administer(admin, endConnections) };
}

/** @param databasePort replaces that of the database in its URL */
async function startOnFiles(workers: string, databasePort: number) {
  const directory = await mkdtemp(join(tmpdir(), "latchkey-reload-"));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  const certificates: CertificateDirectory = await openCertificates();
  cleanups.push(() => certificates.remove());
  const database = await createTestDatabase();
  const role = await createRole(database);
  // The database is dropped before the role, because the role owns partitions.
  cleanups.push(() => database.drop());
  const path = (name: string) => join(directory, name);
  const install = async (authority: string) => {
    const { certFile, keyFile } = await (await certificates.createAuthority(authority)).certify(`of-${authority}`);
    await cp(certFile, path("cert.pem"));
    await cp(keyFile, path("key.pem"));
  };
  await install("first");
  const url = await role.newPassword("create");
  await writeFile(path("url"), Object.assign(new URL(url), { port: `${databasePort}` }).href);
  await writeFile(path("key"), randomBytes(32).toString("base64url"));
  const [http = 0, grpc = 0, connectPort = 0, health = 0] = await freePorts(4);
  const listeners = ["HTTP", "GRPC", "CONNECT"].flatMap((name) => [
    [`TLS_${name}_CERT`, path("cert.pem")],
    [`TLS_${name}_KEY`, path("key.pem")],
  ]);
  const service = run({
    ...LONG_TIMEOUT_SETTINGS,
    HOST: "127.0.0.1",
    HTTP_PORT: `${http}`,
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connectPort}`,
    HEALTH_PORT: `${health}`,
    PUBLIC_URL: `https://localhost:${http}`,
    DATABASE_URL_FILE: path("url"),
    TOKEN_KEY_FILE: path("key"),
    WORKERS: workers,
    ...Object.fromEntries(listeners),
  });
  cleanups.push(() => end(service));
  const isReady = () =>
    fetch(`http://127.0.0.1:${health}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  const issuers = () =>
    Promise.all([issuerOn(http, "http/1.1"), issuerOn(grpc, "h2"), issuerOn(connectPort, "http/1.1")]);
  return { service, role, url, path, install, isReady, issuers };
}

const count = ({ output }: ServiceProcess, text: string) => output.join("").split(text).length - 1;

it.each([
  { workers: "1", processes: 1 },
  { workers: "2", processes: 3 },
])(
  "SIGHUP applies new certificates and a new database password, also during a start: $workers worker(s)",
  async ({ workers, processes }) => {
    const [closed = 0] = await freePorts(1);
    const { service, role, url, path, install, isReady, issuers } = await startOnFiles(workers, closed);
    const reloads = () => count(service, "read the files of the settings again");
    await expect.poll(() => service.output.join("")).toContain("the database is not reachable yet");
    await writeFile(path("url"), url);
    service.child.kill("SIGHUP");
    await expect.poll(isReady).toBe(true);
    expect(await issuers()).toEqual(["first", "first", "first"]);

    const before = reloads();
    await install("second");
    await writeFile(path("url"), await role.newPassword("alter"));
    service.child.kill("SIGHUP");
    await expect.poll(reloads).toBe(before + processes);
    expect(await issuers()).toEqual(["second", "second", "second"]);
    await role.endConnections();
    await expect.poll(isReady).toBe(true);

    await writeFile(path("key.pem"), "not a key");
    service.child.kill("SIGHUP");
    await expect.poll(() => service.output.join("")).toContain("contains no private key");
    expect(await issuers()).toEqual(["second", "second", "second"]);
    expect(await isReady()).toBe(true);
  },
);
