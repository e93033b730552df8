import Table from "cli-table3";
import type { describeMachine } from "./pages/report.ts";
import { decideVerdict, type Goal, spread, type Verdict } from "./statistics.ts";

/** A row after it has run. */
export interface RowResult {
  name: string;
  /** The unit of measurement and limit: "/s", "µs", "MB". */
  unit: string;
  goal: Goal | null;
  measured: number[];
  /** The limit and its runs; null for rows without one. */
  limit: { name: string; runs: number[] } | null;
  /** The numbers of checked responses and of wrong ones. */
  answers: { checked: number; wrong: number; firstWrong: string | null };
  /** Further figures, such as the CPU time of the generator. */
  notes: string[];
}

export interface Report {
  machine: ReturnType<typeof describeMachine>;
  seconds: number;
  rounds: number;
  rows: RowResult[];
  /** Rows that failed, with the reason. */
  left: { name: string; why: string }[];
}

export type CheckedRow = RowResult & { verdict: Verdict; spread: number };

/** Every row with its verdict. */
export function checkRows(rows: readonly RowResult[]): CheckedRow[] {
  return rows.map((row) => ({
    ...row,
    verdict: decideVerdict({ measured: row.measured, limit: row.limit?.runs ?? null }, row.goal),
    spread: spread(row.measured),
  }));
}

/** The errors of a run: failed rows and wrong responses. Missed goals are not errors. */
export function findErrors({ rows, left }: Report): string[] {
  return [
    ...rows
      .filter(({ answers }) => answers.wrong > 0 || answers.checked === 0)
      .map(({ name, answers: { checked, wrong, firstWrong } }) =>
        checked === 0
          ? `${name}: no answer was looked at`
          : `${name}: ${wrong} of ${checked} answers were wrong, such as ${firstWrong}`,
      ),
    ...left.map(({ name, why }) => `${name}: ${why}`),
  ];
}

const number = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });

const goalText = ({ kind, is, bound }: Goal, unit: string): string =>
  `${is === "at least" ? "≥" : "≤"} ${number(bound)}${kind === "ratio" ? " x" : ` ${unit}`}`;

/** One row of the table, cell by cell. */
function cellsOf({ name, unit, goal, spread, verdict: { measured, limit, ratio, reached } }: CheckedRow): string[] {
  return [
    name,
    `${number(measured)} ${unit}`,
    `${Math.round(spread * 100)} %`,
    limit === null ? "" : `${number(limit)} ${unit}`,
    ratio === null ? "" : ratio.toFixed(2),
    goal === null ? "" : goalText(goal, unit),
    reached === null ? "" : reached ? "reached" : "MISSED",
  ];
}

const HEAD = ["row", "measured", "±", "limit", "ratio", "goal", ""];

function headline({ machine, seconds, rounds }: Report): string {
  return `${machine.cpus} x ${machine.model}, ${machine.memoryGiB} GiB, load ${machine.loadBefore.toFixed(1)} before; Node ${machine.node}, ${machine.postgres}
medians of ${rounds} rounds of ${seconds} s, row and limit in turn; load generator, service and PostgreSQL share the machine`;
}

/** The limit and the notes of each row, one line each. */
function notesOf({ rows, left }: Report): string[] {
  const notes = rows.flatMap(({ name, limit, notes: own }) => {
    const parts = [...(limit === null ? [] : [`limit: ${limit.name}`]), ...own];
    return parts.length === 0 ? [] : [`${name}: ${parts.join("; ")}`];
  });
  return [...notes, ...left.map(({ name, why }) => `not run: ${name}: ${why}`)];
}

/** The report in readable form. */
export function toText(report: Report): string {
  const table = new Table({
    head: HEAD,
    colAligns: ["left", "right", "right", "right", "right", "right", "left"],
    style: { head: [], border: [], compact: true },
  });
  table.push(...checkRows(report.rows).map(cellsOf));
  const notes = notesOf(report).map((note) => `  ${note}\n`);
  return `${headline(report)}\n${table}\n${notes.join("")}`;
}

/** The report for `docs/performance.md`. */
export function toMarkdown(report: Report): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  const rows = checkRows(report.rows).map((row) => line(cellsOf(row)));
  const notes = notesOf(report).map((note) => `* ${note}\n`);
  return `${headline(report)}.\n\n${line(HEAD)}|---|---|---|---|---|---|---|\n${rows.join("")}\n${notes.join("")}`;
}
