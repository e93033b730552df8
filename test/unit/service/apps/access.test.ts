import { describe, expect, test } from "vitest";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { approveApp } from "../../../../src/service/apps/approve-app.ts";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { discardRevision } from "../../../../src/service/apps/discard-revision.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { listApps } from "../../../../src/service/apps/list-apps.ts";
import { rejectApp } from "../../../../src/service/apps/reject-app.ts";
import { requestChanges } from "../../../../src/service/apps/request-changes.ts";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { retireSecret } from "../../../../src/service/apps/retire-secret.ts";
import { setLogo } from "../../../../src/service/apps/set-logo.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { startReview } from "../../../../src/service/apps/start-review.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { suspendApp } from "../../../../src/service/apps/suspend-app.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { withdrawApp } from "../../../../src/service/apps/withdraw-app.ts";
import { developerCall, operatorCall } from "../../../support/world/accounts.ts";
import { createDraft, profile, REASON } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const settings = NO_CHANGE;
const page = { pageSize: 0, pageToken: "" };

describe("access to an app", () => {
  test("S4 every operation on another developer's app returns NOT_FOUND", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const stranger = await developerCall(world);
    const { deps } = world;
    const reason = { reasonCode: "X", reasonText: "x" };
    const attempts = [
      () => getApp(deps, { clientId }, stranger),
      () => updateApp(deps, { clientId, profile: null, settings }, stranger),
      () => discardRevision(deps, { clientId }, stranger),
      () => submitApp(deps, { clientId }, stranger),
      () => withdrawApp(deps, { clientId }, stranger),
      () => startReview(deps, { clientId }, stranger),
      () => approveApp(deps, { clientId, revision: null, restrictedScopesAllowed: [] }, stranger),
      () => requestChanges(deps, { clientId, ...reason, revision: null }, stranger),
      () => rejectApp(deps, { clientId, ...reason, revision: null }, stranger),
      () => suspendApp(deps, { clientId, ...reason }, stranger),
      () => resumeApp(deps, { clientId }, stranger),
      () => archiveApp(deps, { clientId }, stranger),
      () => addSecret(deps, { clientId }, stranger),
      () => retireSecret(deps, { clientId, secretId: "x", immediately: true }, stranger),
      () => setLogo(deps, { clientId, image: new Uint8Array() }, stranger),
    ];
    for (const attempt of attempts)
      expect(await requestErrorOf(attempt())).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
    const theirs = { state: null, developerAccountId: developer.actor!.accountId, namePrefix: null };
    expect(await requestErrorOf(listApps(deps, { ...theirs, page }, stranger))).toMatchObject({
      reason: "OTHER_ACCOUNT",
    });
    expect((await listApps(deps, { ...{ ...theirs, developerAccountId: null }, page }, stranger)).items).toEqual([]);
  });

  test("a developer cannot review or suspend", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    await submitApp(world.deps, { clientId }, developer);
    const refused = { kind: "permission_denied", reason: "OPERATOR_ONLY" };
    expect(await requestErrorOf(startReview(world.deps, { clientId }, developer))).toEqual(refused);
    expect(await requestErrorOf(suspendApp(world.deps, { clientId, ...REASON }, developer))).toEqual(refused);
  });

  test("an operator reads every app and cannot change it", async () => {
    const { clientId } = (await createDraft(world, developer)).app;
    const operator = await operatorCall(world);
    expect((await getApp(world.deps, { clientId }, operator)).app.clientId).toBe(clientId);
    const refused = await requestErrorOf(updateApp(world.deps, { clientId, profile: profile(), settings }, operator));
    expect(refused).toEqual({ kind: "permission_denied", reason: "DEVELOPER_ONLY" });
    expect(await requestErrorOf(addSecret(world.deps, { clientId }, operator))).toMatchObject({
      reason: "DEVELOPER_ONLY",
    });
  });

  test("unknown and malformed client ids return NOT_FOUND", async () => {
    for (const clientId of ["", "app_none", "a\0b", "x".repeat(10_000)]) {
      expect(await requestErrorOf(getApp(world.deps, { clientId }, keyCall()))).toMatchObject({ kind: "not_found" });
      expect(await requestErrorOf(submitApp(world.deps, { clientId }, keyCall()))).toMatchObject({
        kind: "not_found",
      });
    }
  });
});
