import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { changeOf, operatorCall, reason, sessionsOf } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { createWorld, type World } from "../../../support/world/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

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
