import { describe, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { member } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();

describe("getInstallation", () => {
  test("returns the installation and its names to every party, and the connecting account to all but the developer", async () => {
    const { app, merchant, pair } = await world.install();
    const shown = {
      installationId: pair.installationId,
      version: 1,
      state: "ACTIVE",
      clientId: app.clientId,
      appName: "App",
      merchantId: merchant.id,
      merchantName: "Shop",
      test: false,
      grantedScopes: ["orders.read", "orders.write"],
      connectedByAccountId: merchant.ownerId,
      connectedByName: "Ada",
      endedAt: null,
    };
    const staff = callOf(await member(world, merchant.id, "MEMBER"));
    const operator = callOf(await world.account(), { operator: true });
    for (const call of [keyCall(), staff, operator]) {
      expect(await getInstallation(world.deps, { installationId: pair.installationId }, call)).toMatchObject(shown);
    }
    const developer = callOf(app.developerId, { developer: true });
    const theirs = await getInstallation(world.deps, { installationId: pair.installationId }, developer);
    expect(theirs).toMatchObject({ ...shown, connectedByAccountId: null, connectedByName: null });
  });

  test("returns NOT_FOUND for an unknown id", async () => {
    for (const id of ["", "x", "018f0000-0000-7000-8000-000000000009"]) {
      expect(await requestErrorOf(getInstallation(world.deps, { installationId: id }, keyCall()))).toEqual({
        kind: "not_found",
        reason: "NOT_FOUND",
      });
    }
  });
});
