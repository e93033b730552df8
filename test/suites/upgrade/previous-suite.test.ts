import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { createDataDirectory } from "../../support/data-directory.ts";
import { createTemplate } from "../../support/template.ts";
import { checkOutPreviousRelease, type Release } from "./previous-release.ts";

/** The test files of the token operations. Before a release, UPGRADE_SUITE=all selects the whole folder. */
const OPERATIONS =
  process.env.UPGRADE_SUITE === "all"
    ? ["test/unit/service/tokens/"]
    : ["batch-transactions", "exchange", "introspect", "issue", "refresh", "retry-window", "revoke"].map(
        (name) => `test/unit/service/tokens/${name}.test.ts`,
      );

/**
 * The tests of token statements, of the operations that use them, and of the protocol over HTTP. The tests of query plans are left out,
 * because a new index may change plans.
 */
const SUITES = ["test/unit/store/tokens/tokens.test.ts", ...OPERATIONS, "test/suites/conformance/all.test.ts"];

let directory: string;
let database: EmbeddedDatabase;
let release: Release;
beforeAll(async () => {
  directory = createDataDirectory("upgrade");
  release = await checkOutPreviousRelease();
  // This file of the current version is needed, because it makes the rows of every table older and so must know the current tables.
  await cp("test/support/aging.ts", join(release.directory, "test/support/aging.ts"));
  const log = pino({ level: "silent" });
  database = await startEmbedded({ dataDir: join(directory, "data"), log, durable: false, maxConnections: 500 });
  await createTemplate(database.url);
});
afterAll(async () => {
  await database?.stop();
  await release?.remove();
  await rm(directory, { recursive: true, force: true });
});

test("the token suite of the previous version passes on the schema of this version", async () => {
  const reports = join(directory, "reports");
  const args = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", ".", "--project", "unit", ...SUITES];
  const { HOME = directory } = process.env;
  const env = {
    ...childEnvironment(release.directory),
    HOME,
    TEST_DATABASE_URL: database.url,
    TEST_REPORTS: reports,
  };
  const child = spawn("npx", args, { cwd: release.directory, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  expect(code, `${release.commit}\n${output.slice(-8_000)}`).toBe(0);
  const names = (await readdir(reports)).filter((name) => name.endsWith(".json"));
  const passed = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(reports, name), "utf8")).numPassedTests as number),
  );
  expect(passed.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(100);
});
