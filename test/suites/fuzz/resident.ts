import { readFileSync } from "node:fs";
import type { LiveService } from "../../support/start-service.ts";

/** What the largest of a service's processes holds in memory, in bytes; 0 where the system does not tell (anything but Linux). */
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
