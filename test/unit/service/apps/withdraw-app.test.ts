import { expect, test } from "vitest";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { anyRevision, createApproved, REASON, revise } from "../../../support/world/apps.ts";
import { perFile, useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();
const operator = perFile(() => operatorCall(world));

test("after a withdrawal, decisions on the former revision return REVISION_CHANGED", async () => {
  const { deps } = world;
  const { clientId } = (await createApproved(world, developer)).app;
  const read = (await revise(world, clientId, developer, { purpose: "Harmless." })).pending!.number;
  await submitApp(deps, { clientId }, developer);
  await startReview(deps, { clientId }, operator);
  await withdrawApp(deps, { clientId }, developer);
  await revise(world, clientId, developer, { purpose: "Something else." });
  await submitApp(deps, { clientId }, developer);
  await startReview(deps, { clientId }, operator);
  const stale = approveApp(deps, { ...anyRevision(clientId), revision: read }, operator);
  expect(await requestErrorOf(stale)).toEqual({ kind: "aborted", reason: "REVISION_CHANGED" });
  for (const decide of [requestChanges, rejectApp]) {
    const decision = decide(deps, { clientId, ...REASON, revision: read }, operator);
    expect(await requestErrorOf(decision)).toEqual({ kind: "aborted", reason: "REVISION_CHANGED" });
  }
  const now = approveApp(deps, { ...anyRevision(clientId), revision: read + 1 }, operator);
  expect((await now).app.purpose).toBe("Something else.");
});
