import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  authorizeUrl,
  exchangeBody,
  MERCHANT,
  NATIVE_REDIRECT_URI,
  newState,
  type Platform,
  post,
  REDIRECT_URI,
} from "./platform.ts";
import { Visitor } from "./visitor.ts";

const REASON = { reasonCode: "TEST", reasonText: "A test." };
const CHALLENGE = "a".repeat(43);

/** Cases of the authorization endpoint beyond rfc6749-authorize.ts. */
export function authorizeEdges(platform: () => Platform): void {
  const get = (query: string, path = "/oauth/authorize") =>
    fetch(`${platform().service.origin}${path}?${query}`, { redirect: "manual" });
  const queryOf = (extra: Record<string, string> = {}, app = platform().app) =>
    authorizeUrl(platform(), app, extra).search.slice(1);

  pages(platform, get, queryOf);
  redirects(platform, get, queryOf);

  test("A7 RFC 6749 §3.1 PUT, DELETE, PATCH, HEAD and OPTIONS are 405 with Allow, at both paths", async () => {
    for (const path of ["/oauth/authorize", "/api/v1/oauth/authorize"])
      for (const method of ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]) {
        const answer = await fetch(`${platform().service.origin}${path}?${queryOf()}`, { method, redirect: "manual" });
        expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, POST"]);
      }
  });

  test("A9 RFC 9101 §6.2 nothing is fetched for a request_uri, nor for any other address in a request", async () => {
    let visits = 0;
    const server = createServer((_request, response) => response.end(`${visits++}`)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const bait = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      await platform().consent(authorizeUrl(platform(), platform().app, { request_uri: bait }));
      for (const name of ["request_uri", "redirect_uri", "client_id", "jwks_uri", "sector_identifier_uri"])
        await get(queryOf({ [name]: bait }));
      expect(visits).toBe(0);
    } finally {
      await once(server.close(), "close");
    }
  });

  test("R3 RFC 8252 §7.3 a loopback redirect of a public app matches at any port, and otherwise exactly", async () => {
    const { publicApp } = platform();
    const challenge = { code_challenge: CHALLENGE, code_challenge_method: "S256" };
    const statusOf = async (redirect_uri: string) =>
      (await get(queryOf({ ...challenge, redirect_uri }, publicApp))).status;
    for (const port of [":1", ":8080", ":65535", ""])
      expect(await statusOf(NATIVE_REDIRECT_URI.replace("127.0.0.1", `127.0.0.1${port}`))).toBe(303);
    for (const other of [
      "localhost:8080",
      "127.0.0.2:8080",
      "[::1]:8080",
      "127.1:8080",
      "127.0.0.1.evil.example",
      "127.0.0.1:65536",
    ])
      expect(await statusOf(NATIVE_REDIRECT_URI.replace("127.0.0.1", other))).toBe(400);
    expect(await statusOf(`${NATIVE_REDIRECT_URI.replace("127.0.0.1", "127.0.0.1:80")}/`)).toBe(400);
  });

  test("R4 RFC 6749 §3.1.2.4 a redirect URI removed before the approval gets no response", async () => {
    const app = await platform().register("Moves", REDIRECT_URI, true);
    const visitor = new Visitor(platform());
    await visitor.signIn();
    const path = await visitor.begin(authorizeUrl(platform(), app));
    const update = "update app set redirect_uris = $1 where client_id = $2";
    await platform().service.query(update, [["https://app.example/other"], app.clientId]);
    for (const decision of ["approve", "deny"]) {
      const answer = await visitor.submit(path, { decision, merchant_id: MERCHANT, scope: "orders:read" });
      expect([answer.status >= 400, answer.location]).toEqual([true, null]);
    }
  });

  test("A11 RFC 6749 §4.1.2.1 no code for a merchant or an app that is suspended between page and approval", async () => {
    const { apps, accounts } = platform().service.core;
    const app = await platform().register("Pauses", REDIRECT_URI, true);
    const { clientId } = app;
    const visitor = new Visitor(platform());
    await visitor.signIn();
    const approve = async (stop: () => Promise<unknown>) => {
      const path = await visitor.begin(authorizeUrl(platform(), app, { prompt: "consent" }));
      const page = await visitor.get(path);
      await stop();
      const csrf_token = /name="csrf_token" value="([^"]*)"/.exec(page.html)![1]!;
      return visitor.post(path, { csrf_token, decision: "approve", merchant_id: MERCHANT, scope: "orders:read" });
    };
    const merchant = await approve(() => accounts.suspendMerchant({ merchantId: MERCHANT, ...REASON }));
    await accounts.resumeMerchant({ merchantId: MERCHANT });
    const suspended = await approve(() => apps.suspendApp({ clientId, ...REASON }));
    for (const { location } of [merchant, suspended]) expect(location ?? "").not.toContain("code=");
    expect(suspended.location ?? "error=access_denied").toContain("error=access_denied");
    const codes = "select 1 from authorization_code c join app a on a.id = c.app_id where a.client_id = $1";
    expect((await platform().service.query(codes, [clientId])).rowCount).toBe(0);
  });
}

type Get = (query: string, path?: string) => Promise<Response>;
type QueryOf = (extra?: Record<string, string>, app?: Platform["app"]) => string;

function pages(platform: () => Platform, get: Get, queryOf: QueryOf): void {
  test("A1 RFC 6749 §4.1.2.1 missing, unknown, unreviewed, suspended and archived apps get the same page, and nothing is stored", async () => {
    const { service, register } = platform();
    const { accounts, apps } = service.core;
    // Without a test merchant, an unreviewed app works nowhere.
    const other = await accounts.createAccount({
      email: "no-test@x.example",
      name: "No Test Merchant",
      developer: true,
    });
    const [suspended, archived] = [await register("S", REDIRECT_URI, true), await register("A", REDIRECT_URI, true)];
    await apps.suspendApp({ clientId: suspended.clientId, ...REASON });
    await apps.archiveApp({ clientId: archived.clientId, ...REASON });
    const draft = await apps.createApp({
      profile: { name: "D", purpose: "None yet.", redirectUris: [REDIRECT_URI], scopes: [] },
      confidential: true,
      developerAccountId: other.account!.accountId,
    });
    const stored = async () => (await service.query("select count(*) from interaction")).rows[0].count;
    const before = await stored();
    const ids = ["", "app_0000000000000000000000", suspended.clientId, archived.clientId, draft.app!.clientId];
    const texts = new Set<string>();
    for (const client_id of ids) {
      const answer = await get(queryOf({ client_id }));
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      const html = await answer.text();
      const own = [answer.headers.get("x-request-id")!, encodeURIComponent(client_id), client_id].filter(
        (text) => text !== "",
      );
      texts.add(
        own.reduce((text, part) => text.replaceAll(part, "?"), html).replace(/href="[^"]*lang[^"]*"|next=[^"&]*/g, ""),
      );
    }
    expect(texts.size).toBe(1);
    expect(await stored()).toBe(before);
  });

  const faults: [name: string, change: (query: string) => string][] = [
    ["R1 a sub-domain", (query) => query.replace("app.example", "evil.app.example")],
    ["R1 a prefix with userinfo", (query) => query.replace("app.example", "app.example%40evil.example")],
    ["R1 userinfo", (query) => query.replace("%2F%2Fapp", "%2F%2Fa%40app")],
    ["R1 another scheme", (query) => query.replace("https%3A", "http%3A")],
    ["R1 the scheme in capitals", (query) => query.replace("https%3A", "HTTPS%3A")],
    ["R1 the default port", (query) => query.replace("app.example", "app.example%3A443")],
    ["R1 a dot at the host's end", (query) => query.replace("app.example", "app.example.")],
    ["R1 dot segments", (query) => query.replace("%2Fcallback", "%2Fx%2F..%2Fcallback")],
    ["R1 a letter percent-encoded", (query) => query.replace("callback", "%2563allback")],
    ["R1 a trailing space", (query) => query.replace("callback", "callback+")],
    ["R1 a trailing line end", (query) => query.replace("callback", "callback%0D%0A")],
    ["R1 a backslash", (query) => query.replace("app.example", "app.example%5C.evil.example")],
    ["R1 a letter that looks alike", (query) => query.replace("app.example", "%D0%B0pp.example")],
    ["RFC 6749 §3.1 client_id twice, once percent-encoded", (query) => `${query}&%63lient_id=x`],
    ["client_id in capitals", (query) => query.replace("client_id", "CLIENT_ID")],
    ["parameters between semicolons", (query) => query.replaceAll("&", ";")],
    ["parameters between HTML's &amp;", (query) => query.replaceAll("&", "&amp;")],
    ["B5 more than 64 parameters", (query) => query + "&x=1".repeat(64)],
    ["a client_id with a NUL", (query) => query.replace("client_id=", "client_id=%00")],
    ["a client_id in overlong UTF-8", (query) => query.replace("client_id=", "client_id=%C0%AF")],
  ];
  test.each(faults)("%s: a page", async (_name, change) => {
    const answer = await get(change(queryOf()));
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
  });

  test("A10 RFC 6749 §4.1.2 a malformed POST gets an error page for any Accept header", async () => {
    const form = "application/x-www-form-urlencoded";
    const posts: [path: string, type: string, body: string, status: number][] = [
      ["?x=1", form, queryOf(), 400],
      ["", "application/json", "{", 400],
      ["", "application/json", '{"client_id":["x"]}', 400],
      ["", "text/plain", queryOf(), 415],
      ["", form, `x=${"x".repeat(17_000)}`, 413],
    ];
    for (const [query, type, body, status] of posts) {
      const url = `${platform().service.origin}/oauth/authorize${query}`;
      const headers = { "content-type": type, accept: "application/json" };
      const answer = await fetch(url, { method: "POST", body, headers, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([status, null]);
      expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
    }
  });
}

function redirects(platform: () => Platform, get: Get, queryOf: QueryOf): void {
  const pkce = (code_challenge: string, code_challenge_method = "S256") => ({ code_challenge, code_challenge_method });
  const rows: [name: string, extra: Record<string, string>, error: string][] = [
    ["A3 response_type=code id_token", { response_type: "code id_token" }, "unsupported_response_type"],
    ["A3 response_type=none", { response_type: "none" }, "unsupported_response_type"],
    ["A3 response_type with a space", { response_type: "code " }, "unsupported_response_type"],
    ["A5 a line end in scope", { scope: "orders:read\n" }, "invalid_scope"],
    ["A5 a backslash in scope", { scope: "orders:read\\" }, "invalid_scope"],
    ["A5 a letter beyond ASCII in scope", { scope: "orders:réad" }, "invalid_scope"],
    ["A5 a tab between scopes", { scope: "orders:read\torders:write" }, "invalid_scope"],
    ["A5 scopes between commas", { scope: "orders:read,orders:write" }, "invalid_scope"],
    ["A5 a space before a scope", { scope: " orders:read" }, "invalid_scope"],
    ["A5 a scope in capitals", { scope: "ORDERS:READ" }, "invalid_scope"],
    ["P1 a method in small letters", pkce(CHALLENGE, "s256"), "invalid_request"],
    ["P1 an unknown method", pkce(CHALLENGE, "S512"), "invalid_request"],
    ["P1 no method", { code_challenge: CHALLENGE }, "invalid_request"],
    ["P2 a challenge of 44 characters", pkce(`${CHALLENGE}a`), "invalid_request"],
    ["P2 a challenge of 129 characters", pkce("a".repeat(129)), "invalid_request"],
    ["P2 a padded challenge", pkce(`${"a".repeat(42)}=`), "invalid_request"],
    ["P2 a challenge of another alphabet", pkce(`${"a".repeat(42)}+`), "invalid_request"],
    ["prompt=none, which is unknown", { prompt: "none" }, "invalid_request"],
    ["both request and request_uri", { request: "x", request_uri: "https://x.example/" }, "request_not_supported"],
  ];
  test.each(rows)("%s", async (_name, extra, error) => {
    const state = newState();
    const back = await platform().consent(authorizeUrl(platform(), platform().app, { ...extra, state }));
    const parameters = back.searchParams;
    expect([`${back.origin}${back.pathname}`, parameters.get("error"), parameters.get("state")]).toEqual([
      REDIRECT_URI,
      error,
      state,
    ]);
    expect(parameters.get("iss")).toBe(platform().service.origin);
  });

  test.each([
    ["an invalid one in UTF-8", "%C0%AF"],
    ["half a surrogate pair", "%ED%A0%80"],
    ["a control beyond ASCII, which is none of the printable", "%C2%85"],
    ["a header to inject", "a%0D%0ASet-Cookie:%20x=y"],
  ])("A8 an invalid state, %s: invalid_request without state", async (_name, state) => {
    const url = authorizeUrl(platform(), platform().app);
    url.search = url.search.replace(/state=[^&]*/, `state=${state}`);
    const { searchParams } = await platform().consent(url);
    expect([searchParams.get("error"), searchParams.get("state")]).toEqual(["invalid_request", null]);
  });

  test("A4 RFC 6749 §3.1 unknown and empty parameters are ignored, also at the versioned path", async () => {
    const { app } = platform();
    const unknown = {
      response_mode: "fragment",
      "state[]": "x",
      client_secret: "x",
      nonce: "n",
      code_challenge: "",
      merchant_hint: "",
    };
    const url = authorizeUrl(platform(), app, unknown);
    url.pathname = "/api/v1/oauth/authorize";
    url.search += "&&=&flag&resource=https%3A%2F%2Fapi.example";
    const back = await platform().consent(url);
    expect(back.hash).toBe("");
    expect((await post(platform(), "/api/v1/oauth/token", exchangeBody(app, back))).status).toBe(200);
  });

  test("C10 of two session cookies neither is used", async () => {
    const visitor = new Visitor(platform());
    await visitor.signIn();
    const [[name, value]] = [...visitor.cookies].filter(([name]) => !name.endsWith("-form")) as [[string, string]];
    const url = `${platform().service.origin}/oauth/authorize?${queryOf()}`;
    const locationWith = async (cookie: string) =>
      (await fetch(url, { headers: { cookie }, redirect: "manual" })).headers.get("location");
    const signedOut = /^\/sign-in\?/;
    expect(await locationWith(`${name}=${value}`)).not.toMatch(signedOut);
    for (const cookie of [
      `${name}=${value}; ${name}=x`,
      `${name}=x; ${name}=${value}`,
      `${name}="${value}"`,
      `${name.toUpperCase()}=${value}`,
    ])
      expect(await locationWith(cookie)).toMatch(signedOut);
    const junk = Array.from({ length: 200 }, (_, at) => `c${at}=x`).join("; ");
    expect(await locationWith(`;;=;${junk}; ${name}=${value}`)).not.toMatch(signedOut);
    expect((await get(queryOf(), "/oauth/authorize")).headers.get("location")).toMatch(signedOut);
  });
}
