import { execFileSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

const CHUNK = Buffer.alloc(64 * 1024);

let directory: string;
let stage: Stage;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "latchkey-disk-"));
  // `mount` needs root, which CI has.
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=400m", "tmpfs", directory]);
  // The test restarts PostgreSQL, as Patroni and systemd do. If PostgreSQL restarts itself on a full disk, the recovery may never end.
  const postgresSettings = ["max_wal_size=64MB", "min_wal_size=32MB", "restart_after_crash=off"];
  stage = await openStage({ directory, postgresSettings });
});
afterAll(async () => {
  await stage?.stop();
  execFileSync("umount", [directory]);
  rmSync(directory, { recursive: true });
});

test("O9 T9 V4 the disk of PostgreSQL is full for 3 s: 503, and no answered effect is lost", async () => {
  const ballast = join(directory, "ballast");
  const inject = async () => {
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      fill(ballast);
      // Starts a new segment of the write-ahead log. Otherwise, a small load would need no further space.
      await stage.postgres.query("select pg_switch_wal()").catch(() => {});
      await delay(20);
    }
    rmSync(ballast);
    // PostgreSQL ends itself if it cannot write the write-ahead log.
    await stage.postgres.startIfEnded();
  };
  const check = { mustAnswer: true };
  const result = await expectNoLoss(stage, { name: "disk full", rounds: COUNTS.rounds, check, inject });
  expect(result.unknown).toBeGreaterThan(0);
});

/** Appends to the file until the disk is full. */
function fill(path: string): void {
  try {
    for (;;) appendFileSync(path, CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
