import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byKey, page, platform, type Someone, someMerchant, someone } from "../accounts/world.ts";
import { tamper } from "../tokens/world.ts";
import {
  answerOf,
  begun,
  countCodes,
  createWorld,
  ISSUER,
  install,
  request,
  shown,
  someApp,
  type World,
} from "./world.ts";

let world: World;
let developer: Someone;
let owner: Someone;
let merchantId: string;

beforeAll(async () => {
  world = await createWorld();
  developer = await someone(world, { developer: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await someone(world);
  ({ merchantId } = await someMerchant(world, owner));
});

describe("the consent page", () => {
  test("says who asks for what, with the catalogue's words and the app's reasons", async () => {
    const clientId = await someApp(world, developer);
    const view = await shown(world, await begun(world, request(clientId), owner.call), owner.call);
    expect(view).toMatchObject({
      app: { clientId, name: "Labels", purpose: "Prints labels", developerName: "Someone", verified: true },
      requestedScopes: ["orders:read", "orders:write"],
      requiredScopes: ["orders:read"],
      grantedScopes: [],
      preselectedMerchantId: null,
      consentForbidden: false,
      redirectOrigin: `https://app${clientId.slice(4)}.example`,
      merchants: [{ merchantId, test: false, grantedScopes: [] }],
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

  test("C9 offers every merchant where the account may consent and that is in good standing, and no other", async () => {
    const clientId = await someApp(world, developer);
    const second = await someMerchant(world, owner);
    const suspended = await someMerchant(world, owner);
    await world.accounts.suspendMerchant(
      { merchantId: suspended.merchantId, reasonCode: "x", reasonText: null },
      platform,
    );
    const member = await someMerchant(world, await someone(world));
    const role = { merchantId: member.merchantId, accountId: owner.accountId, role: "MEMBER" as const };
    await world.accounts.upsertMembership(role, platform);
    const view = await shown(world, await begun(world, request(clientId), owner.call), owner.call);
    expect(view.merchants.map((merchant) => merchant.merchantId).sort()).toEqual(
      [merchantId, second.merchantId].sort(),
    );
  });

  test("preselects the merchant hinted at, with what it granted already, and ignores a stranger's", async () => {
    const clientId = await someApp(world, developer);
    await someMerchant(world, owner);
    await install(world, clientId, merchantId, ["orders:read"]);
    const hinted = await begun(world, request(clientId, { merchant_hint: merchantId }), owner.call);
    expect(await shown(world, hinted, owner.call)).toMatchObject({
      preselectedMerchantId: merchantId,
      grantedScopes: ["orders:read"],
    });
    const stranger = await someMerchant(world, await someone(world));
    const foreign = await begun(world, request(clientId, { merchant_hint: stranger.merchantId }), owner.call);
    expect(await shown(world, foreign, owner.call)).toMatchObject({ preselectedMerchantId: null });
  });

  test("of more merchants than it lists, the one that is asked for is there: hinted at, installed, remembered", async () => {
    const clientId = await someApp(world, developer, { launchUrl: "https://labels.example/" });
    await world.rows(
      `with crowd as (
         insert into merchant (id, name, test) select 'crowd-' || n || '-' || $2, 'Ahead of others ' || n, false
         from generate_series(1, 500) as n returning id)
       insert into membership (account_id, merchant_id, role) select $1, id, 'OWNER' from crowd`,
      [owner.accountId, merchantId],
    );
    const hinted = () => request(clientId, { merchant_hint: merchantId });
    const unhinted = await shown(world, await begun(world, request(clientId), owner.call), owner.call);
    expect(unhinted.merchants).toHaveLength(500);
    expect(unhinted.merchants.map((merchant) => merchant.merchantId)).not.toContain(merchantId);
    const view = await shown(world, await begun(world, hinted(), owner.call), owner.call);
    expect(view).toMatchObject({ preselectedMerchantId: merchantId });
    expect(view.merchants).toHaveLength(500);
    expect(view.merchants.at(-1)).toMatchObject({ merchantId });
    const { install_token } = answerOf(await world.consent.startInstall({ clientId, merchantId }, owner.call));
    const installing = request(clientId, { install_token: install_token! });
    const installed = await shown(world, await begun(world, installing, owner.call), owner.call);
    expect(installed).toMatchObject({ preselectedMerchantId: merchantId });
    await install(world, clientId, merchantId, ["orders:read", "orders:write"]);
    expect((await world.consent.startAuthorization(hinted(), owner.call)).kind).toBe("redirect");
  });

  test("tells a MEMBER that they may not, and whoever has no merchant that there is none", async () => {
    const clientId = await someApp(world, developer);
    const member = await someone(world);
    await world.accounts.upsertMembership({ merchantId, accountId: member.accountId, role: "MEMBER" }, platform);
    expect(await shown(world, await begun(world, request(clientId), member.call), member.call)).toMatchObject({
      merchants: [],
      consentForbidden: true,
    });
    const nobody = await someone(world);
    expect(await shown(world, await begun(world, request(clientId), nobody.call), nobody.call)).toMatchObject({
      merchants: [],
      consentForbidden: false,
    });
  });

  test("names the scheme of a native app's redirect URI", async () => {
    const clientId = await someApp(world, developer, { confidential: false, redirectUris: ["com.example.labels:/cb"] });
    const native = {
      redirect_uri: "com.example.labels:/cb",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
    };
    const view = await shown(world, await begun(world, request(clientId, native), owner.call), owner.call);
    expect(view.redirectOrigin).toBe("com.example.labels:");
  });

  test("a service key opens no interaction", async () => {
    const id = await begun(world, request(await someApp(world, developer)));
    await expect(world.consent.getInteraction(id, byKey("accounts:read"))).rejects.toMatchObject({ reason: "SESSION" });
  });
});

describe("the install page", () => {
  test("shows an approved app with all its scopes and the account's merchants", async () => {
    const clientId = await someApp(world, developer, { launchUrl: "https://labels.example/start?from=platform" });
    expect(await world.consent.getInstallPage(clientId, owner.call)).toMatchObject({
      app: { clientId, verified: true },
      scopes: [{ name: "orders:read" }, { name: "orders:write" }],
      merchants: [{ merchantId }],
      start: "LAUNCH_URL",
      launchOrigin: "https://labels.example",
    });
    // Before the sign-in the app is named, and nobody's merchants are.
    expect(await world.consent.getInstallPage(clientId, page)).toMatchObject({ app: { clientId }, merchants: [] });
  });

  test.each(["DRAFT", "SUBMITTED", "IN_REVIEW", "CHANGES_REQUESTED", "REJECTED", "ARCHIVED"] as const)(
    "an app that is %s is not there, for its developer either",
    async (state) => {
      const clientId = await someApp(world, developer, { state, launchUrl: "https://labels.example/" });
      await expect(world.consent.getInstallPage(clientId, page)).rejects.toMatchObject({
        kind: "not_found",
        reason: "APP_NOT_FOUND",
      });
      for (const { call } of [owner, developer]) {
        await expect(world.consent.getInstallPage(clientId, call)).rejects.toMatchObject({ kind: "not_found" });
        await expect(world.consent.startInstall({ clientId, merchantId: null }, call)).rejects.toMatchObject({
          kind: "not_found",
        });
      }
    },
  );

  test("an app that is SUSPENDED says so, with nothing else about it", async () => {
    const clientId = await someApp(world, developer, { state: "SUSPENDED" });
    const refusal = { kind: "not_found", reason: "APP_SUSPENDED", message: "The app is suspended." };
    for (const call of [page, owner.call, developer.call])
      await expect(world.consent.getInstallPage(clientId, call)).rejects.toMatchObject(refusal);
    for (const { call } of [owner, developer])
      await expect(world.consent.startInstall({ clientId, merchantId: null }, call)).rejects.toMatchObject(refusal);
  });

  test.each(["", "app_nobody", "\0", "x".repeat(300)])("no app is not there: %j", async (clientId) => {
    await expect(world.consent.getInstallPage(clientId, owner.call)).rejects.toMatchObject({
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
  ] as const)("an app without launch URL that %s", async (_name, given, start, launchOrigin) => {
    const clientId = await someApp(world, developer, given);
    expect(await world.consent.getInstallPage(clientId, owner.call)).toMatchObject({ start, launchOrigin });
    const starting = world.consent.startInstall({ clientId, merchantId: null }, owner.call);
    if (start === "AT_APP")
      await expect(starting).rejects.toMatchObject({ kind: "failed_precondition", reason: "START_AT_APP" });
    else await starting;
  });

  test("a platform-started authorization has a state of its own for each click, and begins as it stands", async () => {
    const clientId = await someApp(world, developer, { platformStart: true });
    const links = [1, 2].map(() => world.consent.startInstall({ clientId, merchantId: null }, owner.call));
    const [one, two] = (await Promise.all(links)).map((link) => new URL(link));
    expect(one!.origin + one!.pathname).toBe(`${ISSUER}/oauth/authorize`);
    expect(one!.searchParams.get("state")).toMatch(/^[\w-]{43}$/);
    expect(one!.searchParams.get("state")).not.toBe(two!.searchParams.get("state"));
    const outcome = await world.consent.startAuthorization(
      { parameters: [...one!.searchParams], malformed: [] },
      owner.call,
    );
    const id = outcome.kind === "interaction" ? outcome.interactionId : "";
    expect(await shown(world, id, owner.call)).toMatchObject({
      preselectedMerchantId: merchantId,
      requestedScopes: ["orders:read", "orders:write"],
    });
  });

  test("the merchant must be the account's, and be named where there are several", async () => {
    const clientId = await someApp(world, developer, { launchUrl: "https://labels.example/" });
    const stranger = await someMerchant(world, await someone(world));
    const start = (merchant: string | null) =>
      world.consent.startInstall({ clientId, merchantId: merchant }, owner.call);
    await expect(start(stranger.merchantId)).rejects.toMatchObject({
      kind: "permission_denied",
      reason: "MERCHANT_REFUSED",
    });
    await someMerchant(world, owner);
    await expect(start(null)).rejects.toMatchObject({
      kind: "invalid_argument",
      violations: [{ field: "merchant_id" }],
    });
    await start(merchantId);
    const nobody = await someone(world);
    await expect(world.consent.startInstall({ clientId, merchantId: null }, nobody.call)).rejects.toMatchObject({
      reason: "MERCHANT_REFUSED",
    });
  });
});

describe("an install token", () => {
  let clientId: string;
  let second: string;

  beforeEach(async () => {
    clientId = await someApp(world, developer, { launchUrl: "https://labels.example/start?from=a%20b" });
    second = (await someMerchant(world, owner)).merchantId;
  });

  const launch = async (chosen = second) => {
    const redirectTo = await world.consent.startInstall({ clientId, merchantId: chosen }, owner.call);
    return { redirectTo, token: answerOf(redirectTo).install_token! };
  };
  const refused = {
    kind: "page",
    reason: "install_token",
    message: "The install link is no longer valid. Start again from the install page.",
  };
  const withToken = (install_token: string, client = clientId) => request(client, { install_token });

  test("goes to the launch URL with iss, its own query untouched", async () => {
    const { redirectTo, token } = await launch();
    expect(
      redirectTo.startsWith(`https://labels.example/start?from=a%20b&iss=${encodeURIComponent(ISSUER)}&install_token=`),
    ).toBe(true);
    expect(token).toMatch(/^lk_it_[0-9A-Za-z]{71}$/);
  });

  test("preselects the merchant that was chosen, whatever the hint says", async () => {
    const { token } = await launch();
    const asked = request(clientId, { install_token: token, merchant_hint: merchantId });
    expect(await shown(world, await begun(world, asked, owner.call), owner.call)).toMatchObject({
      preselectedMerchantId: second,
    });
  });

  test("never skips consent, though it is remembered", async () => {
    await install(world, clientId, second, ["orders:read", "orders:write"]);
    expect(
      (await world.consent.startAuthorization(request(clientId, { merchant_hint: second }), owner.call)).kind,
    ).toBe("redirect");
    const { token } = await launch();
    expect((await world.consent.startAuthorization(withToken(token), owner.call)).kind).toBe("interaction");
    const later = await begun(world, withToken((await launch()).token));
    expect((await world.consent.getInteraction(later, owner.call)).kind).toBe("page");
    expect(await countCodes(world, clientId)).toBe(1);
  });

  test("is for one use, also of many at once", async () => {
    const { token } = await launch();
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => world.consent.startAuthorization(withToken(token), owner.call)),
    );
    expect(outcomes.filter(({ kind }) => kind === "interaction")).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === "page")).toHaveLength(4);
    expect(await world.consent.startAuthorization(withToken(token), owner.call)).toEqual(refused);
  });

  test("is for ten minutes, this app and this account; anything else is the same page", async () => {
    const other = await someApp(world, developer, { launchUrl: "https://other.example/" });
    const { token } = await launch();
    const stranger = await someone(world);
    const { format } = world.consentDeps;
    const parsed = format.parse(token, "it");
    const forged = parsed.kind === "token" ? format.format("it", parsed.id, new Uint8Array(32)) : "";
    for (const [asked, call] of [
      [withToken(token, other), owner.call],
      [withToken(token), stranger.call],
      [withToken(tamper(token)), owner.call],
      [withToken(forged), owner.call],
      [withToken(forged), page],
      [withToken("lk_it_x"), page],
      [withToken(token.replace("lk_it_", "lk_ac_")), owner.call],
    ] as const) {
      expect(await world.consent.startAuthorization(asked, call)).toEqual(refused);
    }
    await world.rows("update install_token set expires_at = clock_timestamp()");
    expect(await world.consent.startAuthorization(withToken(token), owner.call)).toEqual(refused);
    expect(await world.consent.startAuthorization(withToken(token), page)).toEqual(refused);
  });

  test("brought before the sign-in is judged by the account that then signs in", async () => {
    const { token } = await launch();
    const id = await begun(world, withToken(token));
    const stranger = await someone(world);
    await expect(world.consent.getInteraction(id, stranger.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "INSTALL_TOKEN",
    });
    expect(await shown(world, id, owner.call)).toMatchObject({ preselectedMerchantId: second });
    await shown(world, id, owner.call);
    expect(await world.consent.startAuthorization(withToken(token), owner.call)).toEqual(refused);
  });

  test("is kept as a digest", async () => {
    const { token } = await launch();
    const [row] = await world.rows<{ text: string }>("select string_agg(t::text, ' ') as text from install_token t");
    expect(row!.text).not.toContain(token.slice(6));
  });
});
