import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  authorizeUrl,
  credentialsOf,
  exchangeBody,
  MERCHANT,
  newState,
  OWNER,
  type Platform,
  post,
  REDIRECT_URI,
} from "./platform.ts";
import { csrfIn, Visitor } from "./visitor.ts";

const MEMBER = { email: "member@shop.example", password: "correct horse battery staple" };
const APPROVE = { decision: "approve", merchant_id: MERCHANT, scope: "orders:read" };

/** Attacks on sign-in and consent with modified fields, cookies and headers. */
export function consentAttacks(platform: () => Platform): void {
  const signedIn = async (who = OWNER) => {
    const visitor = new Visitor(platform());
    expect((await visitor.signIn(who)).status).toBe(303);
    return visitor;
  };
  const ask = (extra: Record<string, string> = {}) =>
    authorizeUrl(platform(), platform().app, { prompt: "consent", ...extra });
  const codes = async () =>
    (await platform().service.query("select count(*)::int from authorization_code")).rows[0].count;

  describe("RFC 6749 §10.12, §10.14 the consent form", () => {
    test("C1 a missing, wrong or foreign CSRF token, or another site: 403, and no code", async () => {
      const [visitor, other] = [await signedIn(), await signedIn()];
      const [path, elsewhere] = [await visitor.begin(ask()), await visitor.begin(ask())];
      const csrf_token = csrfIn(await visitor.get(path));
      const before = await codes();
      const tokens = [
        "",
        "x",
        csrfIn(await visitor.get(elsewhere)),
        csrfIn(await other.get(path)),
        csrf_token.toUpperCase(),
      ];
      for (const token of tokens)
        expect((await visitor.post(path, { ...APPROVE, csrf_token: token })).status).toBe(403);
      expect((await visitor.post(path, APPROVE)).status).toBe(403);
      const headers: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `${platform().service.origin}.evil.example` },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
      ];
      for (const header of headers)
        expect((await visitor.post(path, { ...APPROVE, csrf_token }, header)).status).toBe(403);
      expect(await codes()).toBe(before);
      expect((await visitor.post(path, { ...APPROVE, csrf_token })).location).toContain("code=");
    });

    test("C2 app, redirect, scope and state in the form are ignored", async () => {
      const visitor = await signedIn();
      const state = newState();
      const path = await visitor.begin(ask({ state }));
      const { location } = await visitor.submit(path, {
        ...APPROVE,
        client_id: platform().otherApp.clientId,
        redirect_uri: "https://evil.example/",
        state: "other",
        interaction_id: "x",
        account_id: "x",
      });
      const back = new URL(location!);
      expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
      expect(back.searchParams.get("state")).toBe(state);
      const { status } = await post(platform(), "/oauth/token", exchangeBody(platform().app, back));
      expect(status).toBe(200);
    });

    test("C2 another account's interaction is 404, and so is an invalid id", async () => {
      const { accounts } = platform().service.core;
      await accounts.createAccount({ ...MEMBER, name: "Member" });
      const owner = await signedIn();
      const path = await owner.begin(ask());
      await owner.get(path);
      const member = await signedIn(MEMBER);
      for (const address of [path, "/interactions/x", `${path}x`, "/interactions/%00"]) {
        const answer = await member.get(address);
        expect([address, answer.status]).toEqual([address, 404]);
      }
      expect((await member.post(path, { ...APPROVE, csrf_token: csrfIn(await owner.get(path)) })).status).toBe(404);
    });

    test("C2 C9 no code is issued for a merchant of another account", async () => {
      const { accounts } = platform().service.core;
      const owner = await accounts.createAccount({ email: "x@y.example", name: "X", password: OWNER.password });
      await accounts.createMerchant({
        merchantId: "foreign",
        name: "Foreign",
        ownerAccountId: owner.account!.accountId,
      });
      const visitor = await signedIn();
      const answer = await visitor.submit(await visitor.begin(ask()), { ...APPROVE, merchant_id: "foreign" });
      expect([answer.status >= 400, answer.location]).toEqual([true, null]);
    });

    test("C3 scopes that were not requested are rejected, and so is a repeated scope", async () => {
      const visitor = await signedIn();
      const path = await visitor.begin(ask());
      const csrf_token = csrfIn(await visitor.get(path));
      const before = await codes();
      for (const scopes of [
        ["orders:read", "orders:write"],
        ["orders:read", "nonsense"],
        ["orders:read", "orders:read"],
      ]) {
        const { scope: _, ...rest } = APPROVE;
        const fields = [
          ...Object.entries({ ...rest, csrf_token }),
          ...scopes.map((scope) => ["scope", scope] as const),
        ];
        const answer = await visitor.post(path, fields as [string, string][]);
        expect([answer.status, answer.location]).toEqual([400, null]);
      }
      expect(await codes()).toBe(before);
    });

    test("a scope becomes required while the page is open: the page is shown again with a notice, and no code is issued", async () => {
      const { service, register } = platform();
      const app = await register("Changing", REDIRECT_URI, true);
      const visitor = await signedIn();
      const path = await visitor.begin(authorizeUrl(platform(), app, { scope: "orders:read orders:write" }));
      const page = await visitor.get(path);
      const answer = { decision: "approve", scope: "orders:read" };
      await service.query(
        `update app set revision = revision + 1, scopes = (select jsonb_agg(s || '{"required": true}') from jsonb_array_elements(scopes) s)
         where client_id = $1`,
        [app.clientId],
      );
      const before = await codes();
      const again = await visitor.post(path, { ...answer, csrf_token: csrfIn(page) });
      expect([again.status, again.location]).toEqual([409, null]);
      expect(again.html).toContain("Something changed while this page was open");
      expect(await codes()).toBe(before);
      const { location } = await visitor.post(path, { ...answer, csrf_token: csrfIn(again) });
      expect(location).toContain("code=");
    });

    test("C5 an expired or answered interaction gets a page with a recovery link", async () => {
      const { service } = platform();
      const visitor = await signedIn();
      const [used, late] = [await visitor.begin(ask()), await visitor.begin(ask())];
      expect((await visitor.submit(used, APPROVE)).location).toContain("code=");
      const id = late.split("/").at(-1);
      await visitor.get(late);
      await service.query("update interaction set expires_at = clock_timestamp() - interval '1 second' where id = $1", [
        id,
      ]);
      for (const path of [used, late]) {
        const page = await visitor.get(path);
        expect([page.status >= 400 && page.status < 500, page.location]).toEqual([true, null]);
        expect(page.html).toMatch(/<a [^>]*href=/);
        expect((await visitor.post(path, { ...APPROVE, csrf_token: "x" })).location).toBeNull();
      }
    });

    test("C7 RFC 6749 §10.14 an app's name and its reasons for scopes are escaped", async () => {
      const app = await platform().register(`<script>alert(1)</script>" onx='1`, REDIRECT_URI, true);
      const visitor = await signedIn();
      const { html } = await visitor.get(await visitor.begin(authorizeUrl(platform(), app)));
      expect(html).toContain("&lt;script&gt;");
      expect(html).not.toMatch(/<script>alert|" onx=|' onx=/);
      const odd = await visitor.get("/oauth/authorize?client_id=%3Cscript%3Ealert(1)%3C/script%3E&error=%3Cb%3E");
      expect(odd.html).not.toContain("<script>alert");
    });

    test("C6 RFC 9700 §4.16 its headers forbid framing, inline script, and form targets other than this origin and https", async () => {
      const visitor = await signedIn();
      const { headers, html } = await visitor.get(await visitor.begin(ask()));
      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/form-action 'self' https:$/);
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(headers.get("referrer-policy")).toMatch(/no-referrer/);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(html).not.toMatch(/<script(?![^>]*src="\/)|\son\w+=|style="|src="https?:/i);
    });
  });

  describe("RFC 6749 §10.2, RFC 8252 §8.6 consent remembered", () => {
    const begin = async (url: URL) => (await (await signedIn()).get(`${url.pathname}${url.search}`)).location ?? "";

    test("C8 is used within the granted scopes only, never for a public app, and not after an uninstall", async () => {
      const app = await platform().register("Remembered", REDIRECT_URI, true);
      const url = (scope: string, extra = {}) => authorizeUrl(platform(), app, { scope, ...extra });
      const back = await platform().consent(url("orders:read"));
      expect((await post(platform(), "/oauth/token", exchangeBody(app, back))).status).toBe(200);
      expect(await begin(url("orders:read"))).toContain("code=");
      expect(await begin(url("orders:read orders:write"))).toMatch(/^\/interactions\//);
      expect(await begin(url("orders:read", { prompt: "consent" }))).toMatch(/^\/interactions\//);
      await post(platform(), "/oauth/uninstall", { ...credentialsOf(app), merchant_id: MERCHANT });
      expect(await begin(url("orders:read"))).toMatch(/^\/interactions\//);
      const { publicApp } = platform();
      const challenge = { code_challenge: "a".repeat(43), code_challenge_method: "S256" };
      const asked = authorizeUrl(platform(), publicApp, challenge);
      expect((await platform().consent(asked)).searchParams.get("code")).not.toBeNull();
      expect(await begin(authorizeUrl(platform(), publicApp, challenge))).toMatch(/^\/interactions\//);
    });
  });

  describe("RFC 9700 §4.7 sessions", () => {
    test("C10 a planted cookie is not a session, each sign-in starts a new one, and a signed-out one is invalid", async () => {
      const visitor = new Visitor(platform());
      visitor.cookies.set("latchkey", "planted");
      await visitor.signIn();
      const first = visitor.cookies.get("latchkey")!;
      expect(first).not.toBe("planted");
      await visitor.signIn();
      const second = visitor.cookies.get("latchkey")!;
      expect(second).not.toBe(first);
      const kept = new Visitor(platform());
      kept.cookies.set("latchkey", first);
      expect((await kept.get("/account")).location).toMatch(/^\/sign-in/);
      await visitor.submit("/sign-out", {});
      kept.cookies.set("latchkey", second);
      expect((await kept.get("/account")).location).toMatch(/^\/sign-in/);
    });

    test("C12 signing in and out by a form of another origin, or by GET, is rejected", async () => {
      const visitor = await signedIn();
      const session = visitor.cookies.get("latchkey");
      const csrf_token = csrfIn(await visitor.get("/sign-out"));
      const headers: Record<string, string>[] = [
        { origin: "null" },
        { origin: "https://evil.example" },
        { "sec-fetch-site": "cross-site" },
      ];
      for (const header of headers) {
        expect((await visitor.post("/sign-out", { csrf_token }, header)).status).toBe(403);
        expect((await new Visitor(platform()).post("/sign-in", { ...OWNER, csrf_token }, header)).status).toBe(403);
      }
      expect((await visitor.post("/sign-out", {})).status).toBe(403);
      expect((await new Visitor(platform()).post("/sign-in", { ...OWNER })).status).toBe(403);
      await visitor.get(`/sign-out?csrf_token=${csrf_token}`);
      expect(visitor.cookies.get("latchkey")).toBe(session);
      expect((await visitor.get("/account")).status).toBe(200);
    });

    test.each([
      "//evil.example",
      "/\\evil.example",
      "https:evil.example",
      "https://evil.example",
      "\\\\evil",
      "/%09/evil.example",
      "javascript:x",
      "/\u0000",
    ])("R5 RFC 9700 §4.11.2 next=%j stays on this origin", async (next) => {
      // This test has its own account, because more than ten sign-ins of an account per minute are slowed down.
      const account = { email: `${randomUUID()}@next.example`, password: OWNER.password };
      await platform().service.core.accounts.createAccount({ ...account, name: "Next" });
      const { status, location } = await new Visitor(platform())
        .signIn(account, next)
        .catch(() => ({ status: 400, location: null }));
      if (location === null) return expect(status).toBe(400);
      const { origin } = platform().service;
      expect(new URL(location, origin).origin).toBe(origin);
      expect(location).toMatch(/^\/(?![/\\])/);
    });
  });
}
