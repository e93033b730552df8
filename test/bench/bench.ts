import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { openGround } from "./ground.ts";
import { missingPackages } from "./load/programs.ts";
import { describeMachine } from "./pages/report.ts";
import { findFaults, judgeRows, type Report, type RowResult, toMarkdown, toText } from "./report.ts";
import type { Measurement } from "./rows/bench.ts";
import { MEASUREMENTS } from "./rows/measurements.ts";

// npm run bench -- [--short] [--json | --markdown] [--only refresh] [--rounds 5] [--seconds 2] [--tokens 10000000] [--out FILE]
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    rounds: { type: "string" },
    seconds: { type: "string" },
    tokens: { type: "string" },
    out: { type: "string" },
  },
});

const FEW_TOKENS = 10_000;
const FULL = {
  rounds: 5,
  seconds: 3,
  manyTokens: 10_000_000,
  cachedTokens: 1_000_000,
  revocations: 100,
  mostConnections: 128,
};
/** Every row runs and its answers are right; its timings mean nothing. */
const SHORT = { rounds: 1, seconds: 1, manyTokens: 40_000, cachedTokens: 10_000, revocations: 10, mostConnections: 8 };

const missing = missingPackages();
if (missing.length > 0) {
  process.stderr.write(`The load generators are missing: apt-get install -y ${missing.join(" ")}\n`);
  process.exit(1);
}
// The services stand in process groups of their own, which a terminal's Ctrl-C does not reach.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const tell = (text: string) => void process.stderr.write(`${text}\n`);
const amounts = values.short ? SHORT : FULL;
const rounds = Number(values.rounds ?? amounts.rounds);
const seconds = Number(values.seconds ?? amounts.seconds);
const manyTokens = Number(values.tokens ?? amounts.manyTokens);

const loadBefore = loadavg()[0]!;
const began = performance.now();
const ground = await openGround(tell);
try {
  const main = await ground.open(FEW_TOKENS);
  const { mostConnections } = amounts;
  const bench = {
    ground,
    main,
    rounds,
    warmsUp: !values.short,
    seconds,
    mostConnections,
    amounts: { ...amounts, manyTokens },
    tell,
  };
  const rows: RowResult[] = [];
  const left: Report["left"] = [];
  for (const measurement of MEASUREMENTS.filter(({ name }) => name.includes(values.only))) {
    tell(`${measurement.name}:`);
    await run(measurement).catch((error: unknown) => {
      tell(`  ${error instanceof Error ? error.stack : error}`);
      left.push({ name: measurement.name, why: error instanceof Error ? error.message : String(error) });
    });
  }
  async function run(measurement: Measurement): Promise<void> {
    rows.push(...(await measurement.run(bench)));
  }
  await report({ machine: describeMachine(ground.version, loadBefore), seconds, rounds, rows, left });
} finally {
  await ground.stop();
  tell(`${((performance.now() - began) / 1000).toFixed(0)} s in all`);
}

async function report(result: Report): Promise<void> {
  const json = `${JSON.stringify({ ...result, rows: judgeRows(result.rows) }, null, 2)}\n`;
  process.stdout.write(values.json ? json : values.markdown ? toMarkdown(result) : toText(result));
  if (values.out !== undefined) await writeFile(values.out, json);
  const faults = findFaults(result);
  for (const fault of faults) tell(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
