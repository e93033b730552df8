import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findBinaries } from "../../../src/embedded-postgres/binaries.ts";
import { createCluster, EMBEDDED_NAME, giveTo } from "../../../src/embedded-postgres/cluster.ts";
import { becomesReady, hasEnded, spawnPostmaster, stopPostmaster } from "../../../src/embedded-postgres/postmaster.ts";
import { chooseRunAs } from "../../../src/embedded-postgres/run-as.ts";
import { migrate } from "../../../src/store/migrations/migrate.ts";
import { readProcessTable } from "../../support/process-table.ts";
import { administer } from "../../support/template.ts";
import { findPort } from "../start/ports.ts";

/** A durable PostgreSQL server that tests kill, stop and start on the same port. */
export interface PostgresServer {
  /** The URL of the migrated database. */
  url: string;
  /** Replaces `postgresql.conf` settings, effective with the next start. */
  configure(settings: readonly string[]): void;
  start(): Promise<void>;
  /** Starts the server if it is not running. */
  startIfEnded(): Promise<void>;
  /** Makes the next start a standby, until `pg_promote()`. The server must be stopped. */
  makeStandby(): Promise<void>;
  /** Sends SIGKILL to the postmaster and all of its processes. */
  kill(): Promise<void>;
  /** Sends SIGSTOP to the postmaster and all of its processes. */
  suspend(): void;
  resume(): void;
  query: pg.Pool["query"];
  /** Stops the server and removes its files. */
  drop(): Promise<void>;
}

const PASSWORD = "faults";
const START_ATTEMPTS = 40;
const SETTINGS = ["max_connections=100"];

/** @param parent of the data directory; default: the directory for temporary files */
export async function startPostgres(parent = tmpdir()): Promise<PostgresServer> {
  const directory = await mkdtemp(join(parent, "latchkey-faults-"));
  const binaries = await findBinaries();
  const runAs = await chooseRunAs({ directory, postgres: binaries.postgres, clusterOwner: null });
  const cluster = join(directory, "data");
  await mkdir(directory, { recursive: true });
  await createCluster(cluster, binaries, { runAs, password: PASSWORD, durable: true });
  if (runAs.account) await giveTo(runAs.account, cluster);
  const port = await findPort();
  const url = `postgres://${EMBEDDED_NAME}:${PASSWORD}@127.0.0.1:${port}/${EMBEDDED_NAME}`;
  let settings: readonly string[] = [];
  let postmaster: ReturnType<typeof spawnPostmaster> | null = null;
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => {});
  const logFile = join(directory, "postgres.log");

  /** Repeats the start, because it fails while processes of a killed postmaster still exist. */
  async function start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const plan = { cluster, postgres: binaries.postgres, runAs, port, logFile, settings: [...SETTINGS, ...settings] };
      postmaster = spawnPostmaster(plan);
      if (await becomesReady(postmaster, cluster)) return;
      if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL does not start; its log is ${logFile}`);
      await delay(250);
    }
  }
  const signalAll = (signal: NodeJS.Signals) => {
    const pid = postmaster?.pid;
    if (pid === undefined) return;
    const children = readProcessTable().filter(({ parent }) => parent === pid);
    for (const one of [pid, ...children.map((row) => row.pid)]) sendSignal(one, signal);
  };
  await start();
  await administer(url.replace(/\w+$/, "postgres"), `create database ${EMBEDDED_NAME}`);
  await migrate(url);
  return {
    url,
    configure(next) {
      settings = next;
    },
    start,
    async startIfEnded() {
      // A server that an error ends either ends within the first delay or refuses connections until it ends.
      await delay(500);
      while (postmaster !== null && !hasEnded(postmaster)) {
        const answers = await pool.query("select 1").catch(() => null);
        if (answers !== null) return;
        await delay(100);
      }
      await start();
    },
    async makeStandby() {
      const signal = join(cluster, "standby.signal");
      await writeFile(signal, "");
      if (runAs.account) await giveTo(runAs.account, cluster);
    },
    async kill() {
      signalAll("SIGKILL");
      while (postmaster !== null && !hasEnded(postmaster)) await delay(5);
    },
    suspend: () => signalAll("SIGSTOP"),
    resume: () => signalAll("SIGCONT"),
    query: pool.query.bind(pool) as pg.Pool["query"],
    async drop() {
      signalAll("SIGCONT");
      await pool.end();
      const stopping = postmaster;
      if (stopping?.pid !== undefined) await stopPostmaster(stopping.pid, () => hasEnded(stopping));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A process may have ended in the meantime. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
