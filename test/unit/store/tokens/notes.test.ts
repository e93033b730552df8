import type pg from "pg";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ConnectionPool } from "../../../../src/store/connection/pools.ts";
import { createInstallationHealth } from "../../../../src/store/installations/installation-health.ts";
import { createLastUse } from "../../../../src/store/tokens/last-use.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const log = pino({ level: "silent" });

/** Notes of either kind, over connections that come when a test says so. */
const KINDS = [
  {
    name: "of when things were last used",
    open(pool: ConnectionPool) {
      const lastUse = createLastUse(pool, log);
      return { note: () => lastUse.note("app_secret", ID, { lastUsedAt: null, now: 0 }), flush: lastUse.flush };
    },
  },
  {
    name: "of an installation's health",
    open(pool: ConnectionPool) {
      const health = createInstallationHealth(pool, log);
      return { note: () => health.failed(ID, "REUSED"), flush: health.flush };
    },
  },
];

describe.each(KINDS)("notes $name", ({ open }) => {
  function openHeld() {
    const asked: PromiseWithResolvers<pg.PoolClient>[] = [];
    const acquire = () => {
      const client = Promise.withResolvers<pg.PoolClient>();
      asked.push(client);
      return client.promise;
    };
    const client = { query: async () => ({ rows: [] }), release() {} } as unknown as pg.PoolClient;
    return { ...open({ acquire }), asked, give: (at: number) => asked[at]!.resolve(client) };
  }

  const isOver = async (work: Promise<void>): Promise<boolean> => {
    let over = false;
    void work.then(() => (over = true));
    await new Promise((resolve) => setImmediate(resolve));
    return over;
  };

  it("flush: waits for writes that started before", async () => {
    const { note, flush, asked, give } = openHeld();
    note();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(1);
    const flushed = flush();
    expect(await isOver(flushed)).toBe(false);
    give(0);
    expect(await isOver(flushed)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it("keeps notes after a failed write", async () => {
    const { note, flush, asked, give } = openHeld();
    note();
    const first = flush();
    await new Promise((resolve) => setImmediate(resolve));
    asked[0]!.reject(new Error("no connection"));
    await expect(first).rejects.toThrow();
    const second = flush();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(2);
    give(1);
    await second;
  });

  it("writes later notes after a failed write", async () => {
    const { note, flush, asked, give } = openHeld();
    note();
    const first = flush();
    await new Promise((resolve) => setImmediate(resolve));
    asked[0]!.reject(new Error("no connection"));
    await expect(first).rejects.toThrow();
    note();
    const second = flush();
    await new Promise((resolve) => setImmediate(resolve));
    give(1);
    await second;
  });
});
