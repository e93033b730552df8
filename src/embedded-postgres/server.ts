import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, rename, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../observe/log.ts";
import { StartupError } from "../observe/startup-error.ts";
import { becomesReady, hasEnded, type PostmasterPlan, spawnPostmaster, stopPostmaster } from "./postmaster.ts";

const ATTEMPTS = 5;
const PROGRESS_AFTER_MS = 1_000;
const RESTART_DELAY_MS = 250;
const MAX_LOG_BYTES = 16 * 1024 * 1024;

export type ServerPlan = Omit<PostmasterPlan, "port">;

/** A running server on a loopback port. */
export interface Server {
  port: number;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a free port, and restarts it on the same port when it exits.
 * @throws StartupError with PostgreSQL's last error
 */
export async function startServer(plan: ServerPlan, log: Log): Promise<Server> {
  await rotateLog(plan.logFile);
  const progress = setTimeout(() => log.info("waiting for PostgreSQL to be ready"), PROGRESS_AFTER_MS);
  try {
    const { child, port } = await startOnFreePort(plan);
    return keepRunning(child, { ...plan, port }, log);
  } finally {
    clearTimeout(progress);
  }
}

async function startOnFreePort(plan: ServerPlan): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const before = await sizeOf(plan.logFile);
    const child = await startOnce({ ...plan, port });
    if (child) return { child, port };
    const words = await lastError(plan.logFile, before);
    // Transient errors: another program took the port, or sessions of a killed server are still closing.
    const isTransient = /Address already in use|still in use|lock file/.test(words);
    if (!isTransient || attempt === ATTEMPTS)
      throw new StartupError(`PostgreSQL did not start: ${words} Its log is ${plan.logFile}.`);
    await sleep(RESTART_DELAY_MS * attempt);
  }
}

async function startOnce(plan: PostmasterPlan): Promise<ChildProcess | null> {
  const child = spawnPostmaster(plan);
  child.on("error", () => {});
  if (child.pid === undefined) return null;
  return (await becomesReady(child, plan.cluster)) ? child : null;
}

function keepRunning(first: ChildProcess, plan: PostmasterPlan, log: Log): Server {
  let child = first;
  let stopping = false;
  const interrupt = () => child.kill("SIGINT");
  process.once("exit", interrupt);
  const watch = async () => {
    while (!stopping) {
      if (!hasEnded(child)) await once(child, "exit");
      if (stopping) return;
      log.error({ code: child.exitCode, signal: child.signalCode }, "PostgreSQL exited unexpectedly; restarting it");
      await sleep(RESTART_DELAY_MS);
      child = (await startOnce(plan)) ?? child;
    }
  };
  const watching = watch();
  return {
    port: plan.port,
    async stop() {
      stopping = true;
      process.off("exit", interrupt);
      if (child.pid !== undefined) await stopPostmaster(child.pid, () => hasEnded(child));
      await watching;
    },
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("a TCP server has no TCP address");
  return address.port;
}

async function rotateLog(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

async function lastError(logFile: string, from: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(from).toString("utf8").trim().split("\n");
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? "";
  const message = fatal.replace(/^.*?(FATAL|PANIC):\s*/, "").trim();
  return message.endsWith(".") ? message : `${message || "no error was logged"}.`;
}
