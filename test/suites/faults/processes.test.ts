import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

describe("a service with two workers", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ environment: { WORKERS: "2" } });
  });
  afterAll(() => stage?.stop());

  const ROWS: { name: string; inject(): Promise<void> }[] = [
    {
      name: "a worker killed",
      async inject() {
        const workers = stage.core.workerPids();
        process.kill(workers[Math.floor(Math.random() * workers.length)]!, "SIGKILL");
      },
    },
    {
      name: "the parent process killed",
      async inject() {
        await stage.core.kill();
        await stage.core.start();
      },
    },
    {
      name: "SIGTERM under load",
      async inject() {
        expect(await stage.core.terminate()).toBe(0);
        await stage.core.start();
      },
    },
  ];
  test.each(ROWS)("O3 V7 T10 $name: no answered effect is lost", async ({ name, inject }) => {
    await expectNoLoss(stage, { name, rounds: COUNTS.rounds, inject });
  });
});
