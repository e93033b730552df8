import { readFileSync } from "node:fs";

/** A metric of `/metrics` with its type and the names of its labels. */
export interface Exposed {
  type: string;
  labels: Set<string>;
}

/** The metrics of a text in the Prometheus format. Histograms have the name without `_bucket`, `_sum` and `_count`. */
export function parseExposition(text: string): Map<string, Exposed> {
  const metrics = new Map<string, Exposed>();
  for (const line of text.split("\n")) {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== undefined) metrics.set(name, { type: type!, labels: new Set() });
    const [, series, labels = ""] = /^([a-z][\w:]*)(?:\{(.*)\})? \S+$/i.exec(line) ?? [];
    if (series === undefined) continue;
    const metric = metrics.get(series) ?? metrics.get(series.replace(/_(bucket|sum|count)$/, ""));
    for (const [, label] of labels.matchAll(/(\w+)="/g)) metric?.labels.add(label!);
  }
  return metrics;
}

/** The metrics of the table in docs/observability.md with their labels. */
export function documentedMetrics(): Map<string, string[]> {
  const page = readFileSync("docs/observability.md", "utf8");
  const rows = page.matchAll(/^\| `(latchkey_\w+)` \| ([^|]*)\|/gm);
  return new Map([...rows].map(([, name, labels]) => [name!, [...labels!.matchAll(/`(\w+)`/g)].map(([, l]) => l!)]));
}
