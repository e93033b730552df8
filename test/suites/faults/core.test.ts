import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import { FAILPOINT_VARIABLE, FAILPOINTS } from "./failpoint-names.ts";
import { COUNTS } from "./settings.ts";
import { expectNoLoss, openStage, type Stage } from "./stage.ts";

/** The service is normal, and its tokens are verified, before the failpoint is reached as often as this. */
const LEAST = 40;
const PRELOADED = fileURLToPath(new URL("failpoints.ts", import.meta.url));

describe("kills of the core", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage?.stop());

  test.each(FAILPOINTS)("O3 V7 K7 the core killed %s: no answered effect is lost", async (failpoint) => {
    const { core } = stage;
    const startArmed = () => {
      const environment = { [FAILPOINT_VARIABLE]: `${failpoint}:${LEAST + Math.floor(Math.random() * 100)}` };
      return core.start({ environment, node: ["--import", PRELOADED] });
    };
    const rounds = COUNTS.coreKills;
    const inject = async (round: number) => {
      await core.ended();
      await (round < rounds - 1 ? startArmed() : core.start());
    };
    await core.kill();
    await startArmed();
    await expectNoLoss(stage, { name: `core killed ${failpoint}`, rounds, inject });
  });
});
