import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Target } from "../../support/load/operations.ts";
import { end, freePorts, insertKey, run, type ServiceProcess } from "../../support/start-service.ts";

/** Two cores and two gateways. Each gateway uses a different core. */
export interface Service {
  targets: Target[];
  output(): string;
  stop(): Promise<void>;
}

/** The settings of the cores for the database. */
export interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string;
}

const REPLICAS = 2;
const READY_WITHIN_MS = 120_000;

/** @param adminUrl of the migrated database, to insert the gateways' service keys */
export async function startService(database: DatabaseSettings, adminUrl: string): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-failover-service-"));
  const ports = await freePorts(3 * REPLICAS);
  const origin = `http://127.0.0.1:${ports[0]}`;
  const everywhere = { PUBLIC_URL: origin, DATA_DIR: dataDir, LOG_LEVEL: "warn", HOST: "127.0.0.1" };
  const core = { ...everywhere, ROLE: "core", ...database, TOKEN_KEY: randomBytes(32).toString("base64url") };
  const pool = new pg.Pool({ connectionString: adminUrl, max: 1 });
  const processes: ServiceProcess[] = [];
  const targets: Target[] = [];
  for (let replica = 0; replica < REPLICAS; replica++) {
    const [http, grpc, connect] = ports.slice(3 * replica);
    processes.push(run({ ...core, GRPC_PORT: `${grpc}`, CONNECT_PORT: `${connect}` }));
    const SERVICE_KEY = await insertKey(pool, ["tokens:forward", "web:act"]);
    const gateway = { ROLE: "gateway", HTTP_PORT: `${http}`, CORE_URL: `http://127.0.0.1:${grpc}`, SERVICE_KEY };
    processes.push(run({ ...everywhere, ...gateway }));
    targets.push({ origin: `http://127.0.0.1:${http}`, connectUrl: `http://127.0.0.1:${connect}` });
  }
  await pool.end();
  const service: Service = {
    targets,
    output: () => processes.map(({ output }) => output.join("")).join(""),
    async stop() {
      await Promise.all(processes.map(end));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    for (const target of targets) await untilReady(target, processes);
  } catch (error) {
    await service.stop();
    throw new Error(service.output(), { cause: error });
  }
  return service;
}

/** Waits until the gateway answers an invalid authorization request, for which it needs its core. */
async function untilReady({ origin }: Target, processes: readonly ServiceProcess[]): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${origin}/oauth/authorize`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.status === 400) return;
    if (processes.some(({ child }) => child.exitCode !== null)) throw new Error("a process of the service ended");
    if (performance.now() > deadline) throw new Error("the service is not ready");
    await delay(100);
  }
}
