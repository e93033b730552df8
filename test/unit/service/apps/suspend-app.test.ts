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

test("the audit log has the reason and the explanation of a suspension", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  await suspendApp(world.deps, { clientId, reasonCode: "ABUSE", reasonText: "Spam." }, operator);
  await resumeApp(world.deps, { clientId }, operator);
  const read =
    "select action, detail from audit_event where client_id = $1 and action in ('app.suspend', 'app.resume') order by id";
  expect(await world.management.read((_, query) => query({ name: "audit-details", text: read }, [clientId]))).toEqual([
    { action: "app.suspend", detail: { state: "SUSPENDED", revision: 1, reason: "ABUSE", reason_text: "Spam." } },
    { action: "app.resume", detail: { state: "APPROVED", revision: 1 } },
  ]);
});
