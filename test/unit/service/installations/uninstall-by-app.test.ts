import { describe, expect, test } from "vitest";
import { getInstallation } from "../../../../src/service/installations/get-installation.ts";
import { uninstallByApp } from "../../../../src/service/installations/uninstall-by-app.ts";
import { keyCall } from "../../../support/world/calls.ts";
import { useWorld } from "../../../support/world/fixtures.ts";
import { eventsOf } from "../../../support/world/installations.ts";
import { createCall, type Installed, reasonOf } from "../../../support/world/tokens.ts";

const world = useWorld();

describe("uninstallByApp", () => {
  const byApp = (installed: Installed, changes = {}) =>
    uninstallByApp(
      world.deps,
      { credentials: installed.app.credentials, merchantId: installed.merchant.id, ...changes },
      createCall(),
    );

  test("uninstalls by the app's credentials", async () => {
    const installed = await world.install();
    await byApp(installed);
    expect(await world.isActive(installed.pair.accessToken)).toBe(false);
    const audit = await world.sql.query(
      "select * from audit_event where action = 'installation.uninstall' and client_id = $1",
      [installed.app.clientId],
    );
    expect(audit.rows).toMatchObject([
      { actor_id: null, actor_client_id: installed.app.clientId, detail: { party: "APP", version: 1 } },
    ]);
  });

  test("has no effect without an installation or merchant", async () => {
    const installed = await world.install();
    await byApp(installed);
    await byApp(installed);
    await byApp(installed, { merchantId: (await world.merchant()).id });
    await byApp(installed, { merchantId: "no merchant\0" });
    expect(await eventsOf(world, installed)).toEqual(["REVOKED"]);
  });

  test("L1 authenticates the app before reading the request", async () => {
    const installed = await world.install();
    const other = await world.app();
    const foreign = { clientId: installed.app.clientId, proof: other.credentials.proof };
    expect(await reasonOf(byApp(installed, { credentials: foreign }))).toBe("client_secret_wrong");
    expect(await reasonOf(byApp(installed, { credentials: foreign, merchantId: "" }))).toBe("client_secret_wrong");
    expect(await reasonOf(byApp(installed, { merchantId: "" }))).toBe("merchant_id_missing");
    expect(await world.isActive(installed.pair.accessToken)).toBe(true);
  });

  test("S4 rejects a public app", async () => {
    const installed = await world.install();
    await world.sql.query("update app set confidential = false where id = $1", [installed.app.id]);
    const credentials = { clientId: installed.app.clientId, proof: { kind: "public" } } as const;
    expect(await reasonOf(byApp(installed, { credentials }))).toBe("uninstall_unproven");
    expect(await reasonOf(byApp(installed, { credentials, merchantId: "" }))).toBe("uninstall_unproven");
    expect(await world.isActive(installed.pair.accessToken)).toBe(true);
  });

  test("S4 leaves other apps on the same merchant installed", async () => {
    const installed = await world.install();
    const other = await world.app();
    await byApp(installed, { credentials: other.credentials });
    expect(await world.isActive(installed.pair.accessToken)).toBe(true);
  });

  test("works for a suspended app and on a suspended merchant", async () => {
    const installed = await world.install();
    await world.sql.query("update merchant set state = 'SUSPENDED' where id = $1", [installed.merchant.id]);
    await world.sql.query("update app set state = 'SUSPENDED' where id = $1", [installed.app.id]);
    await byApp(installed);
    expect(
      (await getInstallation(world.deps, { installationId: installed.pair.installationId }, keyCall())).state,
    ).toBe("UNINSTALLED");
  });

  test("revokes unused codes", async () => {
    const installed = await world.install();
    const code = await world.issueCode(installed);
    await byApp(installed);
    expect(await reasonOf(world.exchangeCode(installed.app, { code }))).not.toBe("none");
    expect(
      await world.count("installation", "id = $1 and state = 'UNINSTALLED'", [installed.pair.installationId]),
    ).toBe(1);
  });
});
