import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { install } from "../tokens/world.ts";
import {
  changeOf,
  createInstallationWorld,
  type InstallationWorld,
  operatorCall,
  reason,
  sessionsOf,
} from "./fixture.ts";

let world: InstallationWorld;
beforeAll(async () => {
  world = await createInstallationWorld();
});
afterAll(() => world.close());

describe("resumeInstallation", () => {
  test("lifts only the suspension of the same party", async () => {
    const installed = await install(world);
    const { developer, owner } = sessionsOf(installed);
    await suspendInstallation(world.installations, { ...changeOf(installed), ...reason }, operatorCall());
    const another = { kind: "failed_precondition", reason: "SUSPENDED_BY_ANOTHER" };
    expect(await requestErrorOf(resumeInstallation(world.installations, changeOf(installed), owner))).toEqual(another);
    expect(await requestErrorOf(resumeInstallation(world.installations, changeOf(installed), developer))).toEqual(
      another,
    );
    expect((await resumeInstallation(world.installations, changeOf(installed), operatorCall())).state).toBe("ACTIVE");
  });
});
