import { Gauge, type Registry } from "prom-client";

/** The connections of one pool. */
export interface PoolStats {
  /** `tokens`, `reserved` or `management`. */
  pool: string;
  /** The largest number of connections. */
  size: number;
  open: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** Registers the metrics of the connection pools; each scrape reads them. */
export function addPoolMetrics(registry: Registry, read: () => readonly PoolStats[]): void {
  const registers = [registry];
  new Gauge({
    name: "latchkey_pool_connections",
    help: "Open database connections, by pool and state: used or idle.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, open, idle } of read()) {
        this.set({ pool, state: "used" }, open - idle);
        this.set({ pool, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "latchkey_pool_size",
    help: "The largest number of connections of a pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const { pool, size } of read()) this.set({ pool }, size);
    },
  });
  new Gauge({
    name: "latchkey_pool_waiting",
    help: "Requests that wait for a connection of the pool.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const { pool, waiting } of read()) this.set({ pool }, waiting);
    },
  });
}
