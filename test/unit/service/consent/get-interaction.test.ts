import { describe, expect, test } from "vitest";
import { resolveSession } from "../../../../src/service/accounts/resolve-session.ts";
import { suspendMerchant } from "../../../../src/service/accounts/suspend-merchant.ts";
import { upsertMembership } from "../../../../src/service/accounts/upsert-membership.ts";
import { getInteraction } from "../../../../src/service/consent/get-interaction.ts";
import { startAuthorization } from "../../../../src/service/consent/start-authorization.ts";
import { startInstall } from "../../../../src/service/consent/start-install.ts";
import { addAccount, addMerchant } from "../../../support/world/accounts.ts";
import { byKey, page, platform } from "../../../support/world/calls.ts";
import {
  addApp,
  authorizeRequest,
  getPage,
  installApp,
  parametersOf,
  startInteraction,
} from "../../../support/world/consent.ts";
import { useShopWorld } from "../../../support/world/fixtures.ts";
import { signIn } from "../../../support/world/sign-in.ts";

const { world, developer, owner, shop } = useShopWorld();

describe("the page", () => {
  test("shows the app and the scopes with the catalogue's texts and the app's reasons", async () => {
    const clientId = await addApp(world, developer);
    const view = await getPage(
      world,
      await startInteraction(world, authorizeRequest(clientId), owner.call),
      owner.call,
    );
    expect(view).toMatchObject({
      app: { clientId, name: "Labels", purpose: "Prints labels", developerName: "Someone", state: "APPROVED" },
      requestedScopes: ["orders:read", "orders:write"],
      requiredScopes: ["orders:read"],
      grantedScopes: [],
      preselectedMerchantId: null,
      consentForbidden: false,
      startedByInstall: false,
      redirectOrigin: `https://app${clientId.slice(4)}.example`,
      merchants: [{ merchantId: shop.merchantId, test: false, grantedScopes: [] }],
    });
    expect(view.scopes).toEqual([
      {
        name: "orders:read",
        title: "See orders",
        description: "All of them",
        sensitivity: "NORMAL",
        reason: "To print labels",
        required: true,
      },
      {
        name: "orders:write",
        title: "Change orders",
        description: "",
        sensitivity: "SENSITIVE",
        reason: "To mark them sent",
        required: false,
      },
    ]);
  });

  test("C9 offers exactly the active merchants for which the account may consent", async () => {
    const clientId = await addApp(world, developer);
    const second = await addMerchant(world, owner);
    const suspended = await addMerchant(world, owner);
    await suspendMerchant(
      world.deps,
      { merchantId: suspended.merchantId, reasonCode: "x", reasonText: null },
      platform,
    );
    const member = await addMerchant(world, await addAccount(world));
    const role = { merchantId: member.merchantId, accountId: owner.accountId, role: "MEMBER" as const };
    await upsertMembership(world.deps, role, platform);
    const view = await getPage(
      world,
      await startInteraction(world, authorizeRequest(clientId), owner.call),
      owner.call,
    );
    expect(view.merchants.map((merchant) => merchant.merchantId).sort()).toEqual(
      [shop.merchantId, second.merchantId].sort(),
    );
  });

  test("preselects the hinted merchant with its granted scopes, and ignores a merchant of another account", async () => {
    const clientId = await addApp(world, developer);
    await addMerchant(world, owner);
    await installApp(world, clientId, shop.merchantId, ["orders:read"]);
    const hinted = await startInteraction(
      world,
      authorizeRequest(clientId, { merchant_hint: shop.merchantId }),
      owner.call,
    );
    expect(await getPage(world, hinted, owner.call)).toMatchObject({
      preselectedMerchantId: shop.merchantId,
      grantedScopes: ["orders:read"],
    });
    const stranger = await addMerchant(world, await addAccount(world));
    const foreign = await startInteraction(
      world,
      authorizeRequest(clientId, { merchant_hint: stranger.merchantId }),
      owner.call,
    );
    expect(await getPage(world, foreign, owner.call)).toMatchObject({ preselectedMerchantId: null });
  });

  test("a list of 500 merchants always contains the hinted, installed or remembered one", async () => {
    const clientId = await addApp(world, developer, { launchUrl: "https://labels.example/" });
    await world.rows(
      `with added as (
         insert into merchant (id, name, test) select 'added-' || n || '-' || $2, 'Ahead of others ' || n, false
         from generate_series(1, 500) as n returning id)
       insert into membership (account_id, merchant_id, role) select $1, id, 'OWNER' from added`,
      [owner.accountId, shop.merchantId],
    );
    const hinted = () => authorizeRequest(clientId, { merchant_hint: shop.merchantId });
    const unhinted = await getPage(
      world,
      await startInteraction(world, authorizeRequest(clientId), owner.call),
      owner.call,
    );
    expect(unhinted.merchants).toHaveLength(500);
    expect(unhinted.merchants.map((merchant) => merchant.merchantId)).not.toContain(shop.merchantId);
    const view = await getPage(world, await startInteraction(world, hinted(), owner.call), owner.call);
    expect(view).toMatchObject({ preselectedMerchantId: shop.merchantId });
    expect(view.merchants).toHaveLength(500);
    expect(view.merchants.at(-1)).toMatchObject({ merchantId: shop.merchantId });
    const { install_token } = parametersOf(
      await startInstall(world.deps, { clientId, merchantId: shop.merchantId }, owner.call),
    );
    const installing = authorizeRequest(clientId, { install_token: install_token! });
    const installed = await getPage(world, await startInteraction(world, installing, owner.call), owner.call);
    expect(installed).toMatchObject({ preselectedMerchantId: shop.merchantId });
    await installApp(world, clientId, shop.merchantId, ["orders:read", "orders:write"]);
    expect((await startAuthorization(world.deps, hinted(), owner.call)).kind).toBe("redirect");
  });

  test("distinguishes a MEMBER, who may not consent, from an account without merchants", async () => {
    const clientId = await addApp(world, developer);
    const member = await addAccount(world);
    await upsertMembership(
      world.deps,
      { merchantId: shop.merchantId, accountId: member.accountId, role: "MEMBER" },
      platform,
    );
    expect(
      await getPage(world, await startInteraction(world, authorizeRequest(clientId), member.call), member.call),
    ).toMatchObject({
      merchants: [],
      consentForbidden: true,
    });
    const other = await addAccount(world);
    expect(
      await getPage(world, await startInteraction(world, authorizeRequest(clientId), other.call), other.call),
    ).toMatchObject({
      merchants: [],
      consentForbidden: false,
    });
  });

  test("shows the scheme of a native app's redirect URI", async () => {
    const clientId = await addApp(world, developer, { confidential: false, redirectUris: ["com.example.labels:/cb"] });
    const native = {
      redirect_uri: "com.example.labels:/cb",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    };
    const view = await getPage(
      world,
      await startInteraction(world, authorizeRequest(clientId, native), owner.call),
      owner.call,
    );
    expect(view.redirectOrigin).toBe("com.example.labels:");
  });

  test("a service key cannot open an interaction", async () => {
    const id = await startInteraction(world, authorizeRequest(await addApp(world, developer)));
    await expect(getInteraction(world.deps, { interactionId: id }, byKey("accounts:read"))).rejects.toMatchObject({
      reason: "SESSION",
    });
  });
});

describe("an interaction", () => {
  test("requires a sign-in unless it was started with a session", async () => {
    const clientId = await addApp(world, developer);
    expect(await startAuthorization(world.deps, authorizeRequest(clientId), owner.call)).toMatchObject({
      kind: "interaction",
      signInRequired: false,
    });
    expect(await startAuthorization(world.deps, authorizeRequest(clientId), page)).toMatchObject({
      kind: "interaction",
      signInRequired: true,
    });
  });

  test("C2 belongs to the first account that opens it; for another it is NOT_FOUND", async () => {
    const clientId = await addApp(world, developer);
    const other = await addAccount(world);
    const bound = await startInteraction(world, authorizeRequest(clientId), owner.call);
    await expect(getInteraction(world.deps, { interactionId: bound }, other.call)).rejects.toMatchObject({
      kind: "not_found",
    });
    const unbound = await startInteraction(world, authorizeRequest(clientId));
    await getPage(world, unbound, owner.call);
    await expect(getInteraction(world.deps, { interactionId: unbound }, other.call)).rejects.toMatchObject({
      kind: "not_found",
    });
    await getPage(world, unbound, owner.call);
  });

  test.each(["", "no-uuid", "00000000-0000-4000-8000-000000000000"])("an unknown id is NOT_FOUND: %j", async (id) => {
    await expect(getInteraction(world.deps, { interactionId: id }, owner.call)).rejects.toMatchObject({
      kind: "not_found",
      reason: "INTERACTION_NOT_FOUND",
    });
  });

  test("C5 expires after ten minutes", async () => {
    const clientId = await addApp(world, developer);
    const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
    const { expiresAt } = await getPage(world, id, owner.call);
    const [row] = await world.rows<{ left: number }>(
      "select $1::float8 / 1e6 - extract(epoch from clock_timestamp())::float8 as left",
      [expiresAt],
    );
    expect(row!.left).toSatisfy((seconds: number) => seconds > 570 && seconds <= 600);
    await world.rows("update interaction set expires_at = clock_timestamp() where id = $1", [id]);
    await expect(getInteraction(world.deps, { interactionId: id }, owner.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "INTERACTION_EXPIRED",
    });
  });

  test("names the app of an expired or answered request only if its install link works", async () => {
    const clientId = await addApp(world, developer);
    const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
    const failure = () => getInteraction(world.deps, { interactionId: id }, owner.call);
    const close = "update interaction set expires_at = clock_timestamp() where id = $1";
    await world.rows(close, [id]);
    const { name } = (await world.rows<{ name: string }>("select name from app where client_id = $1", [clientId]))[0]!;
    await expect(failure()).rejects.toMatchObject({ metadata: { client_id: clientId, app_name: name } });
    await world.rows("update interaction set used_at = clock_timestamp(), decision = 'approve' where id = $1", [id]);
    await expect(failure()).rejects.toMatchObject({ reason: "INTERACTION_USED", metadata: { client_id: clientId } });
    await world.rows("update app set state = 'SUSPENDED' where client_id = $1", [clientId]);
    await expect(failure()).rejects.toMatchObject({ reason: "INTERACTION_USED", metadata: {} });
  });

  test("says after a request that was not allowed whether the app stays connected", async () => {
    const clientId = await addApp(world, developer);
    const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
    const metadata = () =>
      getInteraction(world.deps, { interactionId: id }, owner.call).catch((error) => error.metadata);
    await world.rows("update interaction set used_at = clock_timestamp(), decision = 'deny' where id = $1", [id]);
    expect(await metadata()).not.toHaveProperty("connected");
    const { merchantId, name } = await addMerchant(world, owner);
    await installApp(world, clientId, merchantId, ["orders:read"]);
    expect(await metadata()).toMatchObject({ client_id: clientId, connected: "true", merchant_name: name });
    await world.rows("update installation set tokens_expire_at = clock_timestamp() where merchant_id = $1", [
      merchantId,
    ]);
    expect(await metadata()).not.toHaveProperty("connected");
  });

  test("names the shop and the website of an allowed app, if the account connected it to one shop", async () => {
    const clientId = await addApp(world, developer);
    await world.rows("update app set website = 'https://labels.example' where client_id = $1", [clientId]);
    const id = await startInteraction(world, authorizeRequest(clientId), owner.call);
    const failure = () => getInteraction(world.deps, { interactionId: id }, owner.call);
    await world.rows("update interaction set used_at = clock_timestamp(), decision = 'approve' where id = $1", [id]);
    const none = await failure().catch((error) => error.metadata);
    expect(none).toMatchObject({ website: "https://labels.example" });
    expect(none).not.toHaveProperty("merchant_name");
    const [first, second] = [await addMerchant(world, owner), await addMerchant(world, owner)];
    await installApp(world, clientId, first.merchantId, ["orders:read"]);
    await expect(failure()).rejects.toMatchObject({ metadata: { merchant_name: first.name } });
    await installApp(world, clientId, second.merchantId, ["orders:read"]);
    expect(await failure().catch((error) => error.metadata)).not.toHaveProperty("merchant_name");
  });

  test("requires a session", async () => {
    const id = await startInteraction(world, authorizeRequest(await addApp(world, developer)));
    await expect(getInteraction(world.deps, { interactionId: id }, page)).rejects.toMatchObject({
      kind: "unauthenticated",
      reason: "SESSION",
    });
  });

  test("stores no install token", async () => {
    const clientId = await addApp(world, developer, { launchUrl: "https://labels.example/start" });
    const start = await startInstall(world.deps, { clientId, merchantId: null }, owner.call);
    const { install_token } = parametersOf(start);
    await startInteraction(world, authorizeRequest(clientId, { install_token: install_token! }));
    const rows = await world.rows<{ text: string }>("select i::text as text from interaction i");
    expect(rows.map(({ text }) => text).join()).not.toContain(install_token);
  });
});

describe("prompt", () => {
  test.each(["login", "select_account"])("%s: requires a session that is newer than the request", async (prompt) => {
    const clientId = await addApp(world, developer);
    const outcome = await startAuthorization(world.deps, authorizeRequest(clientId, { prompt }), owner.call);
    expect(outcome).toMatchObject({ kind: "interaction", signInRequired: true });
    const id = outcome.kind === "interaction" ? outcome.interactionId : "";
    expect(await getInteraction(world.deps, { interactionId: id }, owner.call)).toEqual({ kind: "sign_in" });
    const again = await signIn(world.deps, { email: owner.email, password: "correct horse battery" }, owner.call);
    const actor = await resolveSession(world.deps, again.token);
    expect((await getInteraction(world.deps, { interactionId: id }, { ...page, actor })).kind).toBe("page");
  });

  test("select_account: another account may open it", async () => {
    const clientId = await addApp(world, developer);
    const id = await startInteraction(world, authorizeRequest(clientId, { prompt: "select_account" }), owner.call);
    const other = await addAccount(world);
    await addMerchant(world, other);
    expect((await getInteraction(world.deps, { interactionId: id }, other.call)).kind).toBe("page");
    await expect(getInteraction(world.deps, { interactionId: id }, owner.call)).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});
