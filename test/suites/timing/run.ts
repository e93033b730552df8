import { spawnSync } from "node:child_process";
import { readOptions } from "../../support/options.ts";

const USAGE = `npm run test:timing -- [--short] [--count 10000] [--sign-ins 1000]
Measures whether response times reveal secrets. --short takes fewer samples; a release takes 10,000 responses of each kind and 1,000 sign-ins.`;

const values = readOptions(USAGE, {
  short: { type: "boolean", default: false },
  count: { type: "string" },
  "sign-ins": { type: "string" },
});
const env = {
  ...process.env,
  TIMING_COUNT: values.count ?? (values.short ? "300" : "10000"),
  TIMING_SIGN_INS: values["sign-ins"] ?? (values.short ? "60" : "1000"),
};
const vitest = [
  "vitest",
  "run",
  "--config",
  "test/vitest.config.ts",
  "--root",
  ".",
  "--project",
  "timing",
  "--disable-console-intercept",
];
const { status } = spawnSync("npx", vitest, { stdio: "inherit", env });
process.exit(status ?? 1);
