import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type PgBouncerOptions, startPgBouncer } from "../../support/pgbouncer.ts";
import { doctor, findingsOf } from "../../unit/cli/doctor/findings.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

describe("latchkey doctor behind a pooler", () => {
  it.each<[name: string, options: PgBouncerOptions, check: string, says: string]>([
    [
      "in transaction mode without a direct URL",
      {},
      "database",
      "warning: DATABASE_URL leads through a pooler in transaction mode, which loses notifications and refuses migrations.",
    ],
    [
      "that loses prepared statements",
      { settings: { max_prepared_statements: 0 } },
      "database",
      "problem: The database of DATABASE_URL is behind a pooler that loses prepared statements",
    ],
    [
      "in statement mode",
      { settings: { pool_mode: "statement" } },
      "database",
      "problem: The database of DATABASE_URL is behind a pooler in statement mode",
    ],
  ])("%s", async (_name, options, check, says) => {
    const pooler = await startPgBouncer(database.url, options);
    const result = await doctor({ DATABASE_URL: pooler.url });
    await pooler.stop();
    const problems = findingsOf(result, check).map(({ severity, problem }) => `${severity}: ${problem}`);
    expect(problems).toEqual([expect.stringContaining(says)]);
    expect(result.status).toBe(says.startsWith("problem") ? 2 : 1);
  });

  it("in transaction mode with a direct URL is as it should be", async () => {
    const pooler = await startPgBouncer(database.url);
    const result = await doctor({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url });
    await pooler.stop();
    expect(result.passed).toEqual(expect.arrayContaining(["database", "notifications"]));
  });
});
