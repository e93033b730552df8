import type { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

const POLL_MS = 1_000;

export interface Health {
  /** Calls `isReady` now instead of within a second. */
  check(): void;
  /** Sets every service to NOT_SERVING. */
  stop(): void;
}

export interface HealthOptions {
  /** The service names to report, besides "" for the whole server. */
  services: readonly string[];
  isReady: () => Promise<boolean>;
}

/** Adds the standard health service. It polls `isReady` every second and reports the same status for every service. */
export async function addHealth(server: Server, { services, isReady }: HealthOptions): Promise<Health> {
  const names = ["", ...services];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, "NOT_SERVING"])));
  const setAll = (status: "SERVING" | "NOT_SERVING") => {
    for (const name of names) health.setStatus(name, status);
  };
  let stopped = false;
  let begun = 0;
  let applied = 0;
  const poll = async () => {
    const number = ++begun;
    const ready = await isReady().catch(() => false);
    // A slow poll must not undo a later one, such as that of a drain.
    if (number < applied) return;
    applied = number;
    setAll(ready && !stopped ? "SERVING" : "NOT_SERVING");
  };
  health.addToServer(server);
  await poll();
  const timer = setInterval(poll, POLL_MS).unref();
  return {
    check: () => void poll(),
    stop() {
      stopped = true;
      clearInterval(timer);
      setAll("NOT_SERVING");
    },
  };
}
