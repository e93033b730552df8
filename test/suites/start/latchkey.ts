import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DemoFile } from "../../../src/demo/demo-file.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { LONG_TIMEOUT_SETTINGS } from "../../support/long-timeouts.ts";
import { type ProcessRow, readProcessTable } from "../../support/process-table.ts";

export const ROOT = join(import.meta.dirname, "../../..");

/** The arguments that `npm start` passes to Node, to start the service without npm. */
export const DEPLOYED: readonly string[] = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  .scripts.start.split(" exec node ")[1]
  .split(" ");

export interface Start {
  /** The checkout to start from. */
  root?: string;
  env: Record<string, string>;
  /** The account of the process. Absent: that of this process. */
  account?: { uid: number; gid: number };
  /** The arguments of Node. Absent: the process is `npm start`, as in the README. */
  node?: string[];
}

/** Latchkey in child processes with their own process group, which receives signals like that of a terminal. */
export interface Latchkey {
  child: ChildProcess;
  /** `DATA_DIR`, if it is set. */
  dataDir: string | undefined;
  /** The output so far, by stream. */
  said(): { out: string; err: string };
  /** Resolves when `/readyz` answers 200; rejects with the output if the process exits before. */
  ready(): Promise<void>;
  /** Signals every process of the group, as Ctrl-C does. PostgreSQL is not in it. */
  signalGroup(signal: NodeJS.Signals): void;
  /** The exit code, or the signal's name. */
  ended(): Promise<number | string>;
  /** The ids of the process and its descendants so far. */
  processes(): number[];
}

/** Environment variables that must not be passed on to the process under test. */
const FOREIGN =
  /^(ROLE|HOST|INTERNAL_HOST|PUBLIC_URL|TRUSTED_PROXIES|DATA_DIR|DATABASE_|TOKEN_|LOG_LEVEL|LIMIT|OIDC_|TLS_|npm_|NODE_|VITEST|MIGRATE|CORE_URL|SERVICE_KEY)/;

export function startLatchkey({ root = ROOT, env, account, node }: Start): Latchkey {
  const inherited = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  // A version in another directory starts without a compile cache, as after its installation.
  const cache = root === ROOT ? childEnvironment() : {};
  const [command, args] = node ? [process.execPath, node] : ["npm", ["start"]];
  const child = spawn(command, args, {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...cache, ...LONG_TIMEOUT_SETTINGS, DRAIN_DELAY: "0", ...env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    ...account,
  });
  const heard = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (heard.out += chunk));
  child.stderr.on("data", (chunk) => (heard.err += chunk));
  const closed = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    dataDir: env.DATA_DIR,
    said: () => ({ ...heard }),
    async ready() {
      const url = `http://127.0.0.1:${env.CONNECT_PORT}/readyz`;
      while (!(await answersOk(url))) {
        if (hasEnded()) throw new Error(`ended before it was ready:\n${heard.out}${heard.err}`);
        await sleep(100);
      }
    },
    signalGroup: (signal) => void process.kill(-child.pid!, signal),
    async ended() {
      const [code, signal] = await closed;
      return code ?? signal ?? "";
    },
    processes: () => descendantsOf(child.pid!),
  };
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

function descendantsOf(pid: number): number[] {
  const table = readProcessTable();
  const found = [pid];
  for (const ancestor of found) found.push(...table.filter(({ parent }) => parent === ancestor).map((row) => row.pid));
  return found;
}

/** The running processes among `pids`. */
export function survivors(pids: number[]): string[] {
  return readProcessTable()
    .filter(({ pid }) => pids.includes(pid))
    .map(({ pid, command }) => `${pid} ${command}`);
}

/** The running processes of the group, and those with the data directory in their arguments, as PostgreSQL has it. */
export function leftovers({ child, dataDir }: Latchkey): ProcessRow[] {
  return readProcessTable().filter(
    ({ group, command }) => group === child.pid || (dataDir !== undefined && command.includes(dataDir)),
  );
}

export const readDemo = (dataDir: string): DemoFile => JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));

/** The Node process itself, behind npm and its shell. */
export function findMain({ processes }: Latchkey): number {
  const pids = processes();
  const main = readProcessTable().find(
    ({ pid, command }) =>
      pids.includes(pid) && /node\S* (--\S+ )?src\/main\.ts/.test(command) && !/^(npm|sh)\b/.test(command),
  );
  if (!main) throw new Error("src/main.ts is not running");
  return main.pid;
}
