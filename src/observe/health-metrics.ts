import { Counter, Gauge, type Registry } from "prom-client";
import type { PauseDetector } from "./pause-detector.ts";

/** Registers the metric of `/readyz`. Each scrape calls `isReady`; a rejection counts as not ready. */
export function addReadinessMetric(registry: Registry, isReady: () => Promise<boolean>): void {
  new Gauge({
    name: "latchkey_ready",
    help: "1 if /readyz answers 200, otherwise 0.",
    registers: [registry],
    async collect() {
      this.set((await isReady().catch(() => false)) ? 1 : 0);
    },
  });
}

/** Registers the metric of this process's heartbeat. @returns a function to call after each heartbeat that was written */
export function addHeartbeatMetric(registry: Registry): () => void {
  const now = () => performance.now() / 1_000;
  let last = now();
  new Gauge({
    name: "latchkey_heartbeat_age_seconds",
    help: "Seconds since this process last wrote its heartbeat to the database, or since its start.",
    registers: [registry],
    collect() {
      this.set(now() - last);
    },
  });
  return () => {
    last = now();
  };
}

export function addProcessMetrics(
  registry: Registry,
  { version, role, pauses }: { version: string; role: string; pauses: PauseDetector },
): void {
  const registers = [registry];
  const labelNames = ["version", "role"];
  new Gauge({ name: "latchkey_build_info", help: "1, with version and role.", labelNames, registers }).set(
    { version, role },
    1,
  );
  new Counter({
    name: "latchkey_process_pauses_total",
    help: "Pauses of a second or more: the process was stopped, suspended with its machine, or blocked.",
    registers,
    collect() {
      this.reset();
      this.inc(pauses.count());
    },
  });
}
