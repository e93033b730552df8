import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { ScenarioResult } from "./results.ts";

const DOCS = join(import.meta.dirname, "../../../docs");
const JSON_FILE = join(DOCS, "reliability.json");
const PAGE = join(DOCS, "reliability.md");
const BEGIN = "<!-- The record: npm run test:faults -- --record -->";
const END = "<!-- The end of the record -->";

/** A scenario of the record, with the run that produced it. */
export interface RecordedScenario extends ScenarioResult {
  command: string;
  machine: string;
  date: string;
}

/** Replaces the scenarios of the same names in `docs/reliability.json`, and the tables of `docs/reliability.md`. */
export function updateRecord(results: readonly ScenarioResult[], command: string): void {
  const known: RecordedScenario[] = existsSync(JSON_FILE) ? JSON.parse(readFileSync(JSON_FILE, "utf8")) : [];
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
  const date = new Date().toISOString().slice(0, 10);
  const added = results.map((result) => ({ ...result, command, machine, date }));
  const kept = known.filter(({ name }) => !added.some((one) => one.name === name));
  const record = [...kept, ...added].sort((one, other) => one.name.localeCompare(other.name));
  writeFileSync(JSON_FILE, `${JSON.stringify(record, null, 2)}\n`);
  writeFileSync(PAGE, replaceRecord(readFileSync(PAGE, "utf8"), record));
}

/** @throws Error without the two marker lines */
export function replaceRecord(page: string, record: readonly RecordedScenario[]): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`docs/reliability.md has no lines "${BEGIN}" and "${END}"`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${renderRecord(record)}\n${page.slice(end)}`;
}

const isControl = ({ name }: ScenarioResult) => name.startsWith("control: ");
const format = (value: number) => value.toLocaleString("en-US");
const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;

export function renderRecord(record: readonly RecordedScenario[]): string {
  const scenarios = record.filter((one) => !isControl(one));
  const controls = record.filter(isControl);
  const answered = scenarios.reduce((sum, one) => sum + one.answered, 0);
  const faults = scenarios.reduce((sum, one) => sum + one.rounds, 0);
  const broken = scenarios.reduce((sum, one) => sum + countOf(one), 0);
  const runs = new Map(record.map(({ command, machine, date }) => [command, `${date}, ${machine}`]));
  return [
    `${format(faults)} faults, ${format(answered)} answered operations. Operations with a violation: ${boundOf(broken, answered)}.\n\n`,
    line([
      "fault",
      "faults",
      "with a violation",
      "answered",
      "503 or no answer",
      "seconds to normal service: median, maximum",
    ]),
    line(["---", "---", "---", "---", "---", "---"]),
    ...scenarios.map((one) =>
      line([
        one.name,
        format(one.rounds),
        boundOf(countOf(one), one.rounds),
        format(one.answered),
        format(one.unknown),
        `${one.recovery.median}, ${one.recovery.max}`,
      ]),
    ),
    "\nControls, which must lose:\n\n",
    line(["control", "rounds", "answered", "violations"]),
    line(["---", "---", "---", "---"]),
    ...controls.map((one) => line([one.name.slice(9), format(one.rounds), format(one.answered), describe(one)])),
    "\nRuns:\n\n",
    ...[...runs].map(([command, run]) => `* \`${command}\`: ${run}\n`),
  ].join("");
}

const countOf = ({ violations }: ScenarioResult) => Object.values(violations).reduce((sum, count) => sum + count, 0);

const describe = ({ violations }: ScenarioResult) =>
  Object.entries(violations)
    .map(([rule, count]) => `${rule}: ${count}`)
    .join(", ");

const RULE_OF_THREE = 3;

/** Adds an upper bound of the rate if `count` is 0: 3 / total at a confidence of 95 % (rule of three). A total of up to 3 has no bound. */
export function boundOf(count: number, total: number): string {
  if (count > 0 || total <= RULE_OF_THREE) return String(count);
  return `0 (at most ${Number(((100 * RULE_OF_THREE) / total).toPrecision(2))} % at 95 %)`;
}
