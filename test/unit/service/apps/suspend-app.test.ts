import { afterAll, beforeAll, expect, test } from "vitest";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { createApproved, createFixture, developerCall, type Fixture, feedOf, operatorCall } from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
let operator: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
  operator = await operatorCall(fixture);
});
afterAll(() => fixture.close());

const eventsOf = async (clientId: string) =>
  (await feedOf(fixture))
    .filter(({ subjectId }) => subjectId === clientId)
    .map(({ subject, kind }) => `${subject} ${kind}`);

test("K6 suspending an app makes its tokens inactive until ResumeApp", async () => {
  const { clientId } = (await createApproved(fixture, developer)).app;
  const suspended = await suspendApp(fixture.apps, { clientId, reasonCode: "ABUSE", reasonText: "Spam." }, operator);
  expect(suspended).toMatchObject({ app: { state: "SUSPENDED", reasonCode: "ABUSE" } });
  expect(await resumeApp(fixture.apps, { clientId }, operator)).toMatchObject({
    app: { state: "APPROVED", reasonCode: null },
  });
  expect(await eventsOf(clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
});
