import { chmod, cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "../../src/embedded-postgres/binaries.ts";
import { createCluster, EMBEDDED_NAME, giveTo } from "../../src/embedded-postgres/cluster.ts";
import { becomesReady, hasEnded, spawnPostmaster, stopPostmaster } from "../../src/embedded-postgres/postmaster.ts";
import { chooseRunAs, type RunAs } from "../../src/embedded-postgres/run-as.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";
import { findPort } from "../suites/start/ports.ts";
import { binariesUnderTest } from "../suites/versions/binaries.ts";
import type { Identity } from "./certificates.ts";
import { createDataDirectory } from "./data-directory.ts";
import { administer } from "./template.ts";

/** The name of the standby in `synchronous_standby_names` of its primary. */
export const STANDBY_NAME = "standby";

/** A PostgreSQL server that keeps its port over restarts. */
export interface PostgresNode {
  /** The URL of the migrated database. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface Replication {
  primary: PostgresNode;
  /** The standby, which streams from the primary. */
  standby: PostgresNode;
  /** Stops both servers and removes their files. */
  drop(): Promise<void>;
}

interface ClusterSetup {
  directory: string;
  binaries: Binaries;
  runAs: RunAs;
}

const PASSWORD = "replication";
const SETTINGS = ["fsync=off", "full_page_writes=off", "max_connections=100"];

/** A primary with a migrated database, and a streaming standby that was copied from it. Both run. */
export async function startReplication(): Promise<Replication> {
  const setup = await createPrimaryCluster();
  const cluster = join(setup.directory, "primary");
  const primaryPort = await findPort();
  const primary = createNode(setup, { cluster, port: primaryPort });
  await primary.start();
  await createDatabase(primaryPort);
  await migrate(primary.url);
  await primary.stop();
  const standby = await copyAsStandby(setup, { cluster, primaryPort });
  await primary.start();
  await standby.start();
  return {
    primary,
    standby,
    async drop() {
      await Promise.all([primary.stop(), standby.stop()]);
      await rm(setup.directory, { recursive: true, force: true });
    },
  };
}

/** A server with an empty database. @param settings of PostgreSQL, such as `fsync=on` */
export async function startServer(settings: string[]): Promise<PostgresNode> {
  const setup = await createPrimaryCluster();
  const port = await findPort();
  const server = createNode(setup, { cluster: join(setup.directory, "primary"), port, settings });
  await server.start();
  await createDatabase(port);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(setup.directory, { recursive: true, force: true });
    },
  };
}

/** A server with an empty database that accepts only connections with TLS. */
export async function startTlsServer(identity: Identity): Promise<PostgresNode> {
  const setup = await createPrimaryCluster();
  const { directory, runAs } = setup;
  const cluster = join(directory, "primary");
  const files = { certFile: join(cluster, "server.pem"), keyFile: join(cluster, "server-key.pem") };
  await cp(identity.certFile, files.certFile);
  await cp(identity.keyFile, files.keyFile);
  await chmod(files.keyFile, 0o600);
  await writeFile(join(cluster, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 scram-sha-256\n");
  if (runAs.account) await giveTo(runAs.account, cluster);
  const settings = ["ssl=on", `ssl_cert_file=${files.certFile}`, `ssl_key_file=${files.keyFile}`];
  const port = await findPort();
  const server = createNode(setup, { cluster, port, settings });
  await server.start();
  await createDatabase(port, "?sslmode=no-verify");
  return {
    ...server,
    url: server.url.replace("127.0.0.1", "localhost"),
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function createPrimaryCluster(): Promise<ClusterSetup> {
  const directory = createDataDirectory("replication");
  const binaries = await binariesUnderTest();
  const runAs = await chooseRunAs({ directory, postgres: binaries.postgres, clusterOwner: null });
  const cluster = join(directory, "primary");
  await createCluster(cluster, binaries, { runAs, password: PASSWORD, durable: false });
  if (runAs.account) await giveTo(runAs.account, cluster);
  return { directory, binaries, runAs };
}

async function createDatabase(port: number, parameters = ""): Promise<void> {
  await administer(`${urlOf(port, "postgres")}${parameters}`, `create database ${EMBEDDED_NAME}`);
}

/** The primary must be stopped. */
async function copyAsStandby(
  setup: ClusterSetup,
  { cluster: source, primaryPort }: { cluster: string; primaryPort: number },
): Promise<PostgresNode> {
  const cluster = join(setup.directory, "standby");
  await cp(source, cluster, { recursive: true });
  await writeFile(join(cluster, "standby.signal"), "");
  if (setup.runAs.account) await giveTo(setup.runAs.account, cluster);
  const connection = `host=127.0.0.1 port=${primaryPort} user=${EMBEDDED_NAME} password=${PASSWORD}`;
  const settings = [`primary_conninfo=${connection} application_name=${STANDBY_NAME}`];
  return createNode(setup, { cluster, port: await findPort(), settings });
}

function createNode(
  { binaries, runAs, directory }: ClusterSetup,
  { cluster, port, settings = [] }: { cluster: string; port: number; settings?: string[] },
): PostgresNode {
  let child: ReturnType<typeof spawnPostmaster> | null = null;
  const logFile = join(directory, `${port}.log`);
  const plan = { cluster, postgres: binaries.postgres, runAs, port, logFile, settings: [...SETTINGS, ...settings] };
  return {
    url: urlOf(port, EMBEDDED_NAME),
    async start() {
      child = spawnPostmaster(plan);
      if (!(await becomesReady(child, cluster))) throw new Error(`PostgreSQL did not start; its log is ${logFile}`);
    },
    async stop() {
      const stopping = child;
      child = null;
      if (stopping?.pid !== undefined) await stopPostmaster(stopping.pid, () => hasEnded(stopping));
    },
  };
}

function urlOf(port: number, database: string): string {
  return `postgres://${EMBEDDED_NAME}:${PASSWORD}@127.0.0.1:${port}/${database}`;
}
