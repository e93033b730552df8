import { spawnSync } from "node:child_process";
import { printHelp } from "../../support/options.ts";
import { findChromium } from "./chromium.ts";

const USAGE = `npm run test:browser -- [--short] [--if-found] [vitest's own options and files]
The pages in a Chromium: the one on the PATH, or the one that CHROMIUM names. --short leaves out the look at every page, which is most
of the time; --if-found passes on machines without a Chromium.`;

printHelp(USAGE);
const options = new Set(process.argv.slice(2).filter((argument) => ["--short", "--if-found"].includes(argument)));
const others = process.argv.slice(2).filter((argument) => !options.has(argument));
const SHORT = ["consent", "demo", "hostile", "whole-journey-external"].map(
  (name) => `test/suites/browser/${name}.test.ts`,
);

if (findChromium() === null) {
  console.error("BROWSER TESTS NOT RUN: no Chromium found. Install one, or name it in CHROMIUM.");
  process.exit(options.has("--if-found") ? 0 : 1);
}
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", ".", "--project", "browser"];
const files = options.has("--short") ? SHORT : [];
const { status } = spawnSync("npx", [...vitest, ...files, ...others], { stdio: "inherit" });
process.exit(status ?? 1);
