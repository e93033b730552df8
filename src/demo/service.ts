import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type DemoFile, readDemoFile } from "./demo-file.ts";

/** A running demo; `end` stops it if this process started it. */
export interface RunningDemo {
  demo: DemoFile;
  end(): Promise<void>;
}

const startSeconds = 120;

/** The service that `dataDir/demo.json` names, if it is up. */
export async function findRunning(dataDir: string): Promise<RunningDemo | null> {
  const demo = await readDemoFile(dataDir);
  return demo !== null && (await isReady(demo)) ? { demo, end: async () => {} } : null;
}

/** Starts the service on `dataDir`; null when it ended before it was ready, having said why itself. */
export async function startService(dataDir: string): Promise<RunningDemo | null> {
  const main = fileURLToPath(new URL("../main.ts", import.meta.url));
  const stdio = ["ignore", "ignore", "inherit"] as const;
  const child = spawn(process.execPath, [main], { stdio: [...stdio], env: { ...process.env, DATA_DIR: dataDir } });
  const exited = once(child, "exit");
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exited;
  };
  for (let waited = 0; waited < startSeconds * 5; waited++) {
    if (child.exitCode !== null || child.signalCode !== null) return null;
    const running = await findRunning(dataDir);
    if (running !== null) return { demo: running.demo, end };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.error(`The service was not ready after ${startSeconds} s.`);
  await end();
  return null;
}

async function isReady(demo: DemoFile): Promise<boolean> {
  try {
    return (await fetch(`${demo.urls.connect}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}
