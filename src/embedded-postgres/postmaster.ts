import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { StartupError } from "../observe/startup-error.ts";
import { minimalEnvironment } from "./cluster.ts";
import type { RunAs } from "./run-as.ts";

const run = promisify(execFile);
const POLL_MS = 20;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 8_000;

export interface PostmasterPlan {
  cluster: string;
  postgres: string;
  runAs: RunAs;
  port: number;
  logFile: string;
  /** `name=value` of postgresql.conf. */
  settings: string[];
}

/** Starts the server in its own process group, so that Ctrl-C does not reach it directly. */
export function spawnPostmaster(plan: PostmasterPlan): ChildProcess {
  const settings = [
    `port=${plan.port}`,
    "listen_addresses=127.0.0.1",
    // No Unix sockets: their paths are limited to about 100 bytes.
    "unix_socket_directories=",
    "timezone=UTC",
    "log_timezone=UTC",
    // Keeps failed statements and their values out of the log.
    "log_min_error_statement=panic",
    "log_parameter_max_length_on_error=0",
    ...plan.settings,
  ];
  const { command, args, options } = plan.runAs.launch(plan.postgres, [
    "-D",
    plan.cluster,
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  const log = openSync(plan.logFile, "a", 0o600);
  try {
    return spawn(command, args, {
      ...options,
      cwd: "/",
      detached: true,
      env: minimalEnvironment(),
      stdio: ["ignore", log, log],
    });
  } finally {
    closeSync(log);
  }
}

/** Waits, without a timeout, until the server accepts connections; false if it exited. */
export async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  while (!hasEnded(child)) {
    const file = await readPostmasterFile(cluster);
    if (file && file.pid === child.pid && file.ready) return true;
    await sleep(POLL_MS);
  }
  return false;
}

/** Stops the server: fast (closes sessions, flushes data), then immediate, then SIGKILL. Resolves when it has exited. */
export async function stopPostmaster(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const [signal, timeout] of [
    ["SIGINT", FAST_STOP_MS],
    ["SIGQUIT", IMMEDIATE_STOP_MS],
    ["SIGKILL", 1_000],
  ] as const) {
    if (!sendSignal(pid, signal)) return;
    const deadline = performance.now() + timeout;
    while (performance.now() < deadline) {
      if (await isGone()) return;
      await sleep(POLL_MS);
    }
  }
}

/**
 * Stops a server that a killed Latchkey process left running on this cluster. Removes a `postmaster.pid` whose process id now belongs to
 * another program, because PostgreSQL would not start with it.
 */
export async function stopStaleServer(cluster: string, onFound: (pid: number) => void): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (!file || !isAlive(file.pid)) return;
  if (!(await isPostmasterOf(file.pid, cluster))) {
    await rm(join(cluster, "postmaster.pid"), { force: true });
    return;
  }
  onFound(file.pid);
  // Checks the command line and not only the id, because an exited process keeps its id until its parent reaps it.
  const isGone = async () => !(await isPostmasterOf(file.pid, cluster));
  await stopPostmaster(file.pid, isGone);
  if (!(await isGone()))
    throw new StartupError(`PostgreSQL (process ${file.pid}) uses ${cluster} and does not stop; stop it first.`);
}

async function readPostmasterFile(cluster: string): Promise<{ pid: number; ready: boolean } | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 1) return null;
  return { pid, ready: lines[7]?.trim() === "ready" };
}

/** Checks the program and the directory on the command line, because process ids are reused and data directories are copied. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "linux") {
    const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
    return basename(words[0] ?? "") === "postgres" && words[words.indexOf("-D") + 1] === cluster;
  }
  const { stdout } = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("/postgres ") && stdout.includes(` -D ${cluster} `);
}

function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
