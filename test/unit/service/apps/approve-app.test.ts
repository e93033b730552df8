import { describe, expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import {
  anyRevision,
  approve,
  createApproved,
  createDraft,
  eventsOf,
  profile,
  REASON,
  revise,
} from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

const registeredScopes = async (clientId: string) => (await world.deps.apps.find(clientId))!.app.registeredScopes;

const restricted = [{ name: "payouts.write", reason: "To pay.", required: true }, ...profile().scopes];
async function submitRestricted(): Promise<string> {
  const { clientId } = (await createDraft(world, developer, { scopes: restricted })).app;
  await submitApp(world.deps, { clientId }, developer);
  await startReview(world.deps, { clientId }, operator);
  return clientId;
}

describe("approveApp", () => {
  test("of concurrent approvals one succeeds", async () => {
    for (let round = 0; round < 5; round++) {
      const { clientId } = (await createDraft(world, developer)).app;
      await submitApp(world.deps, { clientId }, developer);
      await startReview(world.deps, { clientId }, operator);
      const both = [1, 2].map(() => approveApp(world.deps, anyRevision(clientId), operator));
      const settled = await Promise.allSettled(both);
      const refused = settled.filter(({ status }) => status === "rejected");
      expect(refused).toMatchObject([{ reason: { kind: "failed_precondition", reason: "STATE" } }]);
      const { history } = await getApp(world.deps, { clientId }, developer);
      expect(history.filter(({ step }) => step.action === "approve")).toHaveLength(1);
    }
  });

  test("publishes SCOPES_REDUCED if the revision drops scopes", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await revise(world, clientId, developer, { scopes: profile().scopes.slice(0, 1) });
    expect(await eventsOf(world, clientId)).toEqual([]);
    await approve(world, clientId, developer);
    expect(await eventsOf(world, clientId)).toEqual(["APP SCOPES_REDUCED"]);
    expect(await registeredScopes(clientId)).toEqual(["orders.read"]);
  });

  test("publishes nothing if the revision adds scopes", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    const more = [...profile().scopes, { name: "orders.write", reason: "To mark as shipped.", required: true }];
    await revise(world, clientId, developer, { scopes: more });
    await approve(world, clientId, developer);
    expect(await eventsOf(world, clientId)).toEqual([]);
    expect(await registeredScopes(clientId)).toEqual(["orders.read", "orders.write", "products.read"]);
  });

  test("approves a revision of a suspended app, which stays suspended", async () => {
    const { clientId } = (await createApproved(world, developer)).app;
    await suspendApp(world.deps, { clientId, ...REASON }, operator);
    expect((await revise(world, clientId, developer, { name: "Better" })).app.name).toBe("Parcel Pilot");
    expect(await approve(world, clientId, developer)).toMatchObject({
      app: { state: "SUSPENDED", name: "Better" },
    });
  });
});

describe("approveApp with restricted scopes", () => {
  test("registers only the allowed ones", async () => {
    const allowed = await submitRestricted();
    const { app } = await approveApp(
      world.deps,
      { ...anyRevision(allowed), restrictedScopesAllowed: ["payouts.write"] },
      operator,
    );
    expect(app.restrictedScopesGranted).toEqual(["payouts.write"]);
    expect(await registeredScopes(allowed)).toContain("payouts.write");
    const without = await submitRestricted();
    await approveApp(world.deps, anyRevision(without), operator);
    expect(await registeredScopes(without)).toEqual(["orders.read", "products.read"]);
    const refusedOf = async (clientId: string) => {
      const { history } = await getApp(world.deps, { clientId }, developer);
      return history.map(({ step }) => step.refusedScopes);
    };
    expect(await refusedOf(without)).toEqual([["payouts.write"], null, null, null]);
    expect((await refusedOf(allowed))[0]).toEqual([]);
  });

  test("rejects scopes that the app does not request", async () => {
    const clientId = await submitRestricted();
    const wrong = approveApp(
      world.deps,
      { ...anyRevision(clientId), restrictedScopesAllowed: ["orders.read"] },
      operator,
    );
    expect(await requestErrorOf(wrong)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });
});
