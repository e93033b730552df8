import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { extname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type DemoFile, readDemoFile } from "./demo-file.ts";

/** A running demo; `end` stops it if this process started it. */
export interface RunningDemo {
  demo: DemoFile;
  end(): Promise<void>;
}

const START_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;

/**
 * The running service of `dataDir/demo.json`; null if it is not ready.
 * @throws StartupError if the file is malformed
 */
export async function findRunning(dataDir: string): Promise<RunningDemo | null> {
  const demo = await readDemoFile(dataDir);
  return demo !== null && (await isReady(demo)) ? { demo, end: async () => {} } : null;
}

/** Starts the service on `dataDir`; null if it exited before it was ready, having printed the error. */
export async function startService(dataDir: string): Promise<RunningDemo | null> {
  // `.ts` in a checkout, `.js` in the installed package.
  const main = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));
  const stdio = ["ignore", "ignore", "inherit"] as const;
  // Installed first, because signals may arrive as soon as the service runs.
  endWithThisProcess(() => end());
  const child = spawn(process.execPath, [main], { stdio: [...stdio], env: { ...process.env, DATA_DIR: dataDir } });
  const exited = once(child, "exit");
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    if (!hasEnded()) child.kill("SIGTERM");
    await exited;
  };
  const until = performance.now() + START_WITHIN_MS;
  while (performance.now() < until) {
    if (hasEnded()) return null;
    const running = await findRunning(dataDir);
    if (running !== null) return { demo: running.demo, end };
    await delay(LOOK_EVERY_MS);
  }
  console.error(`The service was not ready after ${START_WITHIN_MS / 1_000} s.`);
  await end();
  return null;
}

/** A signal stops the service before this process exits. */
function endWithThisProcess(end: () => Promise<void>): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => void end().then(() => process.exit(128 + constants.signals[signal])));
  }
}

/** True if the service is ready and accepts the file's key: another service may use the same ports. */
async function isReady({ urls, introspect_key }: DemoFile): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000);
  const headers = { authorization: `Bearer ${introspect_key}`, "content-type": "application/json" };
  const ask = { method: "POST", headers, body: JSON.stringify({ token: "none" }), signal };
  try {
    if (!(await fetch(`${urls.connect}/readyz`, { signal })).ok) return false;
    return (await fetch(`${urls.connect}/latchkey.v1.TokenService/Introspect`, ask)).ok;
  } catch {
    return false;
  }
}
