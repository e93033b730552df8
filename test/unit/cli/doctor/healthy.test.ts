import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { migrate } from "../../../../src/store/migrations/migrate.ts";
import { type CertificateDirectory, openCertificates } from "../../../support/certificates.ts";
import { type PostgresNode, startServer } from "../../../support/replication.ts";
import { end, freePorts, insertKey, run, type ServiceProcess } from "../../../support/start-service.ts";
import { terminalWith } from "../terminal.ts";
import { doctor, findingsOf } from "./findings.ts";

let server: PostgresNode;
let pool: pg.Pool;
let core: ServiceProcess;
/** The environment of the process, with the address and key of its core. */
let healthy: Record<string, string>;
let connectUrl: string;

beforeAll(async () => {
  server = await startServer(["fsync=on", "full_page_writes=on"]);
  await migrate(server.url);
  pool = new pg.Pool({ connectionString: server.url, max: 2 });
  // The server can end a connection that `pool.end` is closing.
  pool.on("error", () => {});
  const [http, grpc, connect] = await freePorts(3);
  const settings = {
    DATABASE_URL: server.url,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    PUBLIC_URL: `http://127.0.0.1:${http}`,
    HOST: "127.0.0.1",
    HTTP_PORT: `${http}`,
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
    LOG_LEVEL: "warn",
  };
  core = run(settings);
  connectUrl = `http://127.0.0.1:${connect}`;
  const SERVICE_KEY = await insertKey(pool, ["apps:read", "tokens:introspect"]);
  healthy = { ...settings, CORE_URL: `http://127.0.0.1:${grpc}`, SERVICE_KEY };
  await until(async () => (await fetch(`${connectUrl}/readyz`)).ok);
  await until(async () => (await pool.query("select from service_heartbeat")).rowCount === 1);
});
afterAll(async () => {
  if (core !== undefined) await end(core);
  await pool?.end();
  await server?.stop();
});

/** A rejection counts as false. */
const until = (check: () => Promise<boolean>) =>
  vi.waitUntil(() => check().catch(() => false), { timeout: 60_000, interval: 100 });

it("a healthy deployment has no finding, and doctor exits 0", async () => {
  const result = await doctor(healthy);
  expect(result).toMatchObject({ status: 0, findings: [], isComplete: true });
  expect(result.notChecked.map(({ check }) => check)).toEqual(["certificates", "mail"]);
  expect(result.text).toContain("No findings: settings, database, server, clock, schema, heartbeat, partitions,");
  expect(result.text).toMatch(/\nNo problems found\.\n$/);
});

it("without settings, the core of a running demo is examined", async () => {
  const directory = mkdtempSync(join(tmpdir(), "latchkey-doctor-"));
  const { CORE_URL = "", SERVICE_KEY } = healthy;
  const demo = { urls: { grpc: new URL(CORE_URL).host }, service_key: SERVICE_KEY };
  writeFileSync(join(directory, "demo.json"), JSON.stringify(demo));
  const result = await doctor({ DATA_DIR: directory });
  rmSync(directory, { recursive: true });
  expect(result.passed).toEqual(["core", "feed of the core"]);
  expect(result).toMatchObject({ status: 0, findings: [] });
  const none = await terminalWith({ DATA_DIR: directory })("doctor");
  expect(none).toMatchObject({
    status: 2,
    out: "",
    err: expect.stringContaining("There is no deployment to examine."),
  });
});

it("only the parts that have an address are checked, and doctor says which are not", async () => {
  const { DATABASE_URL, CORE_URL, SERVICE_KEY } = healthy;
  const database = await doctor({ DATABASE_URL });
  expect([database.status, database.passed]).toEqual([0, expect.arrayContaining(["database", "schema", "partitions"])]);
  expect(database.notChecked.map(({ check }) => check)).toEqual([
    "settings",
    "certificates",
    "token key",
    "mail",
    "public URL",
    "core",
  ]);
  const remote = await doctor({ CORE_URL, SERVICE_KEY });
  expect(remote).toMatchObject({ status: 0, passed: ["core", "feed of the core"] });
  // A stream that stayed open would be logged by the core as "rpc failed" when its deadline is over.
  await setTimeout(6_000);
  expect(core.output.join("")).not.toContain("DeadlineExceeded");
});

describe("the settings of a process", () => {
  it.each<[name: string, changed: Record<string, string>, says: RegExp]>([
    ["a missing list of proxies", { PUBLIC_URL: "https://auth.invalid" }, /^TRUSTED_PROXIES is required/],
    ["an invalid number", { POOL_SIZE: "many" }, /^POOL_SIZE must be .*"many"/],
    ["a secret twice", { TOKEN_KEY_FILE: "/dev/null" }, /^TOKEN_KEY and TOKEN_KEY_FILE are both set/],
  ])("%s", async (_name, changed, says) => {
    const result = await doctor({ ...healthy, ...changed });
    const [finding] = findingsOf(result, "settings");
    expect([result.status, finding]).toMatchObject([1, { severity: "problem", problem: expect.stringMatching(says) }]);
  });
});

describe("the server", () => {
  it("accepts fewer connections than the processes open", async () => {
    const result = await doctor(healthy, "--replicas", "6");
    expect(result.status).toBe(1);
    expect(findingsOf(result, "server")).toMatchObject([
      {
        severity: "warning",
        problem: "6 core processes open up to 102 connections (17 each), and PostgreSQL accepts 97.",
      },
    ]);
  });

  it.each<[name: string, setting: string, value: string, problem: string]>([
    ["accepts no writes", "default_transaction_read_only", "on", "The database accepts no writes from this role"],
    ["confirms commits early", "synchronous_commit", "off", "PostgreSQL runs with synchronous_commit = off"],
  ])("%s", async (_name, setting, value, problem) => {
    await pool.query(`alter role latchkey set ${setting} = ${value}`);
    const result = await doctor(healthy);
    await pool.query(`alter role latchkey reset ${setting}`);
    expect(result.status).toBeGreaterThan(0);
    expect(findingsOf(result, "server")).toMatchObject([
      { severity: "problem", problem: expect.stringContaining(problem) },
    ]);
  });

  it("lacks a migration", async () => {
    const last = "(select max(name) from schema_migration)";
    const { rows } = await pool.query(`delete from schema_migration where name = ${last} returning *`);
    const result = await doctor(healthy);
    const columns = Object.keys(rows[0]).map((name) => `"${name}"`);
    const values = columns.map((_name, index) => `$${index + 1}`);
    await pool.query(`insert into schema_migration (${columns}) values (${values})`, Object.values(rows[0]));
    const problem = `The schema has pending migrations: ${rows[0].name}.`;
    expect(findingsOf(result, "schema")).toMatchObject([{ severity: "problem", problem }]);
    expect(result.text).toContain("Fix: Run `latchkey migrate`");
  });

  it("has another time than this machine", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    const result = await doctor(healthy);
    vi.useRealTimers();
    const behind = { severity: "warning", problem: expect.stringMatching(/behind that of this machine\.$/) };
    expect([findingsOf(result, "clock"), findingsOf(result, "public URL")]).toMatchObject([[behind], [behind]]);
  });
});

describe("the public URL", () => {
  let directory: CertificateDirectory;
  beforeAll(async () => {
    directory = await openCertificates();
  });
  afterAll(() => directory.remove());
  const at = (url: string) => doctor({ DATABASE_URL: healthy.DATABASE_URL, PUBLIC_URL: url });

  it("is that of another issuer", async () => {
    const url = healthy.PUBLIC_URL!.replace("127.0.0.1", "localhost");
    expect(findingsOf(await at(url), "public URL")).toMatchObject([
      { severity: "problem", problem: `The gateway behind ${url} has the issuer "${healthy.PUBLIC_URL}".` },
    ]);
  });

  it("leads to another server", async () => {
    expect(findingsOf(await at(connectUrl), "public URL")).toMatchObject([
      { severity: "problem", problem: `${connectUrl}/.well-known/oauth-authorization-server answers 404.` },
    ]);
  });

  it("leads to a server with another time", async () => {
    const other = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`;
      response.setHeader("date", new Date(Date.now() - 60_000).toUTCString()).end(JSON.stringify({ issuer }));
    }).listen(0, "127.0.0.1");
    await expect.poll(() => other.listening).toBe(true);
    const result = await at(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    other.close();
    expect(findingsOf(result, "public URL")).toMatchObject([
      { severity: "warning", problem: expect.stringMatching(/^The clock of http.* is about (59|60|61) s behind/) },
    ]);
  });

  it("cannot be reached", async () => {
    expect(findingsOf(await at("http://127.0.0.1:1"), "public URL")).toMatchObject([
      {
        severity: "warning",
        problem: expect.stringContaining("cannot be reached from this machine: connect ECONNREFUSED"),
      },
    ]);
  });

  it("has a certificate of an unknown CA, or one that expires soon", async () => {
    const authority = await directory.createAuthority("Test CA");
    const { certFile, keyFile } = await authority.certify("proxy", { hours: 72 });
    const proxy = createHttpsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (request, response) =>
      response.end(JSON.stringify({ issuer: `https://${request.headers.host}` })),
    ).listen(0, "127.0.0.1");
    await expect.poll(() => proxy.listening).toBe(true);
    const url = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const unknown = await at(url);
    const trusted = getCACertificates("default");
    setDefaultCACertificates([...trusted, readFileSync(authority.certFile, "utf8")]);
    const known = await at(url);
    setDefaultCACertificates(trusted);
    proxy.close();
    expect(findingsOf(unknown, "public URL")).toMatchObject([
      {
        severity: "problem",
        problem: expect.stringContaining("is not accepted: unable to verify the first certificate"),
      },
    ]);
    expect(findingsOf(known, "public URL")).toMatchObject([
      { severity: "warning", problem: `The certificate of ${url} expires in 2 days.` },
    ]);
  });
});

describe("the core", () => {
  it("is unreachable", async () => {
    const result = await doctor({ ...healthy, CORE_URL: "http://127.0.0.1:1" });
    expect([result.status, findingsOf(result, "core")]).toMatchObject([
      2,
      [{ severity: "problem", problem: expect.stringContaining("The core at http://127.0.0.1:1 is unreachable") }],
    ]);
  });

  it("refuses the key", async () => {
    const result = await doctor({ ...healthy, SERVICE_KEY: await revokedKey() });
    expect([result.status, findingsOf(result, "core")]).toMatchObject([
      1,
      [{ severity: "problem", problem: "The core refuses the service key of SERVICE_KEY." }],
    ]);
  });

  it("is known by a key with few permissions, whose feed is not checked", async () => {
    const result = await doctor({ ...healthy, SERVICE_KEY: await insertKey(pool, ["keys:write"]) });
    expect(result).toMatchObject({ status: 0, passed: expect.arrayContaining(["core"]) });
    expect(result.notChecked).toContainEqual({
      check: "feed of the core",
      reason: "the service key lacks tokens:introspect",
    });
  });

  it("is not ready without its database", async () => {
    const [http, grpc, connect] = await freePorts(3);
    const ports = { HTTP_PORT: `${http}`, GRPC_PORT: `${grpc}`, CONNECT_PORT: `${connect}` };
    const waiting = run({
      ...healthy,
      ...ports,
      CORE_URL: "",
      SERVICE_KEY: "",
      DATABASE_URL: "postgres://x@127.0.0.1:1/x",
    });
    await until(async () => (await fetch(`http://127.0.0.1:${connect}/healthz`)).ok);
    const { SERVICE_KEY } = healthy;
    const result = await doctor({ SERVICE_KEY, CORE_URL: `http://127.0.0.1:${grpc}` });
    await end(waiting);
    expect(findingsOf(result, "core")).toMatchObject([{ severity: "problem", problem: "The core is not ready." }]);
  });

  it("cannot read the revocation feed", async () => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("lock table feed_head in access exclusive mode");
    const { CORE_URL, SERVICE_KEY } = healthy;
    const problem = expect.stringMatching(/^The core read the revocation feed \d+\.\d s ago; FEED_MAX_AGE is 1 s\.$/);
    await expect
      .poll(async () => findingsOf(await doctor({ CORE_URL, SERVICE_KEY }), "feed of the core"))
      .toMatchObject([{ severity: "problem", problem }]);
    await client.query("rollback");
    client.release();
  });
});

async function revokedKey(): Promise<string> {
  const key = await insertKey(pool, ["apps:read"]);
  await pool.query("update service_key set revoked_at = now() where hint = $1", [key.slice(-4)]);
  return key;
}
