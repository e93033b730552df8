import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

export const ALERTS = "deploy/prometheus/alerts.yml";
export const DASHBOARD = "deploy/grafana/latchkey.json";

interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

/** The panels of the dashboard, rows included. */
export function readPanels(): Panel[] {
  return (JSON.parse(readFileSync(DASHBOARD, "utf8")) as { panels: Panel[] }).panels;
}

/** The queries of the dashboard, with values for Grafana's variables. */
export function dashboardQueries(): string[] {
  return readPanels()
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((query) => query.replaceAll("$__rate_interval", "1m").replaceAll("$job", ".*"));
}

/** The names of the alerts in the rules. */
export function alertNames(): string[] {
  return [...readFileSync(ALERTS, "utf8").matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!);
}

/** The metrics that a text of queries names, without the suffixes of histograms. Metrics of recording rules are left out. */
export function metricsIn(text: string): Set<string> {
  const names = text.match(/(?<![\w:])(?:latchkey|nodejs|process)_\w+(?![\w:])/g) ?? [];
  return new Set(names.map((name) => name.replace(/(?<=_seconds|_size)_(bucket|sum|count)$/, "")));
}

/** Runs promtool. @throws Error with its output if it fails */
export function promtool(...args: string[]): string {
  return execFileSync("promtool", args, { encoding: "utf8", stdio: "pipe" });
}
