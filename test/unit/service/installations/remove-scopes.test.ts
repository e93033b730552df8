import { describe, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { removeScopes } from "../../../../src/service/installations/remove-scopes.ts";
import { suspendInstallation } from "../../../../src/service/installations/suspend-installation.ts";
import { uninstall } from "../../../../src/service/installations/uninstall.ts";
import { callOf, keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import {
  changeOf,
  eventsOf,
  installOn,
  member,
  operatorCall,
  reason,
  sessionsOf,
} from "../../../support/world/installations.ts";
import { requestErrorOf } from "../../../support/world/rejections.ts";
import { type Installed, reasonOf } from "../../../support/world/tokens.ts";
import { outboxOf } from "../../../support/world/world.ts";

const world = useWorld();

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

const removal = ({ pair }: Installed, ...scopes: string[]) => ({ installationId: pair.installationId, scopes });
const writeOf = (installed: Installed) => removal(installed, "orders.write");

describe("removeScopes", () => {
  test("RFC 7662 §2.2 tokens that were issued before lose the scope at once", async () => {
    const installed = await install();
    const { owner } = sessionsOf(installed);
    expect(await world.look(installed.pair.accessToken)).toMatchObject({ scopes: ["orders.read", "orders.write"] });
    const { view, removed } = await removeScopes(world.deps, writeOf(installed), owner);
    expect(removed).toEqual(["orders.write"]);
    expect(view).toMatchObject({ state: "ACTIVE", grantedScopes: ["orders.read"], declinedScopes: ["orders.write"] });
    expect(view.removableScopes).toEqual([]);
    expect(await world.look(installed.pair.accessToken)).toMatchObject({ active: true, scopes: ["orders.read"] });
  });

  test("RFC 6749 §6 a refresh gets the remaining scopes, also if the app repeats the removed one", async () => {
    const installed = await install();
    await removeScopes(world.deps, writeOf(installed), sessionsOf(installed).owner);
    const next = await world.refreshWith(installed.app, installed.pair.refreshToken);
    expect(next.scopes).toEqual(["orders.read"]);
    expect(await world.look(next.accessToken)).toMatchObject({ scopes: ["orders.read"] });
    const scopes = ["orders.read", "orders.write"];
    expect((await world.refreshWith(installed.app, next.refreshToken, scopes)).scopes).toEqual(["orders.read"]);
  });

  test("a refresh that rotates at the same time never keeps the scope", async () => {
    const installed = await install();
    const [next] = await Promise.all([
      world.refreshWith(installed.app, installed.pair.refreshToken),
      removeScopes(world.deps, writeOf(installed), sessionsOf(installed).owner),
    ]);
    expect(await world.look(next.accessToken)).toMatchObject({ active: true, scopes: ["orders.read"] });
    expect((await world.refreshWith(installed.app, next.refreshToken)).scopes).toEqual(["orders.read"]);
  });

  test("a code issued before cannot grant the scope again, a later consent can", async () => {
    const installed = await install();
    const { app, merchant } = installed;
    const early = await world.issueCode({ app, merchant });
    await removeScopes(world.deps, writeOf(installed), sessionsOf(installed).owner);
    expect(await reasonOf(world.exchangeCode(app, { code: early }))).toBe("code_scopes_removed");
    expect(await world.look(installed.pair.accessToken)).toMatchObject({ scopes: ["orders.read"] });
    const pair = await world.exchangeCode(app, { code: await world.issueCode({ app, merchant }) });
    expect(pair.scopes).toEqual(["orders.read", "orders.write"]);
  });

  test("publishes one event to each feed and one audit event, and a repeated call none", async () => {
    const installed = await install();
    const { owner } = sessionsOf(installed);
    const { changedAt } = (await removeScopes(world.deps, writeOf(installed), owner)).view;
    const repeated = await removeScopes(world.deps, writeOf(installed), owner);
    expect(repeated).toMatchObject({ removed: [], view: { changedAt } });
    expect(await eventsOf(world, installed)).toEqual(["SCOPES_REDUCED"]);
    expect(await outboxOf(world, installed.pair.installationId)).toMatchObject([
      { type: "installation.created" },
      { type: "installation.scopes_changed", version: 1, scopes: ["orders.read"] },
    ]);
    const { rows } = await world.sql.query(
      "select * from audit_event where action = 'installation.remove_scopes' and installation_id = $1",
      [installed.pair.installationId],
    );
    const detail = { party: "MERCHANT", removed: ["orders.write"], scopes: ["orders.read"] };
    expect(rows).toMatchObject([{ actor_id: owner.actor!.accountId, merchant_id: installed.merchant.id, detail }]);
  });

  test("is for owners and managers of the merchant, and for service keys", async () => {
    const installed = await install();
    const { id } = installed.merchant;
    const party = { kind: "permission_denied", reason: "PARTY" };
    const attempt = (call: Parameters<typeof removeScopes>[2]) =>
      requestErrorOf(removeScopes(world.deps, writeOf(installed), call));
    expect(await attempt(callOf(await member(world, id, "MEMBER")))).toMatchObject(party);
    expect(await attempt(sessionsOf(installed).developer)).toMatchObject(party);
    expect(await attempt(operatorCall())).toMatchObject(party);
    expect(await attempt(callOf(await world.account()))).toMatchObject({ reason: "NOT_FOUND" });
    expect(await eventsOf(world, installed)).toEqual([]);
    const manager = callOf(await member(world, id, "MANAGER"));
    const removal = { removed: ["orders.write"], view: { grantedScopes: ["orders.read"] } };
    expect(await removeScopes(world.deps, writeOf(installed), manager)).toMatchObject(removal);
    const another = await install();
    expect(await removeScopes(world.deps, writeOf(another), keyCall())).toMatchObject(removal);
  });

  test("a required scope, the last scope and an uninstalled app are refused", async () => {
    const installed = await install();
    const { owner } = sessionsOf(installed);
    const attempt = (...scopes: string[]) =>
      requestErrorOf(removeScopes(world.deps, removal(installed, ...scopes), owner));
    const { installationId } = installed.pair;
    expect(await getInstallation(world.deps, { installationId }, owner)).toMatchObject({
      removableScopes: ["orders.write"],
    });
    expect(await attempt("orders.read")).toEqual({ kind: "failed_precondition", reason: "SCOPE_REQUIRED" });
    expect(await attempt()).toMatchObject({ kind: "invalid_argument", reason: "INVALID" });
    const allOptional = "update app set scopes = replace(scopes::text, 'true', 'false')::jsonb where client_id = $1";
    await world.sql.query(allOptional, [installed.app.clientId]);
    expect(await attempt("orders.read", "orders.write")).toMatchObject({ reason: "LAST_SCOPE" });
    const onlyWrite = `update app set registered_scopes = '{orders.write}',
      scopes = '[{"name": "orders.write", "reason": "r", "required": false}]' where client_id = $1`;
    await world.sql.query(onlyWrite, [installed.app.clientId]);
    expect(await attempt("orders.write")).toMatchObject({ reason: "LAST_SCOPE" });
    expect(await getInstallation(world.deps, { installationId }, owner)).toMatchObject({
      removableScopes: ["orders.read"],
    });
    await uninstall(world.deps, changeOf(installed), owner);
    expect(await attempt("orders.write")).toMatchObject({ reason: "NOT_INSTALLED" });
    expect(await getInstallation(world.deps, { installationId }, owner)).toMatchObject({ removableScopes: [] });
  });

  test("a paused app loses the scope too, and stays paused", async () => {
    const installed = await install();
    const { owner } = sessionsOf(installed);
    await suspendInstallation(world.deps, { ...changeOf(installed), ...reason }, owner);
    expect((await removeScopes(world.deps, writeOf(installed), owner)).view).toMatchObject({
      state: "SUSPENDED",
      grantedScopes: ["orders.read"],
    });
  });
});
