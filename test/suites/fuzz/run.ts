import { spawnSync } from "node:child_process";
import { readArguments } from "../../support/options.ts";

const USAGE = `npm run test:fuzz -- [--minutes 10] [--seed n [--path n:n]] [-t name] [file ...]
Sends random requests to the public interfaces, and compares the service with a model, for the given time. --seed and --path repeat a
printed failure; -t and files select searches.`;

const { values, positionals } = readArguments(USAGE, {
  minutes: { type: "string", default: "10" },
  seed: { type: "string" },
  path: { type: "string" },
  t: { type: "string", short: "t" },
});
const { minutes, seed, path, t } = values;
if (!(Number(minutes) > 0)) throw new Error("--minutes takes a number above 0");
const env = {
  ...process.env,
  FUZZ_MINUTES: minutes,
  ...(seed !== undefined && { FUZZ_SEED: seed }),
  ...(path !== undefined && { FUZZ_PATH: path }),
};
const files = positionals.length === 0 ? ["test/suites/fuzz"] : positionals;
const vitest = ["vitest", "run", ...files, "--config", "test/vitest.config.ts", "--root", ".", "--project", "services"];
const chosen = t === undefined ? [] : ["-t", t];
const { status } = spawnSync("npx", [...vitest, ...chosen, "--no-file-parallelism", "--disable-console-intercept"], {
  stdio: "inherit",
  env,
});
process.exit(status ?? 1);
