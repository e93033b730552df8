import { randomBytes } from "node:crypto";
import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Log } from "../observe/log.ts";
import { StartupError } from "../observe/startup-error.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import * as cluster from "./cluster.ts";
import { lockDirectory } from "./directory-lock.ts";
import { stopStaleServer } from "./postmaster.ts";
import { chooseRunAs } from "./run-as.ts";
import { type Server, startServer } from "./server.ts";

export interface EmbeddedOptions {
  /** Created if missing; contains `postgres/`, `postgres_password` (0600) and `postgres.log`. */
  dataDir: string;
  log: Log;
  /** Default true. False disables fsync, for tests: a machine crash may lose data. */
  durable?: boolean;
  /** The maximum number of connections; default 100. */
  maxConnections?: number;
  /** Default: the binaries that npm installed for this platform. */
  binaries?: Binaries;
}

export interface EmbeddedDatabase {
  /** `postgres://` URL of the superuser, on a loopback port that stays the same until `stop`. */
  url: string;
  /** Stops PostgreSQL and releases the directory. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that npm installed with the data in `dataDir`, which the first start creates. One process at a time may use a
 * directory. PostgreSQL stops when this process ends, even by SIGKILL, and is restarted if it exits by itself.
 * @throws StartupError that tells the operator what to change; leaves `dataDir` unchanged
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = prepareDirectory(options.dataDir);
  const lock = await lockDirectory(dataDir, () =>
    options.log.info({ dataDir }, "waiting for another Latchkey process to release the data directory"),
  );
  try {
    const { server, password } = await startOn(dataDir, options);
    const url = `postgres://${cluster.EMBEDDED_NAME}:${password}@127.0.0.1:${server.port}/`;
    await createDatabase(url, dataDir).catch(async (error) => {
      await server.stop();
      throw error;
    });
    let stopped: Promise<void> | null = null;
    return {
      url: `${url}${cluster.EMBEDDED_NAME}`,
      stop() {
        stopped ??= server.stop().then(() => lock.release());
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function prepareDirectory(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? cause.code : cause;
    throw new StartupError(`DATA_DIR ${dataDir} cannot be written (${reason}); set DATA_DIR to another directory.`, {
      cause,
    });
  }
}

async function startOn(dataDir: string, options: EmbeddedOptions): Promise<{ server: Server; password: string }> {
  const { log, durable = true, maxConnections = 100 } = options;
  const directory = join(dataDir, "postgres");
  const binaries = options.binaries ?? (await findBinaries());
  const clusterOwner = await cluster.findClusterOwner(directory);
  if (clusterOwner !== null) await cluster.requireSameVersion(directory, binaries);
  const runAs = await chooseRunAs({ directory: dataDir, postgres: binaries.postgres, clusterOwner });
  await cluster.removePartialClusters(dataDir);
  const password = await cluster.readOrCreatePassword(join(dataDir, "postgres_password"), () =>
    randomBytes(24).toString("base64url"),
  );
  if (clusterOwner === null) {
    log.info({ directory }, "creating the database");
    await cluster.createCluster(directory, binaries, { runAs, password, durable });
  } else {
    await stopStaleServer(directory, (pid) => log.info({ pid }, "stopping the PostgreSQL of an earlier run"));
    if (runAs.account && runAs.account.uid !== clusterOwner) await cluster.giveTo(runAs.account, directory);
  }
  const settings = [`max_connections=${maxConnections}`, ...(durable ? [] : NOT_DURABLE)];
  const plan = {
    cluster: directory,
    postgres: binaries.postgres,
    runAs,
    logFile: join(dataDir, "postgres.log"),
    settings,
  };
  return { server: await startServer(plan, log), password };
}

const NOT_DURABLE = ["fsync=off", "full_page_writes=off"];

async function createDatabase(serverUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${serverUrl}postgres` });
  try {
    await client.connect();
    const { rowCount } = await client.query("select from pg_database where datname = $1", [cluster.EMBEDDED_NAME]);
    if (rowCount === 0) await client.query(`create database ${cluster.EMBEDDED_NAME}`);
  } catch (cause) {
    if (!(cause instanceof pg.DatabaseError && cause.code === "28P01")) throw cause;
    throw new StartupError(
      `The password in ${join(dataDir, "postgres_password")} does not match the data in ${join(dataDir, "postgres")}; restore the right file, or set DATA_DIR to another directory.`,
      { cause },
    );
  } finally {
    await client.end();
  }
}
