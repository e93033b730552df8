import { expect, test } from "vitest";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createDraft } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("returns STATE for an app that is not suspended", async () => {
  const { clientId } = (await createDraft(world, developer)).app;
  expect(await requestErrorOf(resumeApp(world.deps, { clientId }, operator))).toEqual({
    kind: "failed_precondition",
    reason: "STATE",
  });
});
