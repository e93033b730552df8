import { describe, expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import {
  anyRevision,
  approve,
  createApproved,
  createDraft,
  profile,
  REASON,
  revise,
} from "../../../support/world/apps.ts";
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

describe.each([
  ["requestChanges", requestChanges],
  ["rejectApp", rejectApp],
])("%s with refused restricted scopes", (_, decide) => {
  const scopes = [{ name: "payouts.write", reason: "To pay.", required: true }, ...profile().scopes];
  const inReview = async () => {
    const { clientId } = (await createDraft(world, developer, { scopes })).app;
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, operator);
    return clientId;
  };
  const refuse = (clientId: string, restrictedScopesRefused?: string[]) =>
    decide(
      world.deps,
      { clientId, ...REASON, revision: null, ...(restrictedScopesRefused && { restrictedScopesRefused }) },
      operator,
    );
  const lastStep = async (clientId: string) => (await getApp(world.deps, { clientId }, developer)).history[0]!.step;

  test("keeps them with the app and with the decision until an approval allows them", async () => {
    const clientId = await inReview();
    expect((await refuse(clientId, ["payouts.write"])).app.restrictedScopesRefused).toEqual(["payouts.write"]);
    expect((await lastStep(clientId)).refusedScopes).toEqual(["payouts.write"]);
    expect((await submitApp(world.deps, { clientId }, developer)).app.restrictedScopesRefused).toEqual([
      "payouts.write",
    ]);
    await startReview(world.deps, { clientId }, operator);
    const allowing = { ...anyRevision(clientId), restrictedScopesAllowed: ["payouts.write"] };
    expect((await approveApp(world.deps, allowing, operator)).app.restrictedScopesRefused).toEqual([]);
  });

  test("refuses none if the caller names none", async () => {
    const clientId = await inReview();
    expect((await refuse(clientId)).app.restrictedScopesRefused).toEqual([]);
    expect((await lastStep(clientId)).refusedScopes).toBeNull();
  });

  test.each([["orders.read"], ["unknown.read"], ["payouts.write", "payouts.write"]])(
    "rejects %s %s",
    async (...names) => {
      const clientId = await inReview();
      expect(await requestErrorOf(refuse(clientId, names))).toEqual({ kind: "invalid_argument", reason: "INVALID" });
      expect((await world.deps.apps.find(clientId))!.app.state).toBe("IN_REVIEW");
    },
  );

  test("takes them from the pending revision, whose live app keeps what it has", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await revise(world, clientId, developer, { scopes });
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, operator);
    const { app } = await refuse(clientId, ["payouts.write"]);
    expect(app.restrictedScopesRefused).toEqual(["payouts.write"]);
    expect(app.registeredScopes).toEqual(["orders.read", "products.read"]);
  });
});
