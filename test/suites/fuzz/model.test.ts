import fc from "fast-check";
import { afterAll, beforeAll, describe } from "vitest";
import { explore } from "./explore.ts";
import { COMMANDS, compareAll } from "./model/commands.ts";
import { Model } from "./model/model.ts";
import { APPS, MERCHANTS, openTheatre, type Stage, type Theatre } from "./model/stage.ts";

describe("random operations of several apps and merchants over time", () => {
  let theatre: Theatre;
  beforeAll(async () => {
    theatre = await openTheatre();
  });
  afterAll(() => theatre?.world.close());

  explore({ name: "S4 the service and the model agree, and nothing crosses a merchant", runs: 12, share: 0.2 }, () =>
    fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 100, size: "max" }), async (commands) => {
      const model = new Model(APPS, MERCHANTS);
      let stage: Stage | null = null;
      const setup = async () => {
        stage = await theatre.stage();
        return { model, real: stage };
      };
      await fc.asyncModelRun(setup, commands);
      await compareAll(model, stage!);
    }),
  );
});
