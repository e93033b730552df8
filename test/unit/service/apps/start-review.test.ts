import { expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createDraft, profile } from "../../../support/world/apps.ts";
import { callOf } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("OWN_APP: developers cannot start the review of their own app, also as operators", async () => {
  const { deps } = world;
  const both = callOf(developer.actor!.accountId, { developer: true, operator: true });
  const own = { kind: "permission_denied", reason: "OWN_APP" };
  const { clientId } = (await createDraft(world, developer)).app;
  await submitApp(deps, { clientId }, developer);
  expect(await requestErrorOf(startReview(deps, { clientId }, both))).toEqual(own);
  await startReview(deps, { clientId }, operator);
  await approveApp(deps, { clientId, revision: null, restrictedScopesAllowed: [] }, operator);
  await updateApp(deps, { clientId, profile: profile({ name: "Mine" }), settings: NO_CHANGE }, developer);
  await submitApp(deps, { clientId }, both);
  expect(await requestErrorOf(startReview(deps, { clientId }, both))).toEqual(own);
});
