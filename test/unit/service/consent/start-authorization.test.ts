import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createConsentOperations } from "../../../../src/service/consent/operations.ts";
import { page, type Someone, someMerchant, someone } from "../accounts/world.ts";
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
let owner: Someone;
let developer: Someone;

beforeAll(async () => {
  world = await createWorld();
  developer = await someone(world, { developer: true });
});

afterAll(() => world.close());

beforeEach(async () => {
  owner = await someone(world);
});

async function countInteractions(): Promise<number> {
  const [row] = await world.rows<{ count: number }>("select count(*)::int as count from interaction");
  return row!.count;
}

describe("A1, R1 RFC 6749 §4.1.2.1 what cannot be trusted is a page, stores nothing and reads alike", () => {
  const app = { reason: "app", message: "The app is not known, or cannot be connected at the moment." };
  const uri = { reason: "redirect_uri", message: "The redirect_uri is missing, or is not registered for the app." };

  test.each([
    ["no client_id", { client_id: null }, app],
    ["an unknown client_id", { client_id: "app_nobody" }, app],
    ["A2 a client_id with control characters", { client_id: "app\0\n" }, app],
    ["A2 a client_id of 10 kB", { client_id: "a".repeat(10_000) }, app],
    ["no redirect_uri", { redirect_uri: null }, uri],
    ["an unregistered redirect_uri", { redirect_uri: "https://evil.example/cb" }, uri],
    ["a registered prefix", { redirect_uri: "https://app.example/cb/more" }, uri],
    ["a fragment", { redirect_uri: "https://app.example/cb#x" }, uri],
  ])("%s", async (_name, other, expected) => {
    const clientId = await someApp(world, developer);
    const before = await countInteractions();
    for (const call of [page, owner.call]) {
      expect(await world.consent.startAuthorization(request(clientId, other), call)).toEqual({
        kind: "page",
        ...expected,
      });
    }
    expect(await countInteractions()).toBe(before);
  });

  test.each(["SUSPENDED", "ARCHIVED", "REJECTED", "DRAFT", "IN_REVIEW"] as const)(
    "an app that is %s, without a test merchant",
    async (state) => {
      const clientId = await someApp(world, developer, { state });
      expect(await world.consent.startAuthorization(request(clientId), owner.call)).toEqual({ kind: "page", ...app });
    },
  );

  test("RFC 9700 §4.11.2 a fault in the request of an app in test, for everybody but its developer", async () => {
    const tester = await someone(world, { developer: true });
    const clientId = await someApp(world, tester, { state: "DRAFT" });
    const merchant = { merchantId: null, name: "Mine", ownerAccountId: null, test: true };
    await world.accounts.createMerchant(merchant, tester.call);
    const faulty = request(clientId, { scope: "unregistered" });
    expect(await world.consent.startAuthorization(faulty, owner.call)).toEqual({ kind: "page", ...app });
    expect(await world.consent.startAuthorization(faulty, tester.call)).toMatchObject({ kind: "redirect" });
    const waiting = await begun(world, faulty);
    await expect(world.consent.getInteraction(waiting, owner.call)).rejects.toMatchObject({ reason: "APP_REFUSED" });
    expect(await world.consent.getInteraction(waiting, tester.call)).toMatchObject({ kind: "redirect" });
  });

  test("a client_id or redirect_uri that comes twice, or once in illegal bytes", async () => {
    const clientId = await someApp(world, developer);
    const { parameters } = request(clientId);
    const twice = [...parameters, ["client_id", clientId] as [string, string]];
    expect(await world.consent.startAuthorization({ parameters: twice, malformed: [] }, page)).toMatchObject(app);
    expect(await world.consent.startAuthorization({ parameters, malformed: ["client_id"] }, page)).toMatchObject(app);
    expect(await world.consent.startAuthorization({ parameters, malformed: ["redirect_uri"] }, page)).toMatchObject(
      uri,
    );
  });

  test("A2 past 255 characters there is no round trip to the database", async () => {
    const management = { ...world.management, read: () => Promise.reject(new Error("asked")) };
    const consent = createConsentOperations({ ...world.consentDeps, management });
    expect(await consent.startAuthorization(request("x", { client_id: "a".repeat(256) }), page)).toMatchObject(app);
    await expect(consent.startAuthorization(request("x", { client_id: "a".repeat(255) }), page)).rejects.toThrow(
      "asked",
    );
  });
});

describe("RFC 6749 §4.1.2.1 what the app may hear of is a redirect with state and iss", () => {
  test.each([
    ["A3 response_type token", { response_type: "token" }, { error: "unsupported_response_type", state: "state-1" }],
    ["A5 an unregistered scope", { scope: "customers" }, { error: "invalid_scope", state: "state-1" }],
    ["A8 no scope", { scope: "" }, { error: "invalid_scope", state: "state-1" }],
    ["A8 no state", { state: null }, { error: "invalid_request" }],
    [
      "A9 request_uri",
      { request_uri: "http://169.254.169.254/" },
      { error: "request_uri_not_supported", state: "state-1" },
    ],
    [
      "P1 plain PKCE",
      { code_challenge: "x".repeat(43), code_challenge_method: "plain" },
      { error: "invalid_request", state: "state-1" },
    ],
  ])("%s", async (_name, other, expected) => {
    const clientId = await someApp(world, developer);
    const outcome = await world.consent.startAuthorization(request(clientId, other as never), owner.call);
    const redirectTo = outcome.kind === "redirect" ? outcome.redirectTo : "";
    expect(redirectTo.startsWith(`https://app${clientId.slice(4)}.example/cb?`)).toBe(true);
    expect(answerOf(redirectTo)).toEqual({ ...expected, error_description: expect.any(String), iss: ISSUER });
  });

  test("P1 illegal bytes in code_challenge are not an absent one", async () => {
    const clientId = await someApp(world, developer);
    const { parameters } = request(clientId);
    const outcome = await world.consent.startAuthorization({ parameters, malformed: ["code_challenge"] }, owner.call);
    expect(answerOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:")).toMatchObject({
      error: "invalid_request",
      state: "state-1",
    });
  });

  test("a state in illegal bytes beside a legal one does not go back", async () => {
    const clientId = await someApp(world, developer);
    const { parameters } = request(clientId);
    const outcome = await world.consent.startAuthorization({ parameters, malformed: ["state"] }, owner.call);
    expect(answerOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:")).not.toHaveProperty("state");
  });

  test("RFC 9700 §4.11.2 signed out, the sign-in comes first and the redirect after it", async () => {
    const clientId = await someApp(world, developer);
    const outcome = await world.consent.startAuthorization(request(clientId, { scope: "customers" }), page);
    expect(outcome).toMatchObject({ kind: "interaction", signInRequired: true });
    const id = outcome.kind === "interaction" ? outcome.interactionId : "";
    const view = await world.consent.getInteraction(id, owner.call);
    expect(answerOf(view.kind === "redirect" ? view.redirectTo : "x:")).toMatchObject({
      error: "invalid_scope",
      state: "state-1",
      iss: ISSUER,
    });
  });

  test("R4 a redirect that waited for the sign-in is not sent to a URI that was removed meanwhile", async () => {
    const clientId = await someApp(world, developer);
    const id = await begun(world, request(clientId, { scope: "customers" }));
    await world.rows("update app set redirect_uris = '{https://other.example/cb}' where client_id = $1", [clientId]);
    await expect(world.consent.getInteraction(id, owner.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "APP_REFUSED",
    });
  });
});

describe("an interaction", () => {
  test("signed in it belongs to the account at once, signed out a sign-in is required", async () => {
    const clientId = await someApp(world, developer);
    expect(await world.consent.startAuthorization(request(clientId), owner.call)).toMatchObject({
      kind: "interaction",
      signInRequired: false,
    });
    expect(await world.consent.startAuthorization(request(clientId), page)).toMatchObject({
      kind: "interaction",
      signInRequired: true,
    });
  });

  test("C2 belongs to the first account that opens it; for another it is NOT_FOUND", async () => {
    const clientId = await someApp(world, developer);
    await someMerchant(world, owner);
    const other = await someone(world);
    const bound = await begun(world, request(clientId), owner.call);
    await expect(world.consent.getInteraction(bound, other.call)).rejects.toMatchObject({ kind: "not_found" });
    const unbound = await begun(world, request(clientId));
    await shown(world, unbound, owner.call);
    await expect(world.consent.getInteraction(unbound, other.call)).rejects.toMatchObject({ kind: "not_found" });
    await shown(world, unbound, owner.call);
  });

  test.each(["", "no-uuid", "00000000-0000-4000-8000-000000000000"])("that is none is NOT_FOUND: %j", async (id) => {
    await expect(world.consent.getInteraction(id, owner.call)).rejects.toMatchObject({
      kind: "not_found",
      reason: "INTERACTION_NOT_FOUND",
    });
  });

  test("C5 is over after ten minutes", async () => {
    const clientId = await someApp(world, developer);
    await someMerchant(world, owner);
    const id = await begun(world, request(clientId), owner.call);
    const { expiresAt } = await shown(world, id, owner.call);
    const [row] = await world.rows<{ left: number }>(
      "select $1::float8 / 1e6 - extract(epoch from clock_timestamp())::float8 as left",
      [expiresAt],
    );
    expect(row!.left).toSatisfy((seconds: number) => seconds > 570 && seconds <= 600);
    await world.rows("update interaction set expires_at = clock_timestamp() where id = $1", [id]);
    await expect(world.consent.getInteraction(id, owner.call)).rejects.toMatchObject({
      kind: "failed_precondition",
      reason: "INTERACTION_EXPIRED",
    });
  });

  test("nobody signed in sees none", async () => {
    const id = await begun(world, request(await someApp(world, developer)));
    await expect(world.consent.getInteraction(id, page)).rejects.toMatchObject({
      kind: "unauthenticated",
      reason: "SESSION",
    });
  });

  test("keeps no text of an install token", async () => {
    const clientId = await someApp(world, developer, { launchUrl: "https://labels.example/start" });
    await someMerchant(world, owner);
    const start = await world.consent.startInstall({ clientId, merchantId: null }, owner.call);
    const { install_token } = answerOf(start);
    await begun(world, request(clientId, { install_token: install_token! }));
    const rows = await world.rows<{ text: string }>("select i::text as text from interaction i");
    expect(rows.map(({ text }) => text).join()).not.toContain(install_token);
  });
});

describe("prompt", () => {
  test.each(["login", "select_account"])(
    "%s: shows nothing until a session that is newer than the request",
    async (prompt) => {
      const clientId = await someApp(world, developer);
      await someMerchant(world, owner);
      const outcome = await world.consent.startAuthorization(request(clientId, { prompt }), owner.call);
      expect(outcome).toMatchObject({ kind: "interaction", signInRequired: true });
      const id = outcome.kind === "interaction" ? outcome.interactionId : "";
      expect(await world.consent.getInteraction(id, owner.call)).toEqual({ kind: "sign_in" });
      const again = await world.accounts.signIn({ email: owner.email, password: "correct horse battery" }, owner.call);
      const actor = await world.accounts.resolveSession(again.token);
      expect((await world.consent.getInteraction(id, { ...page, actor })).kind).toBe("page");
    },
  );

  test("select_account: another account may take it up", async () => {
    const clientId = await someApp(world, developer);
    const id = await begun(world, request(clientId, { prompt: "select_account" }), owner.call);
    const other = await someone(world);
    await someMerchant(world, other);
    expect((await world.consent.getInteraction(id, other.call)).kind).toBe("page");
    await expect(world.consent.getInteraction(id, owner.call)).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("C8 remembered consent", () => {
  let clientId: string;
  let merchantId: string;

  beforeEach(async () => {
    clientId = await someApp(world, developer);
    ({ merchantId } = await someMerchant(world, owner));
    await install(world, clientId, merchantId, ["orders:read", "orders:write"]);
  });

  test("answers with a code at once, which leaves the granted scopes as they are", async () => {
    const outcome = await world.consent.startAuthorization(request(clientId, { scope: "orders:read" }), owner.call);
    const answer = answerOf(outcome.kind === "redirect" ? outcome.redirectTo : "x:");
    expect(answer).toEqual({ code: expect.stringMatching(/^lk_ac_/), state: "state-1", iss: ISSUER });
    const [code] = await world.rows(
      "select merchant_id, scopes, replaces_grant from authorization_code where account_id = $1",
      [owner.accountId],
    );
    expect(code).toEqual({ merchant_id: merchantId, scopes: ["orders:read"], replaces_grant: false });
  });

  test("after a sign-in the interaction answers it, once", async () => {
    const id = await begun(world, request(clientId));
    const views = await Promise.allSettled([
      world.consent.getInteraction(id, owner.call),
      world.consent.getInteraction(id, owner.call),
    ]);
    expect(views.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countCodes(world, clientId)).toBe(1);
    await expect(world.consent.getInteraction(id, owner.call)).rejects.toMatchObject({ reason: "INTERACTION_USED" });
  });

  test.each<[string, Record<string, string>, string]>([
    ["prompt=consent", { prompt: "consent" }, "select 1"],
    ["a scope beyond the granted", {}, "update installation set granted_scopes = '{orders:read}'"],
    ["an uninstall", {}, "update installation set state = 'UNINSTALLED'"],
    ["a suspended installation", {}, "update installation set state = 'SUSPENDED', suspended_by = '{MERCHANT}'"],
    ["a suspended merchant", {}, "update merchant set state = 'SUSPENDED'"],
    [
      "a public app",
      { code_challenge: "x".repeat(43), code_challenge_method: "S256" },
      "update app set confidential = false",
    ],
    ["a MEMBER", {}, "update membership set role = 'MEMBER'"],
  ])("is not for %s", async (_name, other, change) => {
    const where = {
      installation: "merchant_id = $1",
      merchant: "id = $1",
      app: "client_id = $1",
      membership: "merchant_id = $1",
    };
    const table = /update (\w+)/.exec(change)?.[1] as keyof typeof where | undefined;
    if (table) await world.rows(`${change} where ${where[table]}`, [table === "app" ? clientId : merchantId]);
    expect(await world.consent.startAuthorization(request(clientId, other), owner.call)).toMatchObject({
      kind: "interaction",
    });
    expect(await countCodes(world, clientId)).toBe(0);
  });

  test("C9 is not for an account with two merchants, unless the request hints at one", async () => {
    const second = await someMerchant(world, owner);
    expect((await world.consent.startAuthorization(request(clientId), owner.call)).kind).toBe("interaction");
    const hinted = (merchant_hint: string) =>
      world.consent.startAuthorization(request(clientId, { merchant_hint }), owner.call);
    expect((await hinted(second.merchantId)).kind).toBe("interaction");
    expect((await hinted("somebody-elses")).kind).toBe("interaction");
    expect((await hinted(merchantId)).kind).toBe("redirect");
  });

  test("never comes behind the back of a page that was shown", async () => {
    await world.rows("update installation set granted_scopes = '{orders:read}' where merchant_id = $1", [merchantId]);
    const id = await begun(world, request(clientId));
    await shown(world, id, owner.call);
    await install(world, clientId, merchantId, ["orders:read", "orders:write"]);
    await shown(world, id, owner.call);
    expect(await countCodes(world, clientId)).toBe(0);
  });
});
