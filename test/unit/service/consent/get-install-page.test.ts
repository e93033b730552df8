import { expect, test } from "vitest";
import { getAccount } from "../../../../src/service/accounts/get-account.ts";
import { getInstallPage } from "../../../../src/service/consent/get-install-page.ts";
import { startInstall } from "../../../../src/service/consent/start-install.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { page, platform } from "../../../support/world/calls.ts";
import { addApp, installApp } from "../../../support/world/consent.ts";
import { useShopWorld } from "../../../support/world/fixtures.ts";
import { ISSUER } from "../../../support/world/world.ts";

const { world, developer, owner, shop } = useShopWorld();

test("shows an approved app with all its scopes and the account's merchants; without a session no merchants", async () => {
  const clientId = await addApp(world, developer, { launchUrl: "https://labels.example/start?from=platform" });
  expect(await getInstallPage(world.deps, { clientId }, owner.call)).toMatchObject({
    app: { clientId, state: "APPROVED", createdAt: expect.any(Number) },
    scopes: [{ name: "orders:read" }, { name: "orders:write" }],
    merchants: [{ merchantId: shop.merchantId }],
    start: "LAUNCH_URL",
    launchOrigin: "https://labels.example",
  });
  expect(await getInstallPage(world.deps, { clientId }, page)).toMatchObject({
    app: { clientId },
    merchants: [],
  });
});

test("marks a merchant whose connection to the app has expired, until the tokens are new or the app is uninstalled", async () => {
  const clientId = await addApp(world, developer);
  await installApp(world, clientId, shop.merchantId, ["orders:read"]);
  const shown = async () => (await getInstallPage(world.deps, { clientId }, owner.call)).merchants[0]!;
  const expired = async () => (await shown()).expired;
  const set = (assignments: string) =>
    world.rows(`update installation set ${assignments} where merchant_id = $1`, [shop.merchantId]);
  expect(await expired()).toBe(false);
  await set("tokens_expire_at = now() + interval '1 hour'");
  expect(await expired()).toBe(false);
  await set("tokens_expire_at = now() - interval '1 second'");
  expect(await shown()).toMatchObject({ expired: true, revoked: false });
  await set("tokens_revoked_at = tokens_expire_at");
  expect(await shown()).toMatchObject({ expired: true, revoked: true });
  await set("state = 'UNINSTALLED'");
  expect(await expired()).toBe(false);
});

test("names the parties that have suspended the app for a merchant, also after an uninstall", async () => {
  const clientId = await addApp(world, developer);
  await installApp(world, clientId, shop.merchantId, ["orders:read"]);
  const suspendedBy = async () =>
    (await getInstallPage(world.deps, { clientId }, owner.call)).merchants[0]!.suspendedBy;
  const set = (state: string, parties: string[]) =>
    world.rows("update installation set state = $2, suspended_by = $3 where merchant_id = $1", [
      shop.merchantId,
      state,
      parties,
    ]);
  expect(await suspendedBy()).toEqual([]);
  await set("SUSPENDED", ["MERCHANT", "OPERATOR"]);
  expect(await suspendedBy()).toEqual(["MERCHANT", "OPERATOR"]);
  await set("UNINSTALLED", ["OPERATOR"]);
  expect(await suspendedBy()).toEqual(["OPERATOR"]);
});

test("sorts merchants as the account's memberships are sorted, names with emoji and accents included", async () => {
  const account = await addAccount(world);
  for (const name of ["zebra", "Ärzte", "😀 Shop", "Bakery", "🎉 Party"])
    await world.rows("update merchant set name = $2 where id = $1", [
      (await addMerchant(world, account)).merchantId,
      name,
    ]);
  const clientId = await addApp(world, developer);
  const { merchants } = await getInstallPage(world.deps, { clientId }, account.call);
  const { memberships } = await getAccount(world.deps, { accountId: account.accountId, email: null }, platform);
  expect(merchants.map(({ name }) => name)).toEqual(memberships.map(({ merchantName }) => merchantName));
  expect(merchants).toHaveLength(5);
});

test.each(["DRAFT", "SUBMITTED", "IN_REVIEW", "CHANGES_REQUESTED", "REJECTED", "ARCHIVED"] as const)(
  "an app that is %s is NOT_FOUND, also for its developer",
  async (state) => {
    const clientId = await addApp(world, developer, { state, launchUrl: "https://labels.example/" });
    await expect(getInstallPage(world.deps, { clientId }, page)).rejects.toMatchObject({
      kind: "not_found",
      reason: "APP_NOT_FOUND",
    });
    for (const { call } of [owner, developer]) {
      await expect(getInstallPage(world.deps, { clientId }, call)).rejects.toMatchObject({ kind: "not_found" });
      await expect(startInstall(world.deps, { clientId, merchantId: null }, call)).rejects.toMatchObject({
        kind: "not_found",
      });
    }
  },
);

test("a SUSPENDED app is NOT_FOUND with the reason APP_SUSPENDED and its public names", async () => {
  const clientId = await addApp(world, developer, { state: "SUSPENDED" });
  const refusal = {
    kind: "not_found",
    reason: "APP_SUSPENDED",
    message: "The app is suspended.",
    metadata: { app_name: expect.any(String) },
  };
  for (const call of [page, owner.call, developer.call])
    await expect(getInstallPage(world.deps, { clientId }, call)).rejects.toMatchObject(refusal);
  for (const { call } of [owner, developer])
    await expect(startInstall(world.deps, { clientId, merchantId: null }, call)).rejects.toMatchObject(refusal);
});

test.each(["", "app_nobody", "\0", "x".repeat(300)])("an unknown client_id is NOT_FOUND: %j", async (clientId) => {
  await expect(getInstallPage(world.deps, { clientId }, owner.call)).rejects.toMatchObject({
    kind: "not_found",
    reason: "APP_NOT_FOUND",
  });
});

test.each([
  ["opted in", { platformStart: true }, "PLATFORM", ISSUER],
  ["did not", {}, "AT_APP", null],
  ["opted in but needs PKCE", { platformStart: true, pkceRequired: true }, "AT_APP", null],
  ["opted in but is public", { platformStart: true, confidential: false }, "AT_APP", null],
  ["opted in but has no redirect URI", { platformStart: true, redirectUris: [] }, "AT_APP", null],
  ["opted in but has no scope that works", { platformStart: true, registeredScopes: [] }, "AT_APP", null],
] as const)("the start of an app without launch URL that %s", async (_name, given, start, launchOrigin) => {
  const clientId = await addApp(world, developer, given);
  expect(await getInstallPage(world.deps, { clientId }, owner.call)).toMatchObject({ start, launchOrigin });
  const starting = startInstall(world.deps, { clientId, merchantId: null }, owner.call);
  if (start === "AT_APP")
    await expect(starting).rejects.toMatchObject({ kind: "failed_precondition", reason: "START_AT_APP" });
  else await starting;
});
