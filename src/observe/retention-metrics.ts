import { Counter, Gauge, type Registry } from "prom-client";

/** Metrics of the cleanup of expired rows. */
export interface RetentionMetrics {
  removed(table: string, rows: number): void;
  /** Sets how many seconds ago the oldest expired row of a table expired. The metric grows until it is set again. */
  setOldest(table: string, seconds: number): void;
  dropped(table: string): void;
  /** Sets the number of a table's partitions and the seconds until the newest one ends. The seconds decrease until they are set again. */
  setPartitions(table: string, partitions: { count: number; ahead: number }): void;
}

/** Registers the cleanup metrics of these tables. */
export function addRetentionMetrics(
  registry: Registry,
  tables: readonly string[],
  partitioned: readonly string[],
): RetentionMetrics {
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
  const endOf = new Map<string, number>();
  const dropped = new Counter({
    name: "latchkey_retention_partitions_dropped_total",
    help: "Partitions that this process dropped because all their rows were due for removal.",
    ...labels,
  });
  for (const table of partitioned) dropped.labels(table).inc(0);
  const partitions = new Gauge({ name: "latchkey_partitions", help: "Partitions of a table.", ...labels });
  new Gauge({
    name: "latchkey_partitions_ahead_seconds",
    help: "Seconds until the newest partition ends. Inserts into the table fail from then on.",
    ...labels,
    collect() {
      for (const [table, end] of endOf) this.labels(table).set(end - now());
    },
  });
  return {
    dropped: (table) => dropped.labels(table).inc(),
    setPartitions(table, { count, ahead }) {
      partitions.labels(table).set(count);
      endOf.set(table, now() + ahead);
    },
    removed: (table, rows) => removed.labels(table).inc(rows),
    setOldest: (table, seconds) => void dueSince.set(table, now() - seconds),
  };
}
