import { spawnSync } from "node:child_process";
import { readOptions } from "../../support/options.ts";
import { OLDER_VERSIONS, VERSIONS_DIRECTORY } from "./binaries.ts";

const [OLDEST] = OLDER_VERSIONS;
const USAGE = `npm run test:versions -- [--release] [--only 15]
Runs the tests of the schema, the tokens, retention, the feed and the main job over HTTP on PostgreSQL ${OLDEST}, and those of the schema and
the main job on the versions between it and the newest. With --release, all tests of test:unit and test:services run on ${OLDER_VERSIONS.join(", ")}.`;

/**
 * The tests that run on every version. The others run only on the oldest and the newest; --release checks that they pass on the versions
 * between, too.
 */
const ON_ALL = [
  "test/suites/versions/",
  "test/unit/model/",
  "test/unit/store/migrations/",
  "test/unit/store/list-plans",
];
const ON_OLDEST = [
  ...["accounts", "feed", "installations", "many-waiting", "outbox", "statistics", "tokens"].map(
    (name) => `test/unit/store/${name}`,
  ),
  ...["commit-warnings", "standby", "transaction"].map((name) => `test/unit/store/connection/${name}`),
  ...["tokens", "retention"].map((name) => `test/unit/service/${name}/`),
];

const values = readOptions(USAGE, { release: { type: "boolean", default: false }, only: { type: "string" } });
const versions = OLDER_VERSIONS.filter((major) => values.only === undefined || Number(values.only) === major);
if (versions.length === 0) throw new Error(`--only takes one of ${OLDER_VERSIONS.join(", ")}`);

run("npm", ["ci", "--prefix", VERSIONS_DIRECTORY, "--no-audit", "--no-fund"]);
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", "."];
let failed = 0;
for (const major of versions) {
  process.stdout.write(`\n== PostgreSQL ${major}\n`);
  if (run("npx", [...vitest, ...selectTests(major)], { TEST_POSTGRES_MAJOR: `${major}` }) !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;

function selectTests(major: number): string[] {
  if (values.release) return ["--project", "versions", "--project", "unit", "--project", "services"];
  return ["--project", "versions", ...ON_ALL, ...(major === OLDEST ? ON_OLDEST : [])];
}

function run(command: string, args: string[], environment: Record<string, string> = {}): number {
  const { status } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...environment } });
  return status ?? 1;
}
