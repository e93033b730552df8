import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, globSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { installPython } from "../../support/python.ts";

/** Programs of the Debian packages that `missingPackages` names. */
export const PROGRAMS = {
  etcd: "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
} as const;

/** A program of util-linux. */
const SETPRIV = "/usr/bin/setpriv";

/** The directory of PostgreSQL's server programs. If Debian has several versions, the oldest. */
export function findPostgresDirectory(): string | undefined {
  const [program] = globSync("/usr/lib/postgresql/*/bin/pg_rewind").sort();
  return program === undefined ? undefined : dirname(program);
}

export function missingPackages(): string[] {
  const names = { etcd: "etcd-server", haproxy: "haproxy" };
  const missing = Object.entries(names).filter(([name]) => !existsSync(PROGRAMS[name as keyof typeof PROGRAMS]));
  return [...missing.map(([, packages]) => packages), ...(findPostgresDirectory() === undefined ? ["postgresql"] : [])];
}

/** Debian 12 has 3.0.2, whose thawed primary takes the leader key from the promoted standby; fixed in 3.1. */
const PATRONI_PACKAGES = ["patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.9"];

/** Installs Patroni from PyPI into this directory; gives the path of the program. */
export async function installPatroni(directory: string): Promise<string> {
  // The account postgres cannot write compiled modules into the environment.
  await installPython({ directory, requirements: PATRONI_PACKAGES, compile: true });
  return join(directory, "bin/patroni");
}

/** A program in the background. */
export interface Daemon {
  child: ChildProcess;
  logFile: string;
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
}

export interface DaemonPlan {
  command: string;
  args: string[];
  environment?: Record<string, string>;
  /** The account of the process. Absent: that of this process. */
  account?: Account;
  logFile: string;
}

export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for PostgreSQL and Patroni, which refuse to run as root: postgres of Debian's package; undefined unless this process runs as
 * root.
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const row = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (row === null) throw new Error("the account postgres does not exist: apt-get install -y postgresql");
  return { uid: Number(row[1]), gid: Number(row[2]) };
}

/** Starts a program that ends when this process ends. */
export function startDaemon({ command, args, environment = {}, account, logFile }: DaemonPlan): Daemon {
  const log = openSync(logFile, "a");
  const identity = account === undefined ? [] : [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups"];
  // The death signal is set by a second setpriv, because the change of the user clears it.
  const child = spawn(SETPRIV, [...identity, "--", SETPRIV, "--pdeathsig", "KILL", "--", command, ...args], {
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", ...environment },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return {
    child,
    logFile,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The last lines of a log, for error messages. */
export function lastLines(logFile: string): string {
  if (!existsSync(logFile)) return `${logFile} does not exist`;
  return readFileSync(logFile, "utf8").split("\n").slice(-30).join("\n");
}
