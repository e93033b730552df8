import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { CoreChanges } from "./core.ts";
import { FAILPOINT_VARIABLE, FAILPOINTS, type Failpoint } from "./failpoint-names.ts";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

const PRELOADED = fileURLToPath(new URL("failpoints.ts", import.meta.url));

describe("kills of the core", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(changesFor(FAILPOINTS[0]));
  });
  afterAll(() => stage?.stop());

  /** Of a process that ends at the failpoint after SIGUSR2; without one, of a process that does not. */
  const changesFor = (failpoint: Failpoint | undefined): CoreChanges => {
    if (failpoint === undefined) return {};
    const environment = { [FAILPOINT_VARIABLE]: `${failpoint}:${1 + Math.floor(Math.random() * 50)}` };
    return { environment, node: ["--import", PRELOADED] };
  };

  test.each(FAILPOINTS)("O3 V7 K7 the core killed %s: no answered effect is lost", async (failpoint) => {
    const rounds = COUNTS.coreKills;
    const next = FAILPOINTS[FAILPOINTS.indexOf(failpoint) + 1];
    const inject = async (round: number) => {
      process.kill(stage.core.pid(), "SIGUSR2");
      await stage.core.ended();
      await stage.core.start(changesFor(round < rounds - 1 ? failpoint : next));
    };
    await expectNoLoss(stage, { name: `core killed ${failpoint}`, rounds, inject });
  });
});
