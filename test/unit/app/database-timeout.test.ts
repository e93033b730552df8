import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openInfrastructure } from "../../../src/app/infrastructure.ts";
import type { Infrastructure } from "../../../src/app/services.ts";
import { loadConfig } from "../../../src/config/load-config.ts";
import { createMetrics } from "../../../src/observe/metrics.ts";
import { useTestDatabase } from "../../support/world/fixtures.ts";

const SHOW = { name: "show-statement-timeout", text: "show statement_timeout" };

const database = useTestDatabase();

/** Opens the infrastructure of a service with these settings. */
async function open(settings: Record<string, string>) {
  const disposables = new AsyncDisposableStack();
  const TOKEN_KEY = randomBytes(32).toString("base64url");
  const config = loadConfig({
    DATABASE_URL: database.url,
    PUBLIC_URL: "http://localhost:8080",
    TOKEN_KEY,
    ...settings,
  });
  const located = { url: database.url, directUrl: database.url };
  const log = pino({ level: "silent" });
  const infrastructure = await openInfrastructure({
    config,
    log,
    database: located,
    metrics: createMetrics(),
    disposables,
  });
  return { infrastructure, close: () => disposables.disposeAsync() };
}

/** The statement timeouts of the token and the management connections. */
async function statementTimeouts({ tokenStore, management }: Infrastructure): Promise<unknown[]> {
  const tokens = await tokenStore.lookUp((query) => query(SHOW, []));
  const pages = await management.read((_em, query) => query(SHOW, []));
  return [tokens, pages].flat();
}

describe("DATABASE_TIMEOUT", () => {
  it.each([
    { name: "one second by default", settings: { DATABASE_TIMEOUT: "" }, tokens: "3s", pages: "5s" },
    { name: "as set", settings: { DATABASE_TIMEOUT: "20" }, tokens: "1min", pages: "100s" },
  ])("bounds statements: $name", async ({ settings, tokens, pages }) => {
    const { infrastructure, close } = await open(settings);
    expect(await statementTimeouts(infrastructure)).toEqual([
      { statement_timeout: tokens },
      { statement_timeout: pages },
    ]);
    await close();
  });

  it("bounds the wait for a place in a batch", async () => {
    const { infrastructure, close } = await open({ DATABASE_TIMEOUT: "20" });
    const held = Promise.withResolvers<void>();
    const operation = { name: "held", pool: "ordinary" } as const;
    let transactions = 0;
    const join = () =>
      infrastructure.tokenStore.batch(operation, { call: {} }, async (_tx, items) => {
        transactions++;
        await held.promise;
        return items.map(() => "decided");
      });
    const joined: ReturnType<typeof join>[] = [];
    for (const underWay of [1, 2]) {
      joined.push(join());
      await expect.poll(() => transactions).toBe(underWay);
    }
    joined.push(join());
    // With the default timeout, a request behind two transactions would be rejected by now.
    await sleep(2_000);
    held.resolve();
    expect(await Promise.all(joined)).toEqual(joined.map(() => expect.objectContaining({ decision: "decided" })));
    await close();
  });
});
