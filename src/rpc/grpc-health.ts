import type { Server } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";

const EVERY_MS = 1_000;

export interface Health {
  /** Says NOT_SERVING from now on. */
  stop(): void;
}

/** The standard health service, for the whole server (service name ""). It follows `isReady` within a second. */
export async function addHealth(server: Server, isReady: () => Promise<boolean>): Promise<Health> {
  const health = new HealthImplementation({ "": "NOT_SERVING" });
  let stopped = false;
  const look = async () => {
    const ready = await isReady().catch(() => false);
    health.setStatus("", ready && !stopped ? "SERVING" : "NOT_SERVING");
  };
  health.addToServer(server);
  await look();
  const timer = setInterval(look, EVERY_MS).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      health.setStatus("", "NOT_SERVING");
    },
  };
}
