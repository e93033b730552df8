import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHangDetector, type HangDetector } from "../../../../src/store/connection/hang-detector.ts";
import { createManagement } from "../../../../src/store/connection/management.ts";
import { createOrm } from "../../../../src/store/connection/orm.ts";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import type { Query } from "../../../../src/store/connection/query.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { listenToFeed } from "../../../../src/store/feed/feed-listener.ts";
import { migrate, pendingMigrations } from "../../../../src/store/migrations/migrate.ts";
import { findPort } from "../../../suites/start/ports.ts";
import { LONG_TIMEOUT_POOL } from "../../../support/long-timeouts.ts";
import { type Replication, startReplication } from "../../../support/replication.ts";
import { administer } from "../../../support/template.ts";

const PORT = { name: "", text: "select inet_server_port() as port" };
const readPort = async (query: Query) => (await query<{ port: number }>(PORT, []))[0]!.port;
const log = pino({ level: "silent" });

let servers: Replication;
/** An unreachable host, the standby and the primary, in this order. */
let url: string;
let closedPort: number;
beforeAll(async () => {
  servers = await startReplication();
  closedPort = await findPort();
  url = together([closedPort, portOf(servers.standby), portOf(servers.primary)]);
});
afterAll(() => servers?.drop());

function portOf({ url }: { url: string }): number {
  return Number(new URL(url).port);
}

function together(ports: number[], parameters = "?target_session_attrs=read-write"): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return servers.primary.url.replace(/127\.0\.0\.1:\d+/, hosts) + parameters;
}

describe("a URL with several hosts", () => {
  it.each<[name: string, read: () => Promise<unknown>]>([
    [
      "of the token path",
      async () => {
        const pools = createConnectionPools({ url, size: 3, reserved: 1, ...LONG_TIMEOUT_POOL });
        const ports = await Promise.all([
          withConnection(pools.ordinary, readPort),
          withConnection(pools.reserved, readPort),
        ]);
        await pools.end();
        return ports[0] === ports[1] ? ports[0] : ports;
      },
    ],
    [
      "of the management side",
      async () => {
        const orm = await createOrm({ url, ...LONG_TIMEOUT_POOL });
        return createManagement(orm)
          .read((_em, query) => readPort(query))
          .finally(() => orm.close());
      },
    ],
    [
      "of migrations",
      async () => {
        await migrate(url);
        expect(await pendingMigrations(url)).toEqual([]);
        return portOf(servers.primary);
      },
    ],
    [
      "of the feed's listener",
      async () => {
        const connected = Promise.withResolvers<void>();
        const listener = listenToFeed({ url, log, wake: connected.resolve });
        await connected.promise;
        await listener.stop();
        return portOf(servers.primary);
      },
    ],
    [
      "in any order, if connections are balanced",
      async () => {
        const pools = createConnectionPools({
          url: `${url}&load_balance_hosts=random`,
          ...{ size: 2, reserved: 1, ...LONG_TIMEOUT_POOL },
        });
        return withConnection(pools.ordinary, readPort).finally(() => pools.end());
      },
    ],
  ])("connects to the primary: %s", async (_name, read) => {
    expect(await read()).toBe(portOf(servers.primary));
  });

  it("fails with one sentence if no host accepts writes", async () => {
    const pools = createConnectionPools({
      url: together([closedPort, portOf(servers.standby)]),
      ...{ size: 2, reserved: 1, ...LONG_TIMEOUT_POOL },
    });
    await expect(withConnection(pools.ordinary, readPort)).rejects.toMatchObject({
      name: "StorageError",
      message: expect.stringMatching(/^no host of the database URL accepts writes: .*:\d+ is read-only/),
    });
    await pools.end();
  });

  it("O5 serves from the promoted standby without a restart", async () => {
    const hangs: HangDetector = createHangDetector({ url, timeoutMs: LONG_TIMEOUT_POOL.acquireTimeoutMs, log });
    const pools = createConnectionPools({ url, size: 4, reserved: 2, ...LONG_TIMEOUT_POOL, hangs });
    const orm = await createOrm({ url, ...LONG_TIMEOUT_POOL, hangs });
    const management = createManagement(orm);
    const ports = async () => [
      await withConnection(pools.ordinary, readPort).catch(() => null),
      await withConnection(pools.reserved, readPort).catch(() => null),
      await management.read((_em, query) => readPort(query)).catch(() => null),
    ];
    expect(await ports()).toEqual(Array(3).fill(portOf(servers.primary)));
    await servers.primary.stop();
    await administer(servers.standby.url, "select pg_promote()");
    await expect.poll(ports).toEqual(Array(3).fill(portOf(servers.standby)));
    await orm.close();
    await pools.end();
    await hangs.stop();
  });
});
