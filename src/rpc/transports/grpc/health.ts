import type { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

const EVERY_MS = 1_000;

export interface Health {
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
  const say = (status: "SERVING" | "NOT_SERVING") => {
    for (const name of names) health.setStatus(name, status);
  };
  let stopped = false;
  const look = async () => {
    const ready = await isReady().catch(() => false);
    say(ready && !stopped ? "SERVING" : "NOT_SERVING");
  };
  health.addToServer(server);
  await look();
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      say("NOT_SERVING");
    },
  };
}
