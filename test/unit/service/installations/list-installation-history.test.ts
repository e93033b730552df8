import { expect, test } from "vitest";
import { listInstallationHistory } from "../../../../src/service/installations/list-installation-history.ts";
import { removeScopes } from "../../../../src/service/installations/remove-scopes.ts";
import { resumeInstallation } from "../../../../src/service/installations/resume-installation.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  changeOf,
  FIRST_PAGE,
  installOn,
  member,
  operatorCall,
  reason,
  sessionsOf,
} from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import type { Installed } from "../../../support/world/tokens.ts";

const world = useWorld();

const listOf = ({ pair }: Installed, call = keyCall(), page = FIRST_PAGE) =>
  listInstallationHistory(world.deps, { installationId: pair.installationId, page }, call);

const setName = (accountId: string, name: string) =>
  world.sql.query("update account set name = $2 where id = $1", [accountId, name]);

/** An app that requires only `orders.read`, installed with `orders.write` too. */
async function install(): Promise<Installed> {
  const app = await world.app({ scopes: ["orders.read", "orders.write"] });
  await world.sql.query(
    `update app set scopes = '[{"name": "orders.read", "reason": "r", "required": true}, {"name": "orders.write", "reason": "r", "required": false}]'
     where client_id = $1`,
    [app.clientId],
  );
  return installOn(world, app);
}

test("has what happened with parties and reasons, the members who acted, and the changes of the scopes", async () => {
  const installed = await install();
  const { app, merchant, pair } = installed;
  const { owner, developer } = sessionsOf(installed);
  await setName(merchant.ownerId, "Mia Owner");
  const manager = await member(world, merchant.id, "MANAGER");
  await setName(manager, "Max Manager");
  await removeScopes(world.deps, { installationId: pair.installationId, scopes: ["orders.write"] }, callOf(manager));
  await installOn(world, app, merchant);
  await suspendInstallation(world.deps, { ...changeOf(installed, "APP"), ...reason }, developer);
  await resumeInstallation(world.deps, changeOf(installed, "APP"), developer);
  await suspendInstallation(world.deps, { ...changeOf(installed, "OPERATOR"), ...reason }, keyCall());
  const why = { reasonCode: "ABUSE", reasonText: "Far too many calls." };
  await uninstall(world.deps, { ...changeOf(installed, "MERCHANT"), ...why }, owner);
  const { items, nextPageToken } = await listOf(installed, owner);
  expect(nextPageToken).toBe("");
  const listed = items.map((one) => [one.action, one.party, one.accountName, one.addedScopes, one.removedScopes]);
  const consenting = items.at(-1)!.accountName;
  expect(listed).toEqual([
    ["installation.uninstall", "MERCHANT", "Mia Owner", [], []],
    ["installation.suspend", "OPERATOR", null, [], []],
    ["installation.resume", "APP", null, [], []],
    ["installation.suspend", "APP", null, [], []],
    ["token.exchange", null, consenting, ["orders.write"], []],
    ["installation.remove_scopes", "MERCHANT", "Max Manager", [], ["orders.write"]],
    ["token.exchange", null, "Mia Owner", [], []],
  ]);
  expect(items[0]).toMatchObject(why);
  expect(items.at(-1)).toMatchObject({ installed: true, scopes: ["orders.read", "orders.write"] });
  expect(JSON.stringify(items)).not.toContain("192.0.2");
});

test("leaves out the explanation that an operator wrote for the app's team", async () => {
  const installed = await install();
  const why = { reasonCode: "ABUSE", reasonText: "Far too many calls." };
  await uninstall(world.deps, { ...changeOf(installed, "OPERATOR"), ...why }, keyCall());
  const { items } = await listOf(installed, sessionsOf(installed).owner);
  expect(items[0]).toMatchObject({ party: "OPERATOR", reasonCode: "ABUSE", reasonText: null });
});

test("does not name an account that is no longer a member", async () => {
  const installed = await install();
  const { merchant } = installed;
  const left = await member(world, merchant.id, "MANAGER");
  await setName(left, "Lea Left");
  await suspendInstallation(world.deps, { ...changeOf(installed, "MERCHANT"), ...reason }, callOf(left));
  const newest = async () => (await listOf(installed)).items[0];
  expect(await newest()).toMatchObject({ accountId: left, accountName: "Lea Left" });
  await world.sql.query("delete from membership where account_id = $1", [left]);
  expect(await newest()).toMatchObject({ party: "MERCHANT", accountId: null, accountName: null });
});

test("leaves out what apps do with tokens, and continues on the next page", async () => {
  const installed = await install();
  const { installationId } = installed.pair;
  await world.sql.query(
    `insert into audit_event (action, caller_name, installation_id, request_id, detail)
     select 'token.reuse', 'platform', $1, 'r', '{}' from generate_series(1, 250) n`,
    [installationId],
  );
  for (const party of ["MERCHANT", "OPERATOR", "APP"] as const)
    await suspendInstallation(world.deps, { ...changeOf(installed, party), ...reason }, keyCall());
  const actions: string[] = [];
  let pageToken = "";
  do {
    const page = await listOf(installed, keyCall(), { pageSize: 2, pageToken });
    expect(page.items.length).toBeLessThanOrEqual(2);
    actions.push(...page.items.map(({ action }) => action));
    pageToken = page.nextPageToken;
  } while (pageToken !== "");
  expect(actions).toEqual([...Array(3).fill("installation.suspend"), "token.exchange"]);
  const forged = { pageSize: 2, pageToken: "x" };
  expect(await requestErrorOf(listOf(installed, keyCall(), forged))).toMatchObject({ reason: "PAGE_TOKEN" });
});

test("is for members of the merchant and operators, not for the app's team and members of other merchants", async () => {
  const installed = await install();
  const { merchant } = installed;
  const missing = { kind: "not_found", reason: "NOT_FOUND" };
  const other = await world.merchant();
  for (const call of [sessionsOf(installed).developer, callOf(other.ownerId), callOf(await world.account())])
    expect(await requestErrorOf(listOf(installed, call))).toEqual(missing);
  const staff = callOf(await member(world, merchant.id, "MEMBER"));
  for (const call of [staff, sessionsOf(installed).owner, operatorCall()])
    expect((await listOf(installed, call)).items).toHaveLength(1);
  const unknown = { installationId: "018f0000-0000-7000-8000-0000000000ff", page: FIRST_PAGE };
  expect(await requestErrorOf(listInstallationHistory(world.deps, unknown, staff))).toEqual(missing);
});
