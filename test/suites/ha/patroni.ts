import { chownSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readProcessTable } from "../../support/process-table.ts";
import { type Account, type Daemon, findPostgresDirectory, startDaemon } from "./programs.ts";

/** Passwords of the roles that Patroni creates. */
export const PASSWORD = "failover";

const CONFIGURATION = resolve("deploy/patroni/patroni.yml");

export type Signal = "SIGKILL" | "SIGSTOP" | "SIGCONT";

/** A machine of the cluster: PostgreSQL and the Patroni that manages it. */
export interface Member {
  name: string;
  port: number;
  restPort: number;
  /** Starts Patroni, which starts PostgreSQL. */
  start(): void;
  /** Sends a signal to Patroni, the postmaster and all processes of PostgreSQL. */
  signal(signal: Signal): void;
  /** Sends SIGKILL to all processes; resolves when Patroni has ended. */
  kill(): Promise<void>;
  /** The id of the PostgreSQL process with this word in its title. */
  findProcess(word: string): number | undefined;
  log: string;
}

export interface MemberPlan {
  directory: string;
  /** The path of the program `patroni`. */
  patroni: string;
  name: string;
  port: number;
  restPort: number;
  etcdPort: number;
  account: Account | undefined;
}

export function createMember(plan: MemberPlan): Member {
  const { directory, patroni, name, port, restPort, etcdPort, account } = plan;
  const home = join(directory, name);
  mkdirSync(home, { mode: 0o700 });
  if (account !== undefined) chownSync(home, account.uid, account.gid);
  const data = join(home, "data");
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOST: `127.0.0.1:${etcdPort}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: findPostgresDirectory()!,
    PATRONI_POSTGRESQL_PGPASS: join(home, "pgpass"),
    PATRONI_SUPERUSER_USERNAME: "postgres",
    PATRONI_SUPERUSER_PASSWORD: PASSWORD,
    PATRONI_REPLICATION_USERNAME: "replicator",
    PATRONI_REPLICATION_PASSWORD: PASSWORD,
    PATRONI_REWIND_USERNAME: "rewind",
    PATRONI_REWIND_PASSWORD: PASSWORD,
    HOME: home,
  };
  const log = join(directory, `${name}.log`);
  let daemon: Daemon | null = null;
  // The postmaster, initdb and pg_basebackup have the directory in their arguments; the others are children of the postmaster.
  const postgresProcesses = () => {
    const table = readProcessTable();
    const own = new Set(table.filter(({ command }) => command.includes(data)).map(({ pid }) => pid));
    return table.filter(({ pid, parent }) => own.has(pid) || own.has(parent));
  };
  const signal = (name: Signal) => {
    for (const { pid } of postgresProcesses()) send(pid, name);
    if (daemon !== null) daemon.child.kill(name);
    // Kills also the processes that Patroni has started in the meantime.
    if (name === "SIGKILL") for (const { pid } of postgresProcesses()) send(pid, name);
  };
  process.on("exit", () => signal("SIGKILL"));
  return {
    name,
    port,
    restPort,
    log,
    start() {
      daemon = startDaemon({ command: patroni, args: [CONFIGURATION], environment, account, logFile: log });
    },
    signal,
    async kill() {
      signal("SIGKILL");
      await daemon?.kill();
      signal("SIGKILL");
    },
    findProcess: (word) => postgresProcesses().find(({ command }) => command.includes(word))?.pid,
  };
}

/** A process may have ended in the meantime. */
function send(pid: number, signal: Signal): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
