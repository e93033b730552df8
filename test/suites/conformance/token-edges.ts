import { describe, expect, test } from "vitest";
import { credentialsOf, exchangeBody, MERCHANT, type Platform, post, type RegisteredApp, SCOPES } from "./platform.ts";
import { tokenCalls } from "./rfc6749-token.ts";

const errorIn = (body: unknown) => (body as { error: string }).error;
const FORM = "application/x-www-form-urlencoded";
const REASON = { reasonCode: "TEST", reasonText: "A test." };

/** Cases of the token endpoint: unusual requests and earlier events. */
export function tokenEdges(platform: () => Platform): void {
  credentialBytes(platform);
  bodies(platform);
  codes(platform);
}

function credentialBytes(platform: () => Platform): void {
  const send = async (body: string, headers: Record<string, string> = {}) => {
    const url = `${platform().service.origin}/oauth/token`;
    const answer = await fetch(url, { method: "POST", body, headers: { "content-type": FORM, ...headers } });
    return [answer.status, errorIn(await answer.json())];
  };
  const grantType = (type: string) => (body: string) => body.replace("refresh_token&", `${type}&`);
  const REFRESH = "grant_type=refresh_token&refresh_token=x";
  const base64 = (text: string) => Buffer.from(text, "latin1").toString("base64");
  const pair = ({ clientId, clientSecret }: RegisteredApp) => `${clientId}:${clientSecret}`;

  describe("RFC 6749 §2.3.1, RFC 7617 §2 valid and invalid Basic credentials", () => {
    // Valid credentials lead to the error of the grant; invalid ones to `invalid_client`.
    test.each<[string, (app: RegisteredApp) => string]>([
      ["as the RFC writes it", (app) => `Basic ${base64(pair(app))}`],
      ["in small letters", (app) => `basic ${base64(pair(app))}`],
      ["in capitals, after two spaces", (app) => `BASIC  ${base64(pair(app))}`],
      ["form-encoded before it was joined", (app) => `Basic ${base64(pair(app).replaceAll("_", "%5F"))}`],
    ])("%s: accepted", async (_name, authorization) => {
      const answer = await send(REFRESH, { authorization: authorization(platform().app) });
      expect(answer).toEqual([400, "invalid_grant"]);
    });

    test.each<[string, (app: RegisteredApp) => string]>([
      ["nothing behind it", () => "Basic"],
      ["no colon", ({ clientId }) => `Basic ${base64(clientId)}`],
      ["no secret", ({ clientId }) => `Basic ${base64(`${clientId}:`)}`],
      ["no name", ({ clientSecret }) => `Basic ${base64(`:${clientSecret}`)}`],
      ["base64url", (app) => `Basic ${Buffer.from(`${pair(app)}??`).toString("base64url")}`],
      ["a tab for the space", (app) => `Basic\t${base64(pair(app))}`],
      ["two credentials", (app) => `Basic ${base64(pair(app))}, Basic ${base64(pair(app))}`],
      ["a NUL behind the secret", (app) => `Basic ${base64(`${pair(app)}\0`)}`],
      ["a line end behind the secret", (app) => `Basic ${base64(`${pair(app)}\n`)}`],
      ["a space behind the secret", (app) => `Basic ${base64(`${pair(app)} `)}`],
      ["bytes that are no UTF-8", (app) => `Basic ${base64(`${pair(app)}\xe9`)}`],
      ["overlong UTF-8", (app) => `Basic ${base64(`${pair(app)}%C0%80`)}`],
      ["a percent sign that encodes nothing", (app) => `Basic ${base64(`${pair(app)}%zz`)}`],
      ["another scheme", ({ clientSecret }) => `Bearer ${clientSecret}`],
      ["a name in capitals", (app) => `Basic ${base64(pair(app).replace(app.clientId, app.clientId.toUpperCase()))}`],
    ])("L1 %s: 401 with WWW-Authenticate", async (_name, authorization) => {
      const answer = await send(REFRESH, { authorization: authorization(platform().app) });
      expect(answer).toEqual([401, "invalid_client"]);
    });
  });

  describe("RFC 6749 §2.3.1 credentials in the body", () => {
    test.each<[string, (body: string, app: RegisteredApp) => string, number, string]>([
      ["a space behind the secret", (body) => `${body}%20`, 401, "invalid_client"],
      ["a plus behind the secret", (body) => `${body}+`, 401, "invalid_client"],
      ["letters that look alike", (body) => body.replace("lk_cs_", "%EF%BD%8Ck_cs_"), 401, "invalid_client"],
      [
        "the name in capitals",
        (body, app) => body.replace(app.clientId, app.clientId.toUpperCase()),
        401,
        "invalid_client",
      ],
      ["parameter names in capitals", (body) => body.replace("client_", "CLIENT_"), 401, "invalid_client"],
      ["B3 a NUL", (body) => `${body}%00`, 400, "invalid_request"],
      ["a line end", (body) => `${body}%0D%0A`, 400, "invalid_request"],
      ["overlong UTF-8", (body) => `${body}&x=%C0%AF`, 400, "invalid_request"],
      ["half a percent sign", (body) => `${body}&x=%4`, 400, "invalid_request"],
      ["a byte order mark before it", (body) => `\ufeff${body}`, 400, "invalid_request"],
      ["B1 one twice, one of them percent-encoded", (body) => `${body}&%63lient_id=x`, 400, "invalid_request"],
      ["B1 one twice, both empty", (body) => `${body}&state=&state=`, 400, "invalid_request"],
      ["B10 PHP's arrays", (body) => body.replace("grant_type", "grant_type[]"), 400, "invalid_request"],
      ["B10 semicolons between", (body) => body.replaceAll("&", ";"), 400, "unsupported_grant_type"],
      ["B10 grant_type=password", grantType("password"), 400, "unsupported_grant_type"],
      ["B10 grant_type=client_credentials", grantType("client_credentials"), 400, "unsupported_grant_type"],
      ["B10 grant_type in capitals", grantType("REFRESH_TOKEN"), 400, "unsupported_grant_type"],
      ["B10 grant_type=__proto__", grantType("__proto__"), 400, "unsupported_grant_type"],
      ["B10 no grant_type", (body) => body.replace("grant_type=refresh_token&", ""), 400, "invalid_request"],
    ])("%s", async (_name, change, status, error) => {
      const { app } = platform();
      const body = `${REFRESH}&${new URLSearchParams(credentialsOf(app))}`;
      expect(await send(change(body, app))).toEqual([status, error]);
    });
  });
}

function bodies(platform: () => Platform): void {
  const request = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
    fetch(`${platform().service.origin}/oauth/token`, { method: "POST", body, headers });

  describe("bodies", () => {
    test.each<[string, string, number]>([
      ["B2 null in an unknown member", '{"x":null}', 400],
      ["B2 a nested object", '{"client_id":{"$ne":""}}', 400],
      ["B3 __proto__", '{"__proto__":{"polluted":"yes"}}', 400],
      ["B3 __proto__, a string", '{"__proto__":"x"}', 400],
      ["B3 constructor.prototype", '{"constructor":{"prototype":{"polluted":"yes"}}}', 400],
      ["B4 an array", "[]", 400],
      ["B4 a string", '"x"', 400],
      ["B4 null", "null", 400],
      ["B4 nothing", "", 400],
      ["B4 cut off", '{"grant_type":"ref', 400],
      ["B4 a byte order mark", "\ufeff{}", 400],
      ["B4 half a surrogate pair", '{"code":"\\ud800"}', 400],
      ["B1 a member twice", '{"code":"a","code":"a"}', 400],
      ["B1 a member twice, once escaped", '{"code":"a","\\u0063ode":"a"}', 400],
      ["B5 arrays 10,000 deep", `{"x":${"[".repeat(7_000)}`, 400],
      ["B5 17 KiB", `{"x":"${"x".repeat(17_408)}"}`, 413],
      ["B5 100,000 members", `{${'"a":"",'.repeat(100_000)}"b":""}`, 413],
    ])("%s", async (_name, body, status) => {
      const answer = await request(body, { "content-type": "application/json" });
      expect([answer.status, errorIn(await answer.json())]).toEqual([status, "invalid_request"]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    });

    test.each<[string, Record<string, string>]>([
      ["text", { "content-type": "text/plain" }],
      ["multipart", { "content-type": "multipart/form-data; boundary=x" }],
      ["JSON of another kind", { "content-type": "application/vnd.api+json" }],
      ["gzip", { "content-type": FORM, "content-encoding": "gzip" }],
      ["UTF-16", { "content-type": "application/json; charset=utf-16" }],
      ["JSON in Latin-1", { "content-type": "application/json; charset=iso-8859-1" }],
      ["a form in UTF-16", { "content-type": `${FORM}; charset=utf-16` }],
      ["two types", { "content-type": `${FORM}, application/json` }],
    ])("B6 %s: 415", async (_name, headers) => {
      const answer = await request("grant_type=x", headers);
      expect([answer.status, errorIn(await answer.json())]).toEqual([415, "invalid_request"]);
    });

    test("B6 no type at all: 415", async () => {
      const answer = await request(new Uint8Array([123, 125]), {});
      expect(answer.status).toBe(415);
    });

    test.each([
      "Application/X-WWW-Form-URLencoded",
      `${FORM}; charset=UTF-8`,
      `${FORM};charset="utf-8"`,
      `${FORM}; charset=ISO-8859-1`,
      `${FORM}; boundary=x`,
    ])("B6 %s is a form", async (type) => {
      const answer = await request("grant_type=x", { "content-type": type });
      expect([answer.status, errorIn(await answer.json())]).toEqual([400, "unsupported_grant_type"]);
    });
  });
}

function codes(platform: () => Platform): void {
  const { token, install, isActive, refresh } = tokenCalls(platform);
  const outcome = ({ status, body }: { status: number; body: { error?: string } | null }) => [status, body?.error];

  describe("RFC 6749 §4.1.3 changes after a code was issued", () => {
    test.each<
      [
        string,
        (core: Platform["service"]["core"]) => Promise<unknown>,
        (core: Platform["service"]["core"]) => Promise<unknown>,
      ]
    >([
      [
        "the merchant suspended",
        ({ accounts }) => accounts.suspendMerchant({ merchantId: MERCHANT, ...REASON }),
        ({ accounts }) => accounts.resumeMerchant({ merchantId: MERCHANT }),
      ],
      [
        "the account suspended",
        ({ accounts }) => accounts.suspendAccount({ accountId: platform().accountId, ...REASON }),
        ({ accounts }) => accounts.resumeAccount({ accountId: platform().accountId }),
      ],
    ])("K6 %s: invalid_grant", async (_name, stop, resume) => {
      const { app, issue, service } = platform();
      const code = await issue(app);
      await stop(service.core);
      try {
        expect(outcome(await token(exchangeBody(app, code)))).toEqual([400, "invalid_grant"]);
      } finally {
        await resume(service.core);
      }
    });

    test("K6 the app uninstalled: invalid_grant, and no new installation", async () => {
      const { app, issue } = platform();
      await install();
      const code = await issue(app);
      const body = { ...credentialsOf(app), merchant_id: MERCHANT };
      expect((await post(platform(), "/oauth/uninstall", body)).status).toBe(200);
      expect(outcome(await token(exchangeBody(app, code)))).toEqual([400, "invalid_grant"]);
    });

    test("K1 a replay of an expired code still revokes the family", async () => {
      const { app, issue, service } = platform();
      const body = exchangeBody(app, await issue(app));
      const first = await token(body);
      await service.query("update authorization_code set expires_at = clock_timestamp() - interval '30 seconds'");
      expect(outcome(await token(body))).toEqual([400, "invalid_grant"]);
      expect(await isActive(first.body.access_token)).toBe(false);
    });

    test("I3 T10 a not-before time for everything revokes earlier tokens, also after a refresh", async () => {
      const { app, service } = platform();
      const pair = await install();
      await service.core.tokens.revokeBefore({ subject: { case: "everything", value: true } });
      expect(outcome(await refresh(app, pair.refresh_token))).toEqual([400, "invalid_grant"]);
      expect(await isActive(pair.access_token)).toBe(false);
      expect(await isActive((await install()).access_token)).toBe(true);
    });

    test("T2 RFC 6749 §6 a refresh for ungranted or no scopes consumes nothing", async () => {
      const { app } = platform();
      const pair = await install();
      for (const scope of [SCOPES.join(" "), "nonsense", "orders:read  orders:write", " "])
        expect(outcome(await refresh(app, pair.refresh_token, { scope }))).toEqual([400, "invalid_scope"]);
      expect((await refresh(app, pair.refresh_token)).status).toBe(200);
    });
  });
}
