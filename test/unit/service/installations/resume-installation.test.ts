import { describe, expect, test } from "vitest";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { changeOf, operatorCall, reason, sessionsOf } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";

const world = useWorld();

describe("resumeInstallation", () => {
  test("lifts only the suspension of the same party", async () => {
    const installed = await world.install();
    const { developer, owner } = sessionsOf(installed);
    await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, operatorCall());
    const another = { kind: "failed_precondition", reason: "SUSPENDED_BY_ANOTHER" };
    expect(await requestErrorOf(resumeInstallation(world.deps, changeOf(installed), owner))).toEqual(another);
    expect(await requestErrorOf(resumeInstallation(world.deps, changeOf(installed), developer))).toEqual(another);
    expect((await resumeInstallation(world.deps, changeOf(installed), operatorCall())).state).toBe("ACTIVE");
  });
});
