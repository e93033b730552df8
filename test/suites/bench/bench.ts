import { writeFileSync, writeSync } from "node:fs";
import { loadavg } from "node:os";
import { createDataDirectory } from "../../support/data-directory.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { readOptions } from "../../support/options.ts";
import { openInfrastructure } from "./infrastructure.ts";
import { limitResponses, missingPackages } from "./load/programs.ts";
import { describeMachine } from "./pages/report.ts";
import { checkRows, findErrors, type Report, toMarkdown, toText } from "./report.ts";
import type { Bench, Measurement } from "./rows/bench.ts";
import { MEASUREMENTS } from "./rows/measurements.ts";

const USAGE = `npm run bench -- [options]: the service against its limits (docs/performance.md)

  --short            check that every row runs with correct responses; its timings mean nothing
  --only TEXT        the rows whose measurement contains the text, such as refresh
  --rounds N         rounds, in each of which a row and its limit run in turn (5)
  --seconds N        seconds of each run (3)
  --tokens N         live tokens of the rows with many tokens (10,000,000: 4 GB of disk)
  --json, --markdown print JSON or Markdown instead of a table for the terminal
  --out FILE         also write the JSON to a file`;

const values = readOptions(USAGE, {
  short: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  markdown: { type: "boolean", default: false },
  only: { type: "string", default: "" },
  rounds: { type: "string" },
  seconds: { type: "string" },
  tokens: { type: "string" },
  out: { type: "string" },
});

const FEW_TOKENS = 10_000;
const FULL = {
  rounds: 5,
  seconds: 3,
  manyTokens: 10_000_000,
  cachedTokens: 100_000,
  revocations: 100,
  costRows: 50_000,
  mostConnections: 128,
};
/** Checks that every row runs with correct responses; the timings mean nothing. */
const SHORT = {
  rounds: 1,
  seconds: 1,
  manyTokens: 40_000,
  cachedTokens: 10_000,
  revocations: 10,
  costRows: 2_000,
  mostConnections: 8,
};
/** Enough for some requests on each connection. */
const SHORT_RESPONSES = 400;

const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(`The load generators are missing: apt-get install -y ${missing.join(" ")}\n`);
  process.exit(1);
}
const logProgress = (text: string) => void process.stderr.write(`${text}\n`);
const amounts = values.short ? SHORT : FULL;
const rounds = Number(values.rounds ?? amounts.rounds);
const seconds = Number(values.seconds ?? amounts.seconds);
const manyTokens = Number(values.tokens ?? amounts.manyTokens);

const loadBefore = loadavg()[0]!;
const began = performance.now();
if (values.short) limitResponses(SHORT_RESPONSES);
const infrastructure = values.short
  ? // Long timeouts: a slow response is correct, too.
    await openInfrastructure(logProgress, LONG_TIMEOUT_SETTINGS, createDataDirectory("bench"))
  : await openInfrastructure(logProgress);
const machine = describeMachine(infrastructure.version, loadBefore);
const report: Report = { machine, seconds, rounds, rows: [], left: [] };
// Ctrl-C does not reach the services, which have their own process groups. The rows measured so far are printed.
process.once("SIGINT", () => interrupted(130));
process.once("SIGTERM", () => interrupted(143));
try {
  const main = await infrastructure.open(FEW_TOKENS);
  const { mostConnections } = amounts;
  const size = { rounds, seconds, mostConnections, warmsUp: !values.short, amounts: { ...amounts, manyTokens } };
  for (const measurement of MEASUREMENTS.filter(({ name }) => name.includes(values.only))) {
    logProgress(`${measurement.name}:`);
    await run(measurement, { infrastructure, main, logProgress, ...size });
  }
  write();
} finally {
  await infrastructure.stop();
  logProgress(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
}

async function run(measurement: Measurement, bench: Bench): Promise<void> {
  try {
    report.rows.push(...(await measurement.run(bench)));
  } catch (error) {
    logProgress(`  ${error instanceof Error ? error.stack : error}`);
    report.left.push({ name: measurement.name, why: error instanceof Error ? error.message : String(error) });
  }
}

function interrupted(code: number): void {
  write();
  process.exit(code);
}

function write(): void {
  const json = `${JSON.stringify({ ...report, rows: checkRows(report.rows) }, null, 2)}\n`;
  writeSync(1, values.json ? json : values.markdown ? toMarkdown(report) : toText(report));
  if (values.out !== undefined) writeFileSync(values.out, json);
  const faults = findErrors(report);
  for (const fault of faults) logProgress(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
