import { expect, test } from "vitest";
import { claimReview } from "../../../../src/service/reviews/claim-review.ts";
import { getReview } from "../../../../src/service/reviews/get-review.ts";
import { releaseReview } from "../../../../src/service/reviews/release-review.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { inReview, reviewDependencies } from "./world.ts";

const { world, developer } = useAppWorld();
const olga = perFile(() => operatorCall(world));
const oskar = perFile(() => operatorCall(world));

test("ends the own claim only, and another operator can then claim the app", async () => {
  const deps = reviewDependencies(world);
  const clientId = await inReview(world, developer, olga);
  const holder = async () => (await getReview(deps, { clientId }, keyCall())).claim?.accountId;
  await releaseReview(deps, { clientId }, oskar);
  expect(await holder()).toBe(olga.actor!.accountId);
  await releaseReview(deps, { clientId }, olga);
  expect(await holder()).toBeUndefined();
  await claimReview(deps, { clientId, takeOver: false, takeOverFrom: "" }, oskar);
  expect(await holder()).toBe(oskar.actor!.accountId);
  const actions = await world.rows("select action from audit_event where action like 'review.%' order by id");
  expect(actions).toEqual([{ action: "review.release" }, { action: "review.claim" }]);
});

test("is for operators", async () => {
  const clientId = await inReview(world, developer, olga);
  const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
  expect(await requestErrorOf(releaseReview(reviewDependencies(world), { clientId }, developer))).toEqual(refused);
});
