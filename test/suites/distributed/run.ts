import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readOptions } from "../../support/options.ts";
import { CACHE_VARIABLE, CITUS_TAG, DEFAULT_CACHE } from "./settings.ts";

const USAGE = `npm run test:distributed -- [options]: the token statements on Citus ${CITUS_TAG} with two workers (docs/scaling.md)

  --cache DIR          where PostgreSQL and Citus are built, once (${DEFAULT_CACHE})
  --repository PATH    the git repository of Citus (https://github.com/citusdata/citus)`;

const { cache, repository } = readOptions(USAGE, {
  cache: { type: "string", default: DEFAULT_CACHE },
  repository: { type: "string", default: "https://github.com/citusdata/citus" },
});

process.exitCode = isBuilt() || run(script(), [cache, repository, CITUS_TAG]) ? test() : 1;

function isBuilt(): boolean {
  return existsSync(`${cache}/built`) && readFileSync(`${cache}/built`, "utf8").trim() === CITUS_TAG;
}

function script(): string {
  return fileURLToPath(new URL("build.sh", import.meta.url));
}

function test(): number {
  const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", ".", "--project", "distributed"];
  return run("npx", vitest) ? 0 : 1;
}

function run(command: string, args: string[]): boolean {
  const env = { ...process.env, [CACHE_VARIABLE]: cache };
  return spawnSync(command, args, { stdio: "inherit", env }).status === 0;
}
