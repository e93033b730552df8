import { afterAll, beforeAll, expect, test } from "vitest";
import { discardRevision } from "../../../../src/service/apps/discard-revision.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { createApproved, createFixture, developerCall, type Fixture, profile, requestErrorOf } from "../fixture.ts";

let fixture: Fixture;
let developer: Call;
beforeAll(async () => {
  fixture = await createFixture();
  developer = await developerCall(fixture);
});
afterAll(() => fixture.close());

const settings = NO_CHANGE;

test("discarding a pending revision leaves the live app, and its number is not reused", async () => {
  const { clientId } = (await createApproved(fixture, developer)).app;
  const update = (name: string) =>
    updateApp(fixture.apps, { clientId, profile: profile({ name }), settings }, developer);
  await update("Second");
  expect((await discardRevision(fixture.apps, { clientId }, developer)).pending).toBeNull();
  expect(await requestErrorOf(discardRevision(fixture.apps, { clientId }, developer))).toMatchObject({
    reason: "STATE",
  });
  expect((await update("Third")).pending).toMatchObject({ number: 3, name: "Third" });
  expect((await getApp(fixture.apps, { clientId }, developer)).app.name).toBe("Parcel Pilot");
});
