import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { listenToFeed } from "../../../../src/store/feed/feed-listener.ts";
import { migrate, pendingMigrations } from "../../../../src/store/migrations/migrate.ts";
import { type CertificateDirectory, openCertificates } from "../../../support/certificates.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { type PostgresNode, startTlsServer } from "../../../support/replication.ts";

const IS_ENCRYPTED = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";

let certificates: CertificateDirectory;
const servers: PostgresNode[] = [];
/** The URLs of three servers, by the name in their certificates. */
let both: string;
let onlyAddress: string;
let onlyName: string;
let otherAuthority: string;
beforeAll(async () => {
  certificates = await openCertificates();
  const authority = await certificates.createAuthority("database");
  const open = async (hosts?: string[]) => {
    const server = await startTlsServer(await authority.certify("postgres", { hosts }));
    servers.push(server);
    return `${server.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(authority.certFile)}`;
  };
  [both, onlyAddress, onlyName] = await Promise.all([open(), open(["127.0.0.1"]), open(["localhost"])]);
  const { certFile } = await certificates.createAuthority("other");
  otherAuthority = both.replace(/sslrootcert=.*/, `sslrootcert=${encodeURIComponent(certFile)}`);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await certificates?.remove();
});

const byAddress = (url: string): string => url.replace("@localhost:", "@127.0.0.1:");

const isEncrypted = (query: Query) => query({ name: "", text: IS_ENCRYPTED }, []);

describe("every database connection uses the URL's sslmode and sslrootcert", () => {
  const doors: [name: string, read: (url: string) => Promise<unknown>][] = [
    [
      "of the token path",
      async (url) => {
        const pools = createConnectionPools({ url, size: 3, reserved: 1, ...LONG_TIMEOUT_POOL });
        return withConnection(pools.ordinary, isEncrypted).finally(() => pools.end());
      },
    ],
    [
      "of the management side",
      async (url) => {
        const orm = await createOrm({ url, ...LONG_TIMEOUT_POOL });
        const management = createManagement(orm);
        return management.read((_em, query) => isEncrypted(query)).finally(() => orm.close());
      },
    ],
    [
      "of migrations",
      async (url) => {
        await migrate(url);
        expect(await pendingMigrations(url)).toEqual([]);
        return [{ ssl: true }];
      },
    ],
    [
      "of the feed's listener",
      (url) =>
        new Promise((resolve, reject) => {
          const log = pino({ level: "warn" }, { write: (line) => end(() => reject(new Error(line))) });
          const listener = listenToFeed({ url, log, wake: () => end(() => resolve([{ ssl: true }])) });
          const end = (settle: () => void) => void listener.stop().then(settle);
        }),
    ],
  ];

  it.each(doors)("%s", async (_name, read) => {
    expect(await read(both)).toEqual([{ ssl: true }]);
    await expect(read(otherAuthority)).rejects.toThrow();
    await expect(read(both.replace(/\?.*/, ""))).rejects.toThrow();
  });

  it.each(doors)("%s, with a certificate that names only the URL's host or address", async (_name, read) => {
    expect(await read(onlyName)).toEqual([{ ssl: true }]);
    expect(await read(byAddress(onlyAddress))).toEqual([{ ssl: true }]);
    await expect(read(onlyAddress)).rejects.toThrow();
    await expect(read(byAddress(onlyName))).rejects.toThrow();
  });
});
