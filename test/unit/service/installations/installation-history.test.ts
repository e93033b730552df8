import { expect, test } from "vitest";
import { getInstallationWithHistory } from "../../../../src/service/installations/get-installation.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { installOn, member, operatorCall, reason } from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import type { Installed } from "../../../support/world/tokens.ts";

const world = useWorld();

async function historyOf({ pair }: Installed, call = keyCall(), includeHistory = true) {
  const request = { installationId: pair.installationId, includeHistory };
  return (await getInstallationWithHistory(world.deps, request, call)).history;
}

test("the history has what happened, newest first, with parties, reasons, scopes and versions", async () => {
  const installed = await world.install();
  const { app, merchant, pair } = installed;
  const { installationId } = pair;
  const scopes = ["orders.read", "orders.write"];
  await suspendInstallation(world.deps, { installationId, party: "MERCHANT", ...reason }, keyCall());
  await resumeInstallation(world.deps, { installationId, party: "MERCHANT" }, keyCall());
  await installOn(world, app, merchant);
  await uninstall(world.deps, { installationId, party: "MERCHANT" }, keyCall());
  await installOn(world, app, merchant);
  const why = { reasonCode: "ABUSE", reasonText: "Far too many calls." };
  await uninstall(world.deps, { installationId, party: "OPERATOR", ...why }, keyCall());
  const none = { party: null, reasonCode: null, reasonText: null, scopes: [], version: null, installed: false };
  expect((await historyOf(installed)).map(({ at: _, ...rest }) => rest)).toEqual([
    { ...none, ...why, action: "installation.uninstall", party: "OPERATOR", version: 2 },
    { ...none, action: "token.exchange", installed: true, scopes, version: 2 },
    { ...none, action: "installation.uninstall", party: "MERCHANT", version: 1 },
    { ...none, action: "token.exchange", scopes, version: 1 },
    { ...none, action: "installation.resume", party: "MERCHANT" },
    { ...none, action: "installation.suspend", party: "MERCHANT", reasonCode: reason.reasonCode },
    { ...none, action: "token.exchange", installed: true, scopes, version: 1 },
  ]);
});

test("an uninstall needs no reason, but its text needs a code", async () => {
  const { pair } = await world.install();
  const request = { installationId: pair.installationId, party: "OPERATOR" } as const;
  const refused = { kind: "invalid_argument", reason: "INVALID" };
  for (const why of [{ reasonText: "Far too many calls." }, { reasonCode: "not a code" }])
    expect(await requestErrorOf(uninstall(world.deps, { ...request, ...why }, keyCall()))).toMatchObject(refused);
  expect((await uninstall(world.deps, request, keyCall())).state).toBe("UNINSTALLED");
});

test("the history has no other actions, at most 20 events, and is empty without a request", async () => {
  const installed = await world.install();
  await world.sql.query(
    `insert into audit_event (action, caller_name, installation_id, request_id, address, detail)
     select case when n % 2 = 0 then 'token.reuse' else 'token.retry_elsewhere' end, 'platform', $1, 'r', '192.0.2.9',
       '{"first_address": "192.0.2.10"}' from generate_series(1, 60) n`,
    [installed.pair.installationId],
  );
  const history = await historyOf(installed);
  expect(history).toHaveLength(20);
  expect(new Set(history.map(({ action }) => action))).toEqual(new Set(["token.reuse"]));
  expect(JSON.stringify(history)).not.toContain("192.0.2");
  expect(await historyOf(installed, keyCall(), false)).toEqual([]);
});

test("the app's developer and operators see the history, members of the merchant do not", async () => {
  const installed = await world.install();
  const { app, merchant } = installed;
  for (const call of [callOf(app.developerId, { developer: true }), operatorCall()])
    expect(await historyOf(installed, call)).toHaveLength(1);
  for (const call of [callOf(merchant.ownerId), callOf(await member(world, merchant.id, "MEMBER"))])
    expect(await historyOf(installed, call)).toEqual([]);
});
