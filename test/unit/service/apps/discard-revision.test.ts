import { expect, test } from "vitest";
import { discardRevision } from "../../../../src/service/apps/discard-revision.ts";
import { getApp } from "../../../../src/service/apps/get-app.ts";
import { NO_CHANGE } from "../../../../src/service/apps/settings.ts";
import { updateApp } from "../../../../src/service/apps/update-app.ts";
import { createApproved, profile } from "../../../support/world/apps.ts";
import { useAppWorld } from "../../../support/world/fixtures.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const { world, developer } = useAppWorld();

const settings = NO_CHANGE;

test("discarding a pending revision leaves the live app, and its number is not reused", async () => {
  const { clientId } = (await createApproved(world, developer)).app;
  const update = (name: string) => updateApp(world.deps, { clientId, profile: profile({ name }), settings }, developer);
  await update("Second");
  expect((await discardRevision(world.deps, { clientId }, developer)).pending).toBeNull();
  expect(await requestErrorOf(discardRevision(world.deps, { clientId }, developer))).toMatchObject({
    reason: "STATE",
  });
  expect((await update("Third")).pending).toMatchObject({ number: 3, name: "Third" });
  expect((await getApp(world.deps, { clientId }, developer)).app.name).toBe("Parcel Pilot");
});
