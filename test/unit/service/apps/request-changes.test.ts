import { expect, test } from "vitest";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { approve, createApproved, REASON, revise } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("returns the pending revision of a live app to the developer", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  await revise(world, clientId, developer, { name: "Second" });
  const { deps } = world;
  expect(await submitApp(deps, { clientId }, developer)).toMatchObject({
    app: { state: "APPROVED" },
    pending: { state: "SUBMITTED" },
  });
  expect(await requestErrorOf(revise(world, clientId, developer, { name: "Third" }))).toMatchObject({
    reason: "STATE",
  });
  await startReview(deps, { clientId }, operator);
  expect(await requestChanges(deps, { clientId, ...REASON, revision: null }, operator)).toMatchObject({
    app: { state: "APPROVED", name: "Parcel Pilot" },
    pending: { state: "CHANGES_REQUESTED", reasonCode: "REDIRECT_URI" },
  });
  await revise(world, clientId, developer, { name: "Third" });
  const approved = await approve(world, clientId, developer);
  expect(approved).toMatchObject({ app: { state: "APPROVED", revision: 3, name: "Third" }, pending: null });
  expect(await requestErrorOf(submitApp(deps, { clientId }, developer))).toMatchObject({ reason: "STATE" });
});
