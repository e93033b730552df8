import { expect, it } from "vitest";
import { createConnectionPools } from "../../../../src/store/connection/pools.ts";
import { withConnection } from "../../../../src/store/connection/transaction.ts";
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
