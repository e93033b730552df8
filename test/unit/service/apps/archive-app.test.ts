import { describe, expect, test } from "vitest";
import { addSecret } from "../../../../src/service/apps/add-secret.ts";
import { archiveApp } from "../../../../src/service/apps/archive-app.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { resumeApp } from "../../../../src/service/apps/resume-app.ts";
import { setLogo } from "../../../../src/service/apps/set-logo.ts";
import { submitApp } from "../../../../src/service/apps/submit-app.ts";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { listInstallations } from "../../../../src/service/installations/list-installations.ts";
import { operatorCall } from "../../../support/world/accounts.ts";
import { createApproved, eventsOf, revise } from "../../../support/world/apps.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { perFile, useAppWorld, useWorld } from "../../../support/world/fixtures.ts";
import { EVERYTHING, FIRST_PAGE, installOn } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();

const changedSince = async (changedSince: number) =>
  (await listInstallations(world.deps, { ...EVERYTHING, changedSince, page: FIRST_PAGE }, keyCall())).items;

test("uninstalls the app everywhere, visible in lists with changed_since", async () => {
  const app = await world.app();
  const [one, two] = [await installOn(world, app), await installOn(world, app)];
  const { changedAt } = await getInstallation(world.deps, { installationId: two.pair.installationId }, keyCall());
  await archiveApp(world.deps, { clientId: app.clientId }, keyCall());
  expect(await world.isActive(one.pair.accessToken)).toBe(false);
  const changed = await changedSince(changedAt + 1);
  expect(new Set(changed.map(({ installationId }) => installationId))).toEqual(
    new Set([one.pair.installationId, two.pair.installationId]),
  );
  expect(changed.every(({ state, endedAt }) => state === "UNINSTALLED" && endedAt !== null)).toBe(true);
  expect((await getApp(world.deps, { clientId: app.clientId }, keyCall())).installationCount).toBe(0);
});

const { world: fixture, developer } = useAppWorld();
const operator = perFile(() => operatorCall(fixture));

describe("archiveApp", () => {
  test("is final: one mark, one event, no secrets and no revision", async () => {
    const { clientId } = (await createApproved(fixture, developer)).app;
    await revise(fixture, clientId, developer, { name: "Never" });
    const archived = await archiveApp(fixture.deps, { clientId }, developer);
    expect(archived).toMatchObject({ app: { state: "ARCHIVED" }, pending: null, secrets: [] });
    expect(await eventsOf(fixture, clientId)).toEqual(["APP REVOKED"]);
    const { app } = (await fixture.deps.apps.find(clientId))!;
    const marks = await fixture.management.read((_, query) =>
      query({ name: "marks", text: "select kind from not_before_mark where subject_id = $1" }, [app.id]),
    );
    expect(marks).toEqual([{ kind: "APP" }]);
    const { deps } = fixture;
    const attempts = [
      () => archiveApp(deps, { clientId }, keyCall()),
      () => submitApp(deps, { clientId }, developer),
      () => resumeApp(deps, { clientId }, operator),
      () => addSecret(deps, { clientId }, developer),
      () => revise(fixture, clientId, developer, { name: "Back" }),
      () => setLogo(deps, { clientId, image: new Uint8Array() }, developer),
    ];
    for (const attempt of attempts) expect(await requestErrorOf(attempt())).toMatchObject({ reason: "STATE" });
  });
});
