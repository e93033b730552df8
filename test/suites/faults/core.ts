import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Target } from "../../support/load/operations.ts";
import { isRunning, readProcessTable } from "../../support/process-table.ts";
import { freePorts, run, type ServiceProcess } from "../../support/start-service.ts";

/** A process of `src/main.ts` with `ROLE=all`, which tests kill and start again on the same ports. */
export interface Core {
  target: Target;
  /** Starts a new process. @param node arguments of Node, for a preloaded module */
  start(changes?: CoreChanges): Promise<void>;
  /** Sends SIGKILL unless the process has already ended. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>;
  /** Resolves when the process has ended. */
  ended(): Promise<void>;
  /** The id of the main process. `workerPids` has those of its workers, if WORKERS is above 1. */
  pid(): number;
  workerPids(): number[];
  output(): string;
  stop(): Promise<void>;
}

export interface CoreChanges {
  environment?: Record<string, string>;
  node?: readonly string[];
}

const READY_WITHIN_MS = 120_000;

/** Starts a core with the default settings, except for `environment`. */
export async function startCore(databaseUrl: string, changes: CoreChanges = {}): Promise<Core> {
  const [http = 0, grpc = 0, connect = 0] = await freePorts(3);
  const dataDir = await mkdtemp(join(tmpdir(), "latchkey-faults-core-"));
  const origin = `http://127.0.0.1:${http}`;
  const connectUrl = `http://127.0.0.1:${connect}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    PUBLIC_URL: origin,
    HOST: "127.0.0.1",
    HTTP_PORT: `${http}`,
    GRPC_PORT: `${grpc}`,
    CONNECT_PORT: `${connect}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
  };
  let current: ServiceProcess;
  const hasEnded = () => current.child.exitCode !== null || current.child.signalCode !== null;
  const ended = async () => {
    if (!hasEnded()) await once(current.child, "exit");
  };
  const workerPids = () => readProcessTable().flatMap(({ pid, parent }) => (parent === current.child.pid ? [pid] : []));
  async function start({ environment, node }: CoreChanges = changes): Promise<void> {
    current = run({ ...settings, ...environment }, node);
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await isReady(connectUrl))) {
      if (hasEnded() || performance.now() > deadline)
        throw new Error(`the core is not ready:\n${current.output.join("")}`);
      await delay(50);
    }
  }
  await start();
  return {
    target: { origin, connectUrl },
    start,
    async kill() {
      const workers = workerPids();
      current.child.kill("SIGKILL");
      await ended();
      // The workers end by themselves, but hold the ports until then.
      while (workers.some(isRunning)) await delay(50);
    },
    async terminate() {
      current.child.kill("SIGTERM");
      await ended();
      return current.child.exitCode;
    },
    ended,
    pid: () => current.child.pid!,
    workerPids,
    output: () => current.output.join(""),
    async stop() {
      if (!hasEnded()) current.child.kill("SIGTERM");
      await ended();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function isReady(connectUrl: string): Promise<boolean> {
  const answer = await fetch(`${connectUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
