import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

// `--short` for every change; a release is judged by 10,000 of each. `--count` is for both kinds of a pair together with `--sign-ins`.
const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, count: { type: "string" }, "sign-ins": { type: "string" } },
});
const env = {
  ...process.env,
  TIMING_COUNT: values.count ?? (values.short ? "500" : "10000"),
  TIMING_SIGN_INS: values["sign-ins"] ?? (values.short ? "100" : "1000"),
};
const vitest = [
  "vitest",
  "run",
  "--config",
  "test/timing/vitest.config.ts",
  "--root",
  ".",
  "--disable-console-intercept",
];
const { status } = spawnSync("npx", vitest, { stdio: "inherit", env });
process.exit(status ?? 1);
