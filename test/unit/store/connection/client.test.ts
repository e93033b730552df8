import type pg from "pg";
import { expect, it } from "vitest";
import { NO_DETECTOR } from "../../../../src/store/connection/hang-detector.ts";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
import { findPort } from "../../../suites/start/ports.ts";
import { startFakePostgres } from "../../../support/fake-postgres.ts";

// An `error` event without a listener is an uncaught exception, which fails this file.
it("a server that exits just after it accepts a connection fails the request, and does not end the process", async () => {
  const server = await startFakePostgres("180000", { dies: true });
  const pools = createConnectionPools({ url: server.url, size: 4, reserved: 1 });
  try {
    const requests = [pools.ordinary, pools.reserved].map((pool) =>
      withConnection(pool, (query) => query({ name: "", text: "select 1" }, [])),
    );
    for (const { status } of await Promise.allSettled(requests)) expect(status).toBe("rejected");
  } finally {
    await pools.end();
    await server.stop();
  }
});

it.each(["127.0.0.1", "127.0.0.1,127.0.0.2"])("a failed reserved connection to %s is not kept", async (hosts) => {
  const port = await findPort();
  const url = `postgres://latchkey@${hosts.replaceAll(/(?=,|$)/g, `:${port}`)}/latchkey`;
  const open = new Set<pg.ClientBase>();
  const track = (client: pg.ClientBase) => {
    open.add(client);
    client.once("end", () => open.delete(client));
  };
  const pools = createConnectionPools({ url, size: 2, reserved: 1, hangs: { ...NO_DETECTOR, track } });
  const select = () => withConnection(pools.reserved, (query) => query({ name: "", text: "select 1" }, []));
  for (let request = 0; request < 3; request++) await expect(select()).rejects.toThrow("the database failed");
  await pools.end();
  await expect.poll(() => open.size).toBe(0);
});
