import { spawnSync } from "node:child_process";
import { readOptions } from "../../support/options.ts";

const USAGE = `npm run test:races -- [--release [--count 100000]]
Runs the races of npm run test:services, or with --release as many as before a release, on three processes.`;

const values = readOptions(USAGE, {
  release: { type: "boolean", default: false },
  count: { type: "string", default: "100000" },
});
if (!(Number(values.count) > 0)) throw new Error("--count takes a number above 0");
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", "."];
const chosen = values.release ? ["--project", "races"] : ["--project", "services", "test/suites/race"];
const env = { ...process.env, RACES: values.count };
const { status } = spawnSync("npx", [...vitest, ...chosen, "--disable-console-intercept"], { stdio: "inherit", env });
process.exit(status ?? 1);
