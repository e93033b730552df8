import { describe, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { changeOf, member, reason, sessionsOf } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();

describe("access to an installation", () => {
  test("a session acts for the party of its account", async () => {
    const installed = await world.install();
    const { developer, owner } = sessionsOf(installed);
    const byApp = await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, developer);
    expect(byApp.suspendedBy).toEqual(["APP"]);
    const byOwner = await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, owner);
    expect(byOwner.suspendedBy).toEqual(["APP", "MERCHANT"]);
  });

  test("an account of several parties must name one", async () => {
    const installed = await world.install();
    const both = callOf(installed.merchant.ownerId, { operator: true });
    const unnamed = suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, both);
    expect(await requestErrorOf(unnamed)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
    const named = await suspendInstallation(world.deps, { ...changeOf(installed, "MERCHANT"), ...reason }, both);
    expect(named.suspendedBy).toEqual(["MERCHANT"]);
  });

  test("S4 other parties are refused, and other accounts get NOT_FOUND", async () => {
    const installed = await world.install();
    const { developer } = sessionsOf(installed);
    const asOperator = suspendInstallation(world.deps, { ...changeOf(installed, "OPERATOR"), ...reason }, developer);
    expect(await requestErrorOf(asOperator)).toEqual({ kind: "permission_denied", reason: "PARTY" });
    const staff = callOf(await member(world, installed.merchant.id, "MEMBER"));
    expect(await requestErrorOf(uninstall(world.deps, changeOf(installed), staff))).toMatchObject({
      reason: "PARTY",
    });
    const stranger = callOf(await world.account(), { developer: true });
    const attempts = [
      () => getInstallation(world.deps, { installationId: installed.pair.installationId }, stranger),
      () => suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, stranger),
      () => resumeInstallation(world.deps, changeOf(installed), stranger),
      () => uninstall(world.deps, changeOf(installed, "MERCHANT"), stranger),
    ];
    for (const attempt of attempts)
      expect(await requestErrorOf(attempt())).toEqual({ kind: "not_found", reason: "NOT_FOUND" });
    expect(await world.isActive(installed.pair.accessToken)).toBe(true);
  });
});
