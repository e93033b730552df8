import { afterAll, beforeAll, expect, test } from "vitest";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { addCatalogue, createDraft } from "../../../support/world/apps.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
let developer: Call;
let operator: Call;
beforeAll(async () => {
  world = await createWorld();
  await addCatalogue(world);
  developer = await developerCall(world);
  operator = await operatorCall(world);
});
afterAll(() => world.close());

test("returns STATE for an app that is not suspended", async () => {
  const { clientId } = (await createDraft(world, developer)).app;
  expect(await requestErrorOf(resumeApp(world.deps, { clientId }, operator))).toEqual({
    kind: "failed_precondition",
    reason: "STATE",
  });
});
