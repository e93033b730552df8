import type { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

const EVERY_MS = 1_000;

export interface Health {
  /** Says NOT_SERVING from now on. */
  stop(): void;
}

export interface HealthOptions {
  /** The services that a probe may ask for by name, besides "", the whole server. */
  services: readonly string[];
  isReady: () => Promise<boolean>;
}

/** The standard health service. It follows `isReady` within a second, the same for every service: they stand and fall together. */
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
