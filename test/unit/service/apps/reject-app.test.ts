import { afterAll, beforeAll, expect, test } from "vitest";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { createDraft, createFixture, developerCall, type Fixture, feedOf, operatorCall } from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
let operator: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
  operator = await operatorCall(fixture);
});
afterAll(() => fixture.close());

const REASON = { reasonCode: "REDIRECT_URI", reasonText: "The callback answers 404." };
const eventsOf = async (clientId: string) =>
  (await feedOf(fixture))
    .filter(({ subjectId }) => subjectId === clientId)
    .map(({ subject, kind }) => `${subject} ${kind}`);

test("the test tokens of a rejected app are inactive until it is submitted again", async () => {
  const { clientId } = (await createDraft(fixture, developer)).app;
  await submitApp(fixture.apps, { clientId }, developer);
  await startReview(fixture.apps, { clientId }, operator);
  await rejectApp(fixture.apps, { clientId, ...REASON, revision: null }, operator);
  await submitApp(fixture.apps, { clientId }, developer);
  expect(await eventsOf(clientId)).toEqual(["APP SUSPENDED", "APP RESUMED"]);
});
