import { Counter, Gauge, type Registry } from "prom-client";

/** Metrics of the cleanup of expired rows. */
export interface RetentionMetrics {
  removed(table: string, rows: number): void;
  /** Sets the seconds since the oldest expired row of a table expired; grows until set again. */
  setOldest(table: string, seconds: number): void;
}

/** Registers the cleanup metrics of these tables. */
export function addRetentionMetrics(registry: Registry, tables: readonly string[]): RetentionMetrics {
  const labels = { labelNames: ["table"] as const, registers: [registry] };
  const dueSince = new Map<string, number>();
  const now = () => performance.now() / 1_000;
  const removed = new Counter({
    name: "latchkey_retention_removed_total",
    help: "Expired rows that this process removed.",
    ...labels,
  });
  for (const table of tables) removed.labels(table).inc(0);
  new Gauge({
    name: "latchkey_retention_oldest_expired_seconds",
    help: "For how long the oldest expired row has been due for removal, or since the last run that found none.",
    ...labels,
    collect() {
      for (const [table, since] of dueSince) this.labels(table).set(now() - since);
    },
  });
  return {
    removed: (table, rows) => removed.labels(table).inc(rows),
    setOldest: (table, seconds) => void dueSince.set(table, now() - seconds),
  };
}
