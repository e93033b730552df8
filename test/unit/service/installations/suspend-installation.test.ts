import { describe, expect, test } from "vitest";
import type { Party } from "../../../../src/model/merchant.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { changeOf, eventsOf, operatorCall, reason, sessionsOf } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { reasonOf } from "../../../support/world/tokens.ts";

const world = useWorld();

describe("suspendInstallation", () => {
  test("T12 the tokens are inactive until resume, and nothing is consumed", async () => {
    const installed = await world.install();
    const { pair, app } = installed;
    const suspended = await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, keyCall());
    expect(suspended).toMatchObject({ state: "SUSPENDED", suspendedBy: ["OPERATOR"], ...reason });
    expect(await world.isActive(pair.accessToken)).toBe(false);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("refresh_installation_suspended");
    const resumed = await resumeInstallation(world.deps, changeOf(installed), keyCall());
    expect(resumed).toMatchObject({ state: "ACTIVE", suspendedBy: [], reasonCode: null, version: 1 });
    expect(await world.isActive(pair.accessToken)).toBe(true);
    expect(await reasonOf(world.refreshWith(app, pair.refreshToken))).toBe("none");
  });

  test("lasts until both parties that suspended have resumed", async () => {
    const installed = await world.install();
    const { owner } = sessionsOf(installed);
    await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, owner);
    const both = await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, operatorCall());
    expect(both.suspendedBy).toEqual(["MERCHANT", "OPERATOR"]);
    expect(await resumeInstallation(world.deps, changeOf(installed), owner)).toMatchObject({
      state: "SUSPENDED",
    });
    expect(await world.isActive(installed.pair.accessToken)).toBe(false);
    expect((await resumeInstallation(world.deps, changeOf(installed), operatorCall())).state).toBe("ACTIVE");
  });

  test.each([
    ["OPERATOR", reason.reasonText, { reason_text: reason.reasonText }],
    ["MERCHANT", "", {}],
  ] as const)(
    "is in the audit log with the reason and the explanation of %s",
    async (party, reasonText, explanation) => {
      const installed = await world.install();
      await suspendInstallation(world.deps, { ...changeOf(installed, party), ...reason, reasonText }, keyCall());
      const read = "select detail from audit_event where installation_id = $1 and action = 'installation.suspend'";
      const { installationId } = changeOf(installed);
      const rows = await world.management.read((_, query) =>
        query({ name: "audit-detail", text: read }, [installationId]),
      );
      expect(rows).toEqual([{ detail: { party, reason: reason.reasonCode, ...explanation } }]);
    },
  );

  test("has no effect the second time", async () => {
    const installed = await world.install();
    await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, keyCall());
    const again = { ...changeOf(installed), reasonCode: "OTHER", reasonText: "" };
    expect((await suspendInstallation(world.deps, again, keyCall())).reasonCode).toBe("CHARGEBACKS");
    expect(await eventsOf(world, installed)).toEqual(["SUSPENDED"]);
  });

  test("requires a reason code", async () => {
    const installed = await world.install();
    const bare = suspendInstallation(world.deps, { ...changeOf(installed), reasonCode: "", reasonText: "" }, keyCall());
    expect(await requestErrorOf(bare)).toEqual({ kind: "invalid_argument", reason: "INVALID" });
  });

  test("keeps the operator's reason while the operator suspends", async () => {
    const installed = await world.install();
    const suspend = (party: Party) =>
      suspendInstallation(world.deps, { ...changeOf(installed, party), ...reason, reasonCode: party }, keyCall());
    const resume = (party: Party) => resumeInstallation(world.deps, changeOf(installed, party), keyCall());
    await suspend("OPERATOR");
    expect(await suspend("APP")).toMatchObject({ reasonCode: "OPERATOR" });
    expect(await resume("APP")).toMatchObject({ suspendedBy: ["OPERATOR"], reasonCode: "OPERATOR" });
    expect(await resume("OPERATOR")).toMatchObject({ state: "ACTIVE", reasonCode: null });
    expect(await eventsOf(world, installed)).toEqual(["SUSPENDED", "RESUMED"]);
  });

  test("appends one event for concurrent suspensions of one party", async () => {
    const installed = await world.install();
    const suspend = () => suspendInstallation(world.deps, { ...changeOf(installed, "MERCHANT"), ...reason }, keyCall());
    await Promise.all([suspend(), suspend()]);
    expect(await eventsOf(world, installed)).toEqual(["SUSPENDED"]);
  });
});
