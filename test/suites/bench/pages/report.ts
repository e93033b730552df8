import { cpus, totalmem } from "node:os";
import Table from "cli-table3";
import type { Amounts } from "./fill.ts";
import type { Measured } from "./measure.ts";

/** The limit of a page's median: 50 ms. */
export const BOUND_MS = 50;

/** The goal for the median of a page on an idle machine: 20 ms. */
const GOAL_MS = 20;

export interface Report {
  machine: { cpus: number; model: string; memoryGiB: number; node: string; postgres: string; loadBefore: number };
  amounts: Amounts;
  requests: number;
  boundMs: number;
  pages: Measured[];
}

export const describeMachine = (postgres: string, loadBefore: number): Report["machine"] => ({
  cpus: cpus().length,
  model: cpus()[0]?.model ?? "",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  postgres,
  loadBefore,
});

/** The errors: responses that are not pages and, with `assert`, pages above the limit. */
export function findErrors({ pages, boundMs }: Report, { assert }: { assert: boolean }): string[] {
  const broken = pages.filter(({ status }) => status !== 200);
  const slow = assert ? pages.filter(({ median }) => median > boundMs) : [];
  return [
    ...broken.map(({ name, path, status }) => `${name} (${path}) answers ${status}`),
    ...slow.map(({ name, median }) => `${name} takes ${median.toFixed(1)} ms in the median, more than ${boundMs} ms`),
  ];
}

/** The report in readable form. */
export function toText({ machine, amounts, requests, pages }: Report): string {
  const number = (value: number) => value.toLocaleString("en-GB");
  const table = new Table({
    head: ["page", "median ms", "p95 ms", "fastest", "slowest", "KiB"],
    colAligns: ["left", "right", "right", "right", "right", "right"],
    style: { head: [], border: [], compact: true },
  });
  for (const { name, median, p95, fastest, slowest, bytes } of pages) {
    table.push([name, ...[median, p95, fastest, slowest].map((time) => time.toFixed(1)), (bytes / 1024).toFixed(0)]);
  }
  return `${number(amounts.apps)} apps, ${number(amounts.installations)} installations, ${number(amounts.auditEvents)} audit events; ${requests} requests each, one after another
${machine.cpus} x ${machine.model}, ${machine.memoryGiB} GiB, load ${machine.loadBefore.toFixed(1)} before; Node ${machine.node}, ${machine.postgres}
${table}
${summarize(pages.map(({ median }) => median))}
`;
}

function summarize(medians: number[]): string {
  const sorted = medians.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const slower = sorted.filter((median) => median > GOAL_MS).length;
  return `median of the medians ${middle.toFixed(1)} ms; ${slower} of ${sorted.length} pages above ${GOAL_MS} ms`;
}
