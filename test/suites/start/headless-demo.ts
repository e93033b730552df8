import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../support/options.ts";
import { findPorts } from "./ports.ts";

readOptions("npm run test:demo -- [--help]\nRuns the headless demo in a new data directory on free ports.", {});
const dataDir = mkdtempSync(join(tmpdir(), "latchkey-demo-"));
try {
  const env = { ...process.env, DATA_DIR: dataDir, ...(await findPorts()) };
  const { status } = spawnSync("npm", ["run", "demo", "--", "--headless"], { stdio: "inherit", env });
  process.exitCode = status ?? 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 12, retryDelay: 50 });
}
