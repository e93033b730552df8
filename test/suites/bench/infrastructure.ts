import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import pino from "pino";
import { startEmbedded } from "../../../src/embedded-postgres/embedded.ts";
import { createLog } from "../../../src/observe/log.ts";
import { copyTemplate, createTemplate } from "../../support/template.ts";
import { DEPLOYED, type Latchkey, startLatchkey } from "../start/latchkey.ts";
import { findPorts } from "../start/ports.ts";
import { binariesUnderTest } from "../versions/binaries.ts";
import { fillFamilies, fillPlatform, type Platform } from "./data/fill.ts";
import { cpuSecondsOf } from "./load/programs.ts";

/** A running service over a filled database, as it is deployed. */
export interface Deployment {
  platform: Platform;
  pool: pg.Pool;
  databaseUrl: string;
  service: Service;
  stop(): Promise<void>;
}

/** A process that runs `src/main.ts`. */
export interface Service {
  origin: string;
  /** `host:port`. */
  grpc: string;
  connect: string;
  latchkey: Latchkey;
  /** The CPU time of the process so far, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** One PostgreSQL, which every row shares. */
export interface Infrastructure {
  directory: string;
  /** The settings of every service. */
  settings: Record<string, string>;
  version: string;
  logProgress(text: string): void;
  /** Creates a database with this many live tokens, half of them access tokens, and a service that uses it. */
  open(tokens: number, options?: DeploymentOptions): Promise<Deployment>;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  settings?: Record<string, string>;
  /** Arguments of Node. */
  node?: string[];
  /** The number of past weeks, and so of partitions, over which the tokens are spread. */
  weeks?: number;
}

/**
 * Starts PostgreSQL as `npm start` does, fsync included; TEST_POSTGRES_MAJOR chooses an older version.
 * @param everywhere settings of every service
 * @param directory of the data; default one on disk
 */
export async function openInfrastructure(
  logProgress: (text: string) => void,
  everywhere: Record<string, string> = {},
  directory: string = mkdtempSync(join(tmpdir(), "latchkey-bench-")),
): Promise<Infrastructure> {
  // Also after an interruption, because the directory has gigabytes.
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  // Standard output contains only the report.
  const log = createLog({ level: "warn", readable: true, destination: pino.destination({ fd: 2, sync: true }) });
  const binaries = await binariesUnderTest();
  const database = await startEmbedded({ dataDir: directory, log, maxConnections: 400, binaries });
  await createTemplate(database.url);
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const { rows } = await admin.query("select 'PostgreSQL ' || current_setting('server_version') as version");
  const open = new Set<Deployment>();
  return {
    directory,
    settings: everywhere,
    version: rows[0].version,
    logProgress,
    async open(tokens, { settings = {}, node = [], weeks = 0 } = {}) {
      const name = `bench_${randomBytes(4).toString("hex")}`;
      await copyTemplate(database.url, name);
      const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
      const deployment = await openDeployment({
        url,
        directory,
        tokens,
        logProgress,
        settings: { ...everywhere, ...settings },
        node,
        weeks,
      });
      open.add(deployment);
      const stop = async () => {
        open.delete(deployment);
        await deployment.stop();
        await admin.query(`drop database ${name} with (force)`);
      };
      return { ...deployment, stop };
    },
    async stop() {
      for (const deployment of open) await deployment.stop();
      await admin.end();
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface DeploymentPlan {
  url: string;
  directory: string;
  tokens: number;
  logProgress(text: string): void;
  settings: Record<string, string>;
  node: string[];
  weeks: number;
}

async function openDeployment({
  url,
  directory,
  tokens,
  logProgress,
  settings,
  node,
  weeks,
}: DeploymentPlan): Promise<Deployment> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  const platform = await fillPlatform(client);
  await fillFamilies(client, { count: tokens / 2, weeks, logProgress });
  await client.end();
  logProgress(
    `${tokens.toLocaleString("en-GB")} tokens written in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  const service = await startService(directory, { DATABASE_URL: url, ...settings }, node);
  return {
    platform,
    pool,
    databaseUrl: url,
    service,
    async stop() {
      await service.stop();
      await pool.end();
    },
  };
}

/** The service with its defaults and these settings; `node` are arguments of Node. */
export async function startService(
  directory: string,
  settings: Record<string, string>,
  node: string[] = [],
): Promise<Service> {
  const ports = await findPorts();
  const origin = `http://127.0.0.1:${ports.HTTP_PORT}`;
  const latchkey = startLatchkey({
    node: [...node, ...DEPLOYED],
    env: {
      ...ports,
      DATA_DIR: directory,
      TOKEN_KEY: randomBytes(32).toString("base64url"),
      HOST: "127.0.0.1",
      PUBLIC_URL: origin,
      ...settings,
    },
  });
  const kill = () => void latchkey.child.kill("SIGKILL");
  process.once("exit", kill);
  await latchkey.ready();
  return {
    origin,
    grpc: `127.0.0.1:${ports.GRPC_PORT}`,
    connect: `http://127.0.0.1:${ports.CONNECT_PORT}`,
    latchkey,
    cpuSeconds: () => cpuSecondsOf(latchkey.child.pid!),
    async stop() {
      latchkey.signalGroup("SIGTERM");
      await latchkey.ended();
      process.off("exit", kill);
    },
  };
}

/** Writes lines to a new file for a load generator; returns its path. */
export async function writeLines(directory: string, lines: readonly string[]): Promise<string> {
  const path = join(directory, `lines-${randomBytes(6).toString("hex")}`);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}
