import { describe, expect, test } from "vitest";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import { getReview } from "../../../../src/service/reviews/get-review.ts";
import { developerCall } from "../../../support/world/accounts.ts";
import { createApproved, createDraft, profile } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { inReview, reviewDependencies, submitted } from "./world.ts";

const { world, developer } = useAppWorld();
const read = (clientId: string, call = keyCall()) => getReview(reviewDependencies(world), { clientId }, call);
const returned = { reasonCode: "OTHER", reasonText: "Say more.", revision: null };

describe("getReview", () => {
  test("has the profile of the last decision, also after the developer changed a draft in place", async () => {
    const clientId = await inReview(world, developer);
    expect((await read(clientId)).lastDecision).toBeNull();
    await requestChanges(world.deps, { clientId, ...returned }, keyCall());
    const changed = profile({ purpose: "Prints labels and books carriers." });
    await updateApp(world.deps, { clientId, profile: changed, settings: NO_CHANGE }, developer);
    await submitApp(world.deps, { clientId }, developer);
    const { lastDecision } = await read(clientId);
    expect(lastDecision).toMatchObject({ action: "request_changes", revision: 1 });
    expect(lastDecision!.profile).toMatchObject(profile());
  });

  test("has the profile of a rejected revision of a live app, not the live one", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    expect((await read(clientId)).lastDecision).toMatchObject({ action: "approve", profile: { name: "Parcel Pilot" } });
    const settings = NO_CHANGE;
    await updateApp(world.deps, { clientId, profile: profile({ name: "Parcel Two" }), settings }, developer);
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, keyCall());
    await rejectApp(world.deps, { clientId, ...returned }, keyCall());
    await updateApp(world.deps, { clientId, profile: profile({ name: "Parcel Three" }), settings }, developer);
    expect((await read(clientId)).lastDecision).toMatchObject({ action: "reject", profile: { name: "Parcel Two" } });
  });

  test("has the profile that was withdrawn from a review, until the next decision", async () => {
    const settings = NO_CHANGE;
    const clientId = await inReview(world, developer);
    await withdrawApp(world.deps, { clientId }, developer);
    await updateApp(world.deps, { clientId, profile: profile({ name: "Parcel Two" }), settings }, developer);
    await submitApp(world.deps, { clientId }, developer);
    // No reviewer has seen this version.
    await withdrawApp(world.deps, { clientId }, developer);
    await submitApp(world.deps, { clientId }, developer);
    expect(await read(clientId)).toMatchObject({
      lastDecision: null,
      withdrawal: { action: "withdraw", profile: { name: "Parcel Pilot" } },
    });
    await startReview(world.deps, { clientId }, keyCall());
    await requestChanges(world.deps, { clientId, ...returned }, keyCall());
    expect(await read(clientId)).toMatchObject({ lastDecision: { action: "request_changes" }, withdrawal: null });
  });

  test("checks an app while its review is open, and counts installs on test merchants", async () => {
    const draft = (await createDraft(world, developer)).app.clientId;
    expect((await read(draft)).checks).toEqual([]);
    const clientId = await submitted(world, developer);
    const testInstall = async () => (await read(clientId)).checks.find(({ kind }) => kind === "TEST_INSTALL");
    expect(await testInstall()).toMatchObject({ result: "ATTENTION", count: 0 });
    const developerId = developer.actor!.accountId;
    await world.rows("insert into merchant (id, name, test, developer_id) values ('t-1', 'Test', true, $1)", [
      developerId,
    ]);
    await world.rows("insert into merchant (id, name) values ('real-1', 'Real')");
    for (const merchant of ["t-1", "real-1"]) {
      await world.rows(
        "insert into installation (app_id, merchant_id, version, state) select id, $2, 1, 'UNINSTALLED' from app where client_id = $1",
        [clientId, merchant],
      );
    }
    expect(await testInstall()).toMatchObject({ result: "PASSED", count: 1 });
  });

  test("is for operators and service keys", async () => {
    const clientId = await submitted(world, developer);
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    for (const call of [developer, await developerCall(world)])
      expect(await requestErrorOf(read(clientId, call))).toEqual(refused);
  });
});
