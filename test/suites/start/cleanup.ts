import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach } from "vitest";
import { type Latchkey, type Start, startLatchkey } from "./latchkey.ts";

/** The processes and directories of a test file. They are removed after each test, whether it passes or fails. */
export interface Stage {
  start(options: Start): Latchkey;
  /** A new directory that only its owner can enter. */
  directory(name?: string): string;
}

/** @param concurrent true if the tests of the file run concurrently; the removal then waits for the last test */
export function createStage({ concurrent = false } = {}): Stage {
  const started: Latchkey[] = [];
  const directories: string[] = [];
  (concurrent ? afterAll : afterEach)(async () => {
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
      // The process has ended in the meantime.
    }
  }
  await ended();
}
