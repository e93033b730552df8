import pino from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openDatabase } from "../../../src/app/database.ts";
import type { Config } from "../../../src/config/config.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";
import { type CertificateDirectory, openCertificates } from "../../support/certificates.ts";
import { type FakePostgres, startFakePostgres } from "../../support/fake-postgres.ts";
import { createEmptyDatabase } from "../cli/empty-database.ts";
import { terminalWith } from "../cli/terminal.ts";

const certificates: { directory?: CertificateDirectory; authority?: string } = {};
const servers: Record<string, FakePostgres> = {};

beforeAll(async () => {
  const directory = await openCertificates();
  const authority = await directory.createAuthority("database");
  Object.assign(certificates, { directory, authority: authority.certFile });
  servers.old = await startFakePostgres("140009");
  servers.named = await startFakePostgres("180000", { identity: await authority.certify("postgres") });
  const hosts = ["db.example"];
  servers.misnamed = await startFakePostgres("180000", { identity: await authority.certify("postgres", { hosts }) });
  servers.expired = await startFakePostgres("180000", { identity: await authority.certify("postgres", { hours: -1 }) });
  servers.silent = await startFakePostgres(null, { reachable: false });
  servers.hanging = await startFakePostgres(null);
});
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await certificates.directory?.remove();
});

/** Opens the database and collects the logged warnings. */
function start(url: string, migrate: "auto" | "check") {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(line) });
  const config = { database: { kind: "external", url, directUrl: url }, migrate, databaseTimeout: 0.2 } as Config;
  return { lines, opened: openDatabase(config, log, new AsyncDisposableStack()) };
}

const verified = () => `?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificates.authority!)}`;

const CASES: [name: string, url: () => string, says: RegExp][] = [
  ["an older PostgreSQL", () => servers.old!.url, /is PostgreSQL 14\.9: PostgreSQL 15 or newer is needed\.$/],
  ["no TLS", () => `${inject("databaseUrl")}?sslmode=verify-full`, /does not offer TLS, .*ssl = on/],
  ["another CA", () => `${servers.named!.url}?sslmode=verify-full`, /an untrusted CA .*sslrootcert=<file/],
  ["another name", () => servers.misnamed!.url + verified(), /a certificate for another host .*127\.0\.0\.1/],
  ["an expired certificate", () => servers.expired!.url + verified(), /an expired certificate: renew it/],
];

describe("an unusable database is reported at once in one sentence", () => {
  it.each(CASES)("%s, at startup", async (_name, url, says) => {
    for (const migrate of ["auto", "check"] as const) {
      const { lines, opened } = start(url(), migrate);
      const error = await opened.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).toMatch(says);
      expect(lines).toEqual([]);
    }
  });

  it.each(CASES)("%s, by a command", async (_name, url, says) => {
    const latchkey = terminalWith({ DATABASE_URL: url() });
    for (const words of [["migrate"], ["migrate", "--check"], ["feed", "reset"]]) {
      const { status, out, err } = await latchkey(...words);
      expect([status, out]).toEqual([1, ""]);
      expect(err.trim()).toMatch(says);
      expect(err).not.toMatch(/\n {4}at /);
    }
  });
});

const at = (changes: Partial<URL>) => Object.assign(new URL(inject("databaseUrl")), changes).href;

describe("startup says what to change", () => {
  it.each([
    [
      "a missing database",
      () => at({ pathname: "/missing" }),
      /"missing" does not exist\. Create it, or correct its name in DATABASE_URL\.$/,
    ],
    [
      "a wrong password",
      () => at({ password: "wrong" }),
      /rejects the login: .*\. Correct the user or the password in DATABASE_URL, /,
    ],
  ])("%s", async (_name, url, says) => {
    await expect(start(url(), "check").opened).rejects.toThrow(says);
  });

  it("an empty database", async () => {
    const database = await createEmptyDatabase();
    try {
      const { opened } = start(database.url, "check");
      await expect(opened).rejects.toThrow(
        /^The database lacks \d+ migrations, 0001-initial to \S+, of this version\. Run `/,
      );
    } finally {
      await database.drop();
    }
  });
});

describe("a database that does not answer", () => {
  it.each([
    { server: "silent", migrate: "auto", says: "no connection within 0.2 s" },
    { server: "silent", migrate: "check", says: "no connection within 0.2 s" },
    // As after a failover: the connection is open, and nothing comes back on it.
    { server: "hanging", migrate: "check", says: "no answer within 0.2 s" },
  ] as const)("is retried after DATABASE_TIMEOUT ($server, MIGRATE=$migrate)", async ({ server, migrate, says }) => {
    const { url, connections } = servers[server]!;
    const before = connections();
    const { lines, opened } = start(url, migrate);
    opened.catch(() => {});
    await expect.poll(() => lines.join()).toContain("is not reachable yet; retrying");
    expect(lines.join()).toContain(says);
    await expect.poll(() => connections() - before).toBeGreaterThan(1);
  });
});
