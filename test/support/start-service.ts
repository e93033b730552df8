import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createTokenFormat } from "../../src/credential/token.ts";
import { type Clients, clients, connectCore } from "../../src/rpc/client.ts";
import { PERMISSIONS, type Permission } from "../../src/service/call.ts";
import { findPort } from "../suites/start/ports.ts";
import { childEnvironment } from "./child-environment.ts";
import { createTestDatabase } from "./database.ts";
import { LONG_TIMEOUT_SETTINGS } from "./long-timeouts.ts";

/** One process with everything, or a core and a gateway in processes of their own. */
export const TOPOLOGIES = ["all", "split"] as const;
export type Topology = (typeof TOPOLOGIES)[number];

export interface LiveService {
  /** PUBLIC_URL, without a trailing slash. */
  origin: string;
  /** The core's gRPC port, `host:port`. */
  grpcAddress: string;
  /** The core's Connect port, without a trailing slash: RPC as JSON, `/metrics`. */
  connectUrl: string;
  /** The ids of the running processes, the core's first. */
  pids(): number[];
  /** The core over gRPC, with `serviceKey`. */
  core: Clients;
  /** Every right but `web:act`. */
  serviceKey: string;
  /** A key with these permissions and no others. */
  createKey(...permissions: Permission[]): Promise<string>;
  /** Runs one statement on the service's database. */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** The output of all processes. */
  printed(): string;
  /** Ends the core's process; a separate gateway keeps running. */
  stopCore(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The service as it is deployed, with a longer DATABASE_TIMEOUT unless `environment` sets it: `src/main.ts` on ports of its own, with a database of
 * its own.
 */
export async function startService(topology: Topology, environment: Record<string, string> = {}): Promise<LiveService> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The database may be dropped before an idle connection is closed.
  pool.on("error", () => {});
  const createKey = (...permissions: Permission[]) => insertKey(pool, permissions);
  const serviceKey = await createKey(...PERMISSIONS.filter((right) => right !== "web:act"));
  const [http = 0, grpc = 0, connect = 0] = await freePorts(3);
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-live-"));
  const origin = `http://127.0.0.1:${http}`;
  const core = {
    ...LONG_TIMEOUT_SETTINGS,
    DATABASE_URL: database.url,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    POOL_SIZE: "6",
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
  };
  const gateway = { HOST: "127.0.0.1", HTTP_PORT: `${http}` };
  // `npm run test:workers`: the same suites over several processes behind each port.
  const workers = { WORKERS: process.env.TEST_WORKERS ?? "1" };
  const everywhere = { PUBLIC_URL: origin, DATA_DIR: dataDir, LOG_LEVEL: "debug", ...workers, ...environment };
  const coreUrl = `http://127.0.0.1:${grpc}`;
  const settings =
    topology === "all"
      ? [{ ...core, ...gateway }]
      : [
          { ROLE: "core", ...core },
          { ROLE: "gateway", ...gateway, CORE_URL: coreUrl, SERVICE_KEY: await createKey("tokens:forward", "web:act") },
        ];
  const processes = settings.map((own) => run({ ...everywhere, ...own }));
  const connection = connectCore({ url: coreUrl, key: serviceKey });
  const service: LiveService = {
    origin,
    grpcAddress: `127.0.0.1:${grpc}`,
    connectUrl: `http://127.0.0.1:${connect}`,
    pids: () => processes.flatMap(({ child }) => (child.exitCode === null ? [child.pid!] : [])),
    core: clients(connection.transport),
    serviceKey,
    createKey,
    query: (text, values) => pool.query(text, values),
    printed: () => processes.map(({ output }) => output.join("")).join(""),
    stopCore: () => end(processes[0]!),
    async stop() {
      connection.close();
      await Promise.all(processes.map(end));
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await answering(service, processes).catch(async (error) => {
    await service.stop();
    throw error;
  });
  return service;
}

/** Inserts a service key with these permissions, as `cli bootstrap` does. */
export async function insertKey(pool: pg.Pool, permissions: Permission[]): Promise<string> {
  const id = randomUUID();
  const { text, digest } = createTokenFormat().create("sk", id);
  const insert = "insert into service_key (id, digest, hint, name, permissions) values ($1, $2, $3, 'test', $4)";
  await pool.query(insert, [id, digest, text.slice(-4), permissions]);
  return text;
}

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findPort());
  return [...ports];
}

/** One process of the service. */
export interface ServiceProcess {
  child: ChildProcess;
  output: string[];
}

/** @param node arguments of Node before the script */
export function run(settings: Record<string, string>, node: readonly string[] = [], cwd?: string): ServiceProcess {
  const child = spawn(process.execPath, ["--max-semi-space-size=16", ...node, "src/main.ts"], {
    // The directory of another version; default: this one.
    cwd,
    env: { ...childEnvironment(cwd), DRAIN_DELAY: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  child.stdout.setEncoding("utf8").on("data", (text: string) => output.push(text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
  const kill = () => void child.kill("SIGKILL");
  process.on("exit", kill);
  child.on("exit", () => process.off("exit", kill));
  return { child, output };
}

export async function end({ child }: ServiceProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Waits until all workers are ready, and for the page about a bad authorization request, which needs gateway and core. */
async function answering(service: LiveService, processes: ServiceProcess[]): Promise<void> {
  const deadline = performance.now() + 240_000;
  for (;;) {
    const ready = await fetch(`${service.connectUrl}/readyz`).catch(() => null);
    const answer = ready?.ok ? await fetch(`${service.origin}/oauth/authorize`).catch(() => null) : null;
    if (answer?.status === 400) return;
    const ended = processes.some(({ child }) => child.exitCode !== null);
    if (ended || performance.now() > deadline) throw new Error(`the service does not answer:\n${service.printed()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
