import { expect, test } from "vitest";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createApproved, eventsOf } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("K6 suspending an app makes its tokens inactive until ResumeApp", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  const suspended = await suspendApp(world.deps, { clientId, reasonCode: "ABUSE", reasonText: "Spam." }, operator);
  expect(suspended).toMatchObject({ app: { state: "SUSPENDED", reasonCode: "ABUSE" } });
  expect(await resumeApp(world.deps, { clientId }, operator)).toMatchObject({
    app: { state: "APPROVED", reasonCode: null },
  });
  expect(await eventsOf(world, clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
});
