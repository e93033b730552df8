import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COUNTS } from "./settings.ts";
import { openStage, type Stage } from "./stage.ts";

describe("faults of PostgreSQL", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.stop());

  test("O2 V7 K7 PostgreSQL killed with SIGKILL: no answered effect is lost", async () => {
    const scenario = stage.begin("PostgreSQL killed", { mustAnswer: true });
    for (let kill = 0; kill < COUNTS.kills; kill++) {
      await scenario.round(async () => {
        await stage.postgres.kill();
        await delay(Math.random() * 300);
        await stage.postgres.start();
      });
    }
    expect(await scenario.end()).toMatchObject({ rounds: COUNTS.kills, violations: {} });
  });
});
