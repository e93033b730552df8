import { readFileSync } from "node:fs";
import type { LiveService } from "../../support/start-service.ts";

/** The resident memory of the service's largest process in bytes; 0 except on Linux. */
export function residentBytes(service: LiveService): number {
  const sizes = service.pids().map((pid) => {
    try {
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  });
  return Math.max(...sizes);
}
