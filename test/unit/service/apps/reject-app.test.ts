import { expect, test } from "vitest";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createDraft, eventsOf, REASON } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("the test tokens of a rejected app are inactive until it is submitted again", async () => {
  const { clientId } = (await createDraft(world, developer)).app;
  await submitApp(world.deps, { clientId }, developer);
  await startReview(world.deps, { clientId }, operator);
  await rejectApp(world.deps, { clientId, ...REASON, revision: null }, operator);
  await submitApp(world.deps, { clientId }, developer);
  expect(await eventsOf(world, clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
});
