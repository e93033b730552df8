import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../src/app/database.ts";
import type { Config } from "../../../src/config/config.ts";
import { StartupError } from "../../../src/observe/startup-error.ts";
import { inspectPooler } from "../../../src/store/connection/pooler.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type PgBouncer, type PgBouncerOptions, startPgBouncer } from "../../support/pgbouncer.ts";

const TIMEOUT_MS = 15_000;
const LOSES_STATEMENTS =
  /behind a pooler that loses prepared statements between transactions: use PgBouncer 1\.21 or newer/;

let database: TestDatabase;
const poolers: PgBouncer[] = [];
const throughPgBouncer = async (options: PgBouncerOptions): Promise<string> => {
  const pooler = await startPgBouncer(database.url, options);
  poolers.push(pooler);
  return pooler.url;
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(poolers.map((pooler) => pooler.stop()));
  await database?.drop();
});

/** Opens the database as the service does at startup, and collects the logged messages. */
async function open(url: string, directUrl: string): Promise<string[]> {
  const messages: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void messages.push(JSON.parse(line).msg) });
  const database = { kind: "external", url, directUrl };
  const config = { database, migrate: "check", databaseTimeout: TIMEOUT_MS / 1_000 } as Config;
  await openDatabase(config, log, new AsyncDisposableStack());
  return messages;
}

describe("the pooler of a database URL", () => {
  it.each<[name: string, options: PgBouncerOptions | null, mode: string]>([
    ["none", null, "none"],
    ["PgBouncer in session mode", { settings: { pool_mode: "session" } }, "session"],
    ["PgBouncer in transaction mode, as shipped", {}, "transaction"],
    ["PgBouncer 1.18 in session mode", { release: "bookworm", settings: { pool_mode: "session" } }, "session"],
  ])("is recognized: %s", async (_name, options, mode) => {
    const url = options === null ? database.url : await throughPgBouncer(options);
    expect(await inspectPooler(url, TIMEOUT_MS)).toBe(mode);
    expect(await open(url, database.url)).toEqual([]);
  });

  it.each<[name: string, options: PgBouncerOptions, says: RegExp]>([
    ["PgBouncer 1.18 in transaction mode", { release: "bookworm" }, LOSES_STATEMENTS],
    ["PgBouncer without prepared statements", { settings: { max_prepared_statements: 0 } }, LOSES_STATEMENTS],
    [
      "PgBouncer in statement mode",
      { settings: { pool_mode: "statement" } },
      /in statement mode: set pool_mode = transaction/,
    ],
  ])("is refused at startup: %s", async (_name, options, says) => {
    const error = await open(await throughPgBouncer(options), database.url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(says);
  });

  it("in transaction mode needs DATABASE_DIRECT_URL for notifications", async () => {
    const url = await throughPgBouncer({});
    expect(await open(url, url)).toEqual([expect.stringMatching(/loses the notifications .*set DATABASE_DIRECT_URL/)]);
  });

  it("in transaction mode does not run migrations, whose lock would stay in the pooler", async () => {
    const url = await throughPgBouncer({});
    await expect(migrate(url)).rejects.toThrow(/migrations cannot use: set DATABASE_DIRECT_URL/);
  });
});
