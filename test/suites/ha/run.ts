import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOptions } from "../../support/options.ts";
import { RESULTS_VARIABLE, type ScenarioResult } from "../faults/results.ts";
import { COUNTS_VARIABLE, type FailoverCounts, RELEASE, SHORT } from "./settings.ts";

const USAGE = `npm run test:failover -- [options]: failovers of PostgreSQL under Patroni, under load (docs/high-availability.md)

  --release          20 failovers with PgBouncer and HAProxy, failovers to an asynchronous standby, and the goal of 30 s
  --kills N          the primary and its Patroni are killed (1)
  --switchovers N    planned switchovers (0)
  --freezes N        the primary and its Patroni are frozen (0)
  --standbys N       the standby and its Patroni are frozen (0)
  --controls N       failovers to an asynchronous standby that is behind: answered effects must be lost (0)
  --results DIR      keeps the results as JSON`;

const values = readOptions(USAGE, {
  release: { type: "boolean", default: false },
  kills: { type: "string" },
  switchovers: { type: "string" },
  freezes: { type: "string" },
  standbys: { type: "string" },
  controls: { type: "string" },
  results: { type: "string" },
});

/** The goal for the recovery time in seconds. */
const GOAL = 30;
const FILES: Record<string, (keyof FailoverCounts)[]> = {
  "failover.test.ts": ["kills", "switchovers", "freezes", "standbys"],
  "control.test.ts": ["controls"],
};

const counts = { ...(values.release ? RELEASE : SHORT) };
for (const name of Object.values(FILES).flat()) {
  const text = values[name as keyof typeof values];
  if (typeof text === "string") counts[name] = toCount(name, text);
}
const files = Object.entries(FILES).flatMap(([file, names]) =>
  names.some((name) => counts[name] > 0) ? [`test/suites/ha/${file}`] : [],
);
if (files.length === 0) throw new Error("no failovers: at least one number must be above 0");

const directory = values.results ?? mkdtempSync(join(tmpdir(), "latchkey-failover-results-"));
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--root", ".", "--project", "failover"];
const env = { ...process.env, [COUNTS_VARIABLE]: JSON.stringify(counts), [RESULTS_VARIABLE]: directory };
const { status } = spawnSync("npx", [...vitest, ...files], { stdio: "inherit", env });
const isInTime = printResults();
if (values.results === undefined) rmSync(directory, { recursive: true, force: true });
process.exitCode = status === 0 && (isInTime || !values.release) ? 0 : 1;

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 0) return count;
  throw new Error(`--${name} takes a number of failovers, not "${text}"`);
}

/** Prints the rows of docs/high-availability.md. False if a recovery took longer than the goal. */
function printResults(): boolean {
  const results = readdirSync(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as ScenarioResult);
  for (const { name, rounds, answered, unknown, violations, recovery } of results) {
    const found = Object.entries(violations).map(([rule, count]) => `${count} × ${rule}`);
    const cells = [
      name,
      rounds,
      answered,
      unknown,
      `${recovery.median} s`,
      `${recovery.max} s`,
      found.join(", ") || "0",
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
  return results.every(({ recovery }) => recovery.max <= GOAL);
}
