import { describe, expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import type { Call } from "../../../../src/service/call.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { anyRevision, createDraft, REASON } from "../../../support/world/apps.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

const auditOf = (clientId: string) =>
  world.management.read((_, query) =>
    query(
      { name: "audit", text: "select action, actor_id, address, request_id from audit_event where client_id = $1" },
      [clientId],
    ),
  );

describe("changeAppState", () => {
  test("leads from draft to approval, with history and audit", async () => {
    const { deps } = world;
    const { clientId } = (await createDraft(world, developer)).app;
    expect((await submitApp(deps, { clientId }, developer)).app.state).toBe("SUBMITTED");
    expect((await startReview(deps, { clientId }, operator)).app.state).toBe("IN_REVIEW");
    expect(await requestChanges(deps, { clientId, ...REASON, revision: null }, operator)).toMatchObject({
      app: { state: "CHANGES_REQUESTED", ...REASON },
    });
    expect(await submitApp(deps, { clientId }, developer)).toMatchObject({
      app: { state: "SUBMITTED", reasonCode: null },
    });
    await startReview(deps, { clientId }, operator);
    const approved = await approveApp(deps, anyRevision(clientId), operator);
    expect(approved).toMatchObject({ app: { state: "APPROVED" } });
    const { history } = await getApp(deps, { clientId }, developer);
    expect(history.map(({ step }) => `${step.action} ${step.toState}`)).toEqual([
      "approve APPROVED",
      "start_review IN_REVIEW",
      "submit SUBMITTED",
      "request_changes CHANGES_REQUESTED",
      "start_review IN_REVIEW",
      "submit SUBMITTED",
      "create DRAFT",
    ]);
    expect(history[3]).toMatchObject({
      step: { reasonCode: "REDIRECT_URI", actor: { id: operator.actor!.accountId }, revision: 1 },
    });
    expect(await auditOf(clientId)).toContainEqual({
      action: "app.approve",
      actor_id: operator.actor!.accountId,
      address: "192.0.2.8",
      request_id: "req-web",
    });
  });

  test("rejects actions that the state does not allow", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const { deps } = world;
    const state = { kind: "failed_precondition", reason: "STATE" };
    expect(await requestErrorOf(approveApp(deps, anyRevision(clientId), operator))).toEqual(state);
    expect(await requestErrorOf(suspendApp(deps, { clientId, ...REASON }, operator))).toEqual(state);
  });

  test("requires a reason code and text", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    await startReview(world.deps, { clientId }, operator);
    const bare = rejectApp(world.deps, { clientId, reasonCode: "", reasonText: "", revision: null }, operator);
    const fields = (await bare.catch((thrown) => thrown)).violations.map(({ field }: { field: string }) => field);
    expect(fields).toEqual(["reason_code", "reason_text"]);
    expect((await rejectApp(world.deps, { clientId, ...REASON, revision: null }, operator)).app.state).toBe("REJECTED");
  });

  test("OWN_APP: developers cannot decide on their own app, also as operators", async () => {
    const both = callOf(developer.actor!.accountId, { developer: true, operator: true });
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    const own = { kind: "permission_denied", reason: "OWN_APP" };
    await startReview(world.deps, { clientId }, operator);
    expect(await requestErrorOf(approveApp(world.deps, anyRevision(clientId), both))).toEqual(own);
    expect(await requestErrorOf(rejectApp(world.deps, { clientId, ...REASON, revision: null }, both))).toEqual(own);
    const { app } = await approveApp(world.deps, anyRevision(clientId), operator);
    expect(app.state).toBe("APPROVED");
  });

  test("OWN_APP: developers cannot review their own app by a service key that they created", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    const byKeyOf = (createdBy: string): Call => ({ ...keyCall(), caller: { ...keyCall().caller, createdBy } });
    const [own, other] = [byKeyOf(developer.actor!.accountId), byKeyOf(operator.actor!.accountId)];
    const refused = { kind: "permission_denied", reason: "OWN_APP" };
    expect(await requestErrorOf(startReview(world.deps, { clientId }, own))).toEqual(refused);
    await startReview(world.deps, { clientId }, other);
    expect(await requestErrorOf(approveApp(world.deps, anyRevision(clientId), own))).toEqual(refused);
    expect(await requestErrorOf(requestChanges(world.deps, { clientId, ...REASON, revision: null }, own))).toEqual(
      refused,
    );
    expect(await requestErrorOf(rejectApp(world.deps, { clientId, ...REASON, revision: null }, own))).toEqual(refused);
    expect((await approveApp(world.deps, anyRevision(clientId), other)).app.state).toBe("APPROVED");
  });
});
