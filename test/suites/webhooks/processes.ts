import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process that is killed and started again. */
export interface Victim {
  name: string;
  /** Kills the process with SIGKILL and starts another; resolves when that one is ready. */
  replace(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a script of this folder. @param args its arguments */
export async function startVictim(
  name: string,
  { script, args = [], env = {} }: { script: string; args?: string[]; env?: Record<string, string> },
): Promise<Victim> {
  const start = async (): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, script), args, { env: { ...process.env, ...env }, execArgv: [] });
    await Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => {
        throw new Error(`${name} exited before it was ready`);
      }),
    ]);
    return child;
  };
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return {
    name,
    async replace() {
      await kill();
      child = await start();
    },
    stop: kill,
  };
}
