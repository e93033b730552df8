import { expect, test } from "vitest";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { approve, createApproved, profile } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

const REASON = { reasonCode: "REDIRECT_URI", reasonText: "The callback answers 404." };
const revise = (clientId: string, changes: Parameters<typeof profile>[0]) =>
  updateApp(world.deps, { clientId, profile: profile(changes), settings: NO_CHANGE }, developer);

test("returns the pending revision of a live app to the developer", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  await revise(clientId, { name: "Second" });
  const { deps } = world;
  expect(await submitApp(deps, { clientId }, developer)).toMatchObject({
    app: { state: "APPROVED" },
    pending: { state: "SUBMITTED" },
  });
  expect(await requestErrorOf(revise(clientId, { name: "Third" }))).toMatchObject({ reason: "STATE" });
  await startReview(deps, { clientId }, operator);
  expect(await requestChanges(deps, { clientId, ...REASON, revision: null }, operator)).toMatchObject({
    app: { state: "APPROVED", name: "Parcel Pilot" },
    pending: { state: "CHANGES_REQUESTED", reasonCode: "REDIRECT_URI" },
  });
  await revise(clientId, { name: "Third" });
  const approved = await approve(world, clientId, developer);
  expect(approved).toMatchObject({ app: { state: "APPROVED", revision: 3, name: "Third" }, pending: null });
  expect(await requestErrorOf(submitApp(deps, { clientId }, developer))).toMatchObject({ reason: "STATE" });
});
