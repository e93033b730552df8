import type { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

const POLL_MS = 1_000;
/** The poll interval until the process is ready for the first time, in milliseconds. */
const START_POLL_MS = 50;

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

/**
 * Adds the standard health service, which reports the same status for every service. Polls `isReady` one second after the previous result.
 * Until the first SERVING, polls every 50 ms, so that the status follows the log line "ready" at once.
 */
export async function addHealth(server: Server, { services, isReady }: HealthOptions): Promise<Health> {
  const names = ["", ...services];
  const health = new HealthImplementation(Object.fromEntries(names.map((name) => [name, "NOT_SERVING"])));
  const setAll = (status: "SERVING" | "NOT_SERVING") => {
    for (const name of names) health.setStatus(name, status);
  };
  let stopped = false;
  let wasReady = false;
  let begun = 0;
  let applied = 0;
  const poll = async () => {
    const number = ++begun;
    const ready = await isReady().catch(() => false);
    // The result of a slow poll must not replace a later status, such as that of a drain.
    if (number < applied) return;
    applied = number;
    wasReady ||= ready;
    setAll(ready && !stopped ? "SERVING" : "NOT_SERVING");
  };
  let timer: NodeJS.Timeout;
  const keepPolling = async () => {
    await poll();
    if (!stopped) timer = setTimeout(keepPolling, wasReady ? POLL_MS : START_POLL_MS).unref();
  };
  health.addToServer(server);
  await keepPolling();
  return {
    check: () => void poll(),
    stop() {
      stopped = true;
      clearTimeout(timer);
      setAll("NOT_SERVING");
    },
  };
}
