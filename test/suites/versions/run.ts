import { spawnSync } from "node:child_process";
import { readOptions } from "../../support/options.ts";
import { OLDER_VERSIONS, VERSIONS_DIRECTORY } from "./binaries.ts";

const USAGE = `npm run test:versions -- [--release] [--only 15]
Runs the tests of schema, tokens and the main job over HTTP on PostgreSQL ${OLDER_VERSIONS.join(", ")}; with --release all tests of npm run test:unit.`;

const values = readOptions(USAGE, { release: { type: "boolean", default: false }, only: { type: "string" } });
const versions = OLDER_VERSIONS.filter((major) => values.only === undefined || Number(values.only) === major);
if (versions.length === 0) throw new Error(`--only takes one of ${OLDER_VERSIONS.join(", ")}`);

run("npm", ["ci", "--prefix", VERSIONS_DIRECTORY, "--no-audit", "--no-fund"]);
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", "."];
const projects = values.release ? ["--project", "versions", "--project", "unit"] : ["--project", "versions"];
let failed = 0;
for (const major of versions) {
  process.stdout.write(`\n== PostgreSQL ${major}\n`);
  if (run("npx", [...vitest, ...projects], { TEST_POSTGRES_MAJOR: `${major}` }) !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;

function run(command: string, args: string[], environment: Record<string, string> = {}): number {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  return status ?? 1;
}
