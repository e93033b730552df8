import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePorts } from "../../support/start-service.ts";
import { databaseUrl, query } from "../../support/template.ts";
import { type Account, type Daemon, lastLines, startDaemon, unprivilegedAccount } from "../ha/programs.ts";
import { programDirectory } from "./settings.ts";

/** A coordinator without shards and two workers. */
export interface Nodes {
  /** The URL of the database on the coordinator. */
  url: string;
  stop(): Promise<void>;
}

const ROLE = "latchkey";
const START_WITHIN_MS = 60_000;
const CONFIGURATION = `
shared_preload_libraries = 'citus'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
wal_level = logical
max_prepared_transactions = 100
fsync = off
`;

export async function startNodes(): Promise<Nodes> {
  const programs = programDirectory();
  if (!existsSync(programs)) throw new Error(`${programs} does not exist; "npm run test:distributed" builds it.`);
  const directory = mkdtempSync(join(tmpdir(), "latchkey-distributed-"));
  const account = unprivilegedAccount();
  if (account !== undefined) chownSync(directory, account.uid, account.gid);
  const ports = await freePorts(3);
  const daemons: Daemon[] = [];
  const stop = async () => {
    await Promise.all(daemons.map((daemon) => daemon.kill()));
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    for (const port of ports) daemons.push(await startNode({ programs, directory, account, port }));
    const [coordinator, ...workers] = ports;
    const url = urlOf(coordinator!);
    await query(url, `select citus_set_coordinator_host('127.0.0.1', ${coordinator})`);
    for (const worker of workers) await query(url, `select citus_add_node('127.0.0.1', ${worker})`);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface NodePlan {
  programs: string;
  directory: string;
  account: Account | undefined;
  port: number;
}

async function startNode({ programs, directory, account, port }: NodePlan): Promise<Daemon> {
  const data = join(directory, `${port}`);
  const arguments_ = ["-D", data, "-U", ROLE, "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(programs, "initdb"), arguments_, { ...account, stdio: "ignore" });
  appendFileSync(join(data, "postgresql.conf"), `${CONFIGURATION}port = ${port}\n`);
  const logFile = join(directory, `${port}.log`);
  const daemon = startDaemon({ command: join(programs, "postgres"), args: ["-D", data], account, logFile });
  await untilReady(urlOf(port, "postgres"), daemon);
  await query(urlOf(port, "postgres"), "create database latchkey");
  await query(urlOf(port), "create extension citus");
  return daemon;
}

async function untilReady(url: string, { child, logFile }: Daemon): Promise<void> {
  const deadline = performance.now() + START_WITHIN_MS;
  for (;;) {
    const error = await query(url, "select 1").then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) return;
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start:\n${lastLines(logFile)}`, { cause: error });
    }
    await delay(100);
  }
}

function urlOf(port: number, database = "latchkey"): string {
  return databaseUrl(`postgres://${ROLE}@127.0.0.1:${port}`, database);
}
