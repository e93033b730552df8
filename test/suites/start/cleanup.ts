import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { type Latchkey, type Start, startLatchkey } from "./latchkey.ts";

/** What one test file starts, ended after each test however it went. */
export interface Stage {
  start(options: Start): Latchkey;
  /** A new directory that only its owner can enter. */
  directory(name?: string): string;
}

export function createStage(): Stage {
  const started: Latchkey[] = [];
  const directories: string[] = [];
  afterEach(async () => {
    for (const latchkey of started.splice(0)) await endByForce(latchkey);
    for (const directory of directories.splice(0))
      await rm(directory, { recursive: true, force: true, maxRetries: 12, retryDelay: 50 });
  });
  return {
    start(options) {
      const latchkey = startLatchkey(options);
      started.push(latchkey);
      return latchkey;
    },
    directory(name = "latchkey start ") {
      const directory = mkdtempSync(join(tmpdir(), name));
      directories.push(directory);
      return directory;
    },
  };
}

async function endByForce({ child, processes, ended }: Latchkey): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  for (const pid of processes()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended in the meantime.
    }
  }
  await ended();
}
