import { globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

/** Seconds by which the core's wall clock differs from the database's. */
const SHIFTS = [3_600, -3_600, 0, 300, -300];

let directory: string;
let clockFile: string;
let stage: Stage;
beforeAll(async () => {
  const [library] = globSync("/usr/lib/*/faketime/libfaketime.so.1");
  if (library === undefined) throw new Error("libfaketime is missing; install the Debian package faketime");
  directory = await mkdtemp(join(tmpdir(), "latchkey-clock-"));
  clockFile = join(directory, "clock");
  await writeFile(clockFile, "+0s\n");
  // The monotonic clock is not faked, because changes by NTP or an operator do not affect it.
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
  stage = await openStage({ environment });
});
afterAll(async () => {
  await stage?.stop();
  await rm(directory, { recursive: true, force: true });
});

const coreDate = async () => Date.parse((await fetch(stage.core.target.origin)).headers.get("date")!);

test("O8 T8 the core's clock jumps by an hour forth and back: what is valid does not change", async () => {
  const rounds = COUNTS.rounds * SHIFTS.length;
  const check = { mustAnswer: true };
  const inject = async (round: number) => {
    const shift = SHIFTS[round % SHIFTS.length]!;
    await writeFile(clockFile, `${shift < 0 ? "-" : "+"}${Math.abs(shift)}s\n`);
    // Polls, because the service caches the Date header for a second.
    await expect.poll(async () => Math.abs((await coreDate()) - Date.now() - shift * 1_000)).toBeLessThan(60_000);
  };
  await expectNoLoss(stage, { name: "clock jumps", rounds, check, inject });
});
