import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, vi } from "vitest";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { readProcessTable } from "../../support/process-table.ts";
import { end, freePorts, run, type ServiceProcess } from "../../support/start-service.ts";
import { databaseUrl } from "../../support/template.ts";
import type { Platform } from "../conformance/platform.ts";

/** The processes of a replica, and which of them is paused. */
export const ARRANGEMENTS = ["only process", "gateway", "core", "workers", "parent of workers"] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

export interface Replica {
  origin: string;
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** The key with which all replicas derive the next tokens. */
export const TOKEN_KEY = randomBytes(32).toString("base64url");

/** Starts a second replica on the database of `platform`. */
export async function startReplica({ service }: Platform, arrangement: Arrangement): Promise<Replica> {
  const [http = 0, grpc = 0, connect = 0] = await freePorts(3);
  const { rows } = await service.query("select current_database() as name");
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-replica-"));
  const origin = `http://127.0.0.1:${http}`;
  const workers = arrangement === "workers" || arrangement === "parent of workers" ? "2" : "1";
  const shared = { PUBLIC_URL: service.origin, DATA_DIR: dataDir, LOG_LEVEL: "debug", WORKERS: workers };
  const core = {
    ...LONG_TIMEOUT_SETTINGS,
    DATABASE_URL: databaseUrl(inject("databaseUrl"), rows[0].name),
    TOKEN_KEY,
    POOL_SIZE: "6",
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
  };
  const gateway = { HOST: "127.0.0.1", HTTP_PORT: `${http}` };
  const isSplit = arrangement === "gateway" || arrangement === "core";
  const split = async () => [
    { ROLE: "core", ...core },
    {
      ROLE: "gateway",
      ...gateway,
      CORE_URL: `http://127.0.0.1:${grpc}`,
      SERVICE_KEY: await service.createKey("tokens:forward", "web:act"),
    },
  ];
  const settings = isSplit ? await split() : [{ ...core, ...gateway }];
  const processes = settings.map((own) => run({ ...shared, ...own }));
  await untilAnswering(origin, processes);
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pausedOf(arrangement, processes)) process.kill(pid, name);
  };
  return {
    origin,
    pause: () => signal("SIGSTOP"),
    resume: () => signal("SIGCONT"),
    async stop() {
      signal("SIGCONT");
      await Promise.all(processes.map(end));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function pausedOf(arrangement: Arrangement, processes: readonly ServiceProcess[]): number[] {
  const [first, second] = processes.map(({ child }) => child.pid!);
  if (arrangement === "gateway") return [second!];
  if (arrangement !== "workers") return [first!];
  return readProcessTable().flatMap(({ pid, parent }) => (parent === first ? [pid] : []));
}

async function untilAnswering(origin: string, processes: readonly ServiceProcess[]): Promise<void> {
  const answers = async () => expect((await fetch(`${origin}/oauth/authorize`)).status).toBe(400);
  await vi.waitFor(answers, { timeout: 240_000, interval: 100 }).catch(() => {
    throw new Error(`the replica does not answer:\n${processes.map(({ output }) => output.join("")).join("")}`);
  });
}
