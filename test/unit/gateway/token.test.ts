import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, test } from "vitest";
import { OAuthError } from "../../../src/oauth/errors.ts";
import { ACCESS_TOKEN, APP, CODE, PUBLIC_APP, REDIRECT_URI, REFRESH_TOKEN } from "./fake-core.ts";
import { createGateway, ORIGIN } from "./start-gateway.ts";

const credentials = { client_id: APP.clientId, client_secret: APP.clientSecret };
const exchange = { grant_type: "authorization_code", code: CODE, redirect_uri: REDIRECT_URI, ...credentials };
const refresh = { grant_type: "refresh_token", refresh_token: REFRESH_TOKEN, ...credentials };
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

const gateway = await createGateway();
beforeEach(() => {
  gateway.core.calls.length = 0;
  gateway.core.failure = null;
  gateway.logged.length = 0;
});

type Body = Record<string, string>;

const postJson = (body: Body, headers: Body = {}, url = "/oauth/token") =>
  gateway.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...headers },
    payload: JSON.stringify(body),
  });
const postForm = (body: Body | string, headers: Body = {}, url = "/oauth/token") =>
  gateway.app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(body).toString(),
  });
const without = (body: Body, ...names: string[]) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

describe("RFC 6749 §5.1 a successful response", () => {
  test.each(["/oauth/token", "/api/v1/oauth/token"])("%s exchanges a code from JSON and from a form", async (url) => {
    for (const answer of [await postJson(exchange, {}, url), await postForm(exchange, {}, url)]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": "application/json; charset=utf-8",
        "cache-control": "no-store",
        pragma: "no-cache",
      });
      expect(answer.json()).toEqual({
        access_token: "lk_at_one",
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: "lk_rt_one",
        refresh_token_expires_in: 7776000,
        scope: "orders:read orders:write",
        merchant_id: "shop_1",
        installation_id: "019a0000-0000-7000-8000-000000000001",
      });
    }
  });

  test("§2.3.1 Basic credentials", async () => {
    const answer = await postForm(without(exchange, "client_id", "client_secret"), {
      authorization: basic(APP.clientId, APP.clientSecret),
    });
    expect(answer.statusCode).toBe(200);
  });

  test("§2.3.1 a public app sends client_id without a secret", async () => {
    const body = {
      ...without(exchange, "client_secret"),
      ...PUBLIC_APP,
      client_id: PUBLIC_APP.clientId,
      code_verifier: "v",
    };
    expect((await postJson(body)).statusCode).toBe(200);
    expect((await postJson({ ...body, client_secret: "" })).statusCode).toBe(200);
  });

  test("§6 a refresh; without a refresh token its lifetime is absent too", async () => {
    const answer = await postForm({ ...refresh, scope: "orders:read" });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      access_token: "lk_at_one",
      token_type: "Bearer",
      expires_in: 3600,
      scope: "orders:read",
      merchant_id: "shop_1",
      installation_id: "019a0000-0000-7000-8000-000000000001",
    });
  });

  test("§3.2 unknown parameters are ignored, in the body and in the query", async () => {
    expect((await postJson({ ...exchange, unknown: "x" })).statusCode).toBe(200);
    expect((await postJson(exchange, {}, "/oauth/token?utm=1")).statusCode).toBe(200);
  });
});

describe("RFC 6749 §5.2 an error response", () => {
  const errors: [name: string, body: Body, status: number, error: string, description: string][] = [
    ["B10 no grant_type", without(exchange, "grant_type"), 400, "invalid_request", "grant_type is required."],
    [
      "B10 grant_type=password",
      { ...exchange, grant_type: "password" },
      400,
      "unsupported_grant_type",
      "grant_type must",
    ],
    [
      "B10 grant_type=constructor",
      { ...exchange, grant_type: "toString" },
      400,
      "unsupported_grant_type",
      "grant_type",
    ],
    ["L1 no credentials", without(exchange, "client_id", "client_secret"), 401, "invalid_client", "Client auth"],
    ["L1 no secret", without(exchange, "client_secret"), 401, "invalid_client", "Client auth"],
    ["L1 a wrong secret", { ...exchange, client_secret: "x" }, 401, "invalid_client", "Client auth"],
    ["a public app with a secret", { ...exchange, client_id: PUBLIC_APP.clientId }, 401, "invalid_client", "Client"],
    ["a secret without a name", without(exchange, "client_id"), 401, "invalid_client", "Client auth"],
    ["no code", without(exchange, "code"), 400, "invalid_request", "code is required."],
    ["an empty code", { ...exchange, code: "" }, 400, "invalid_request", "code is required."],
    ["K4 no redirect_uri", without(exchange, "redirect_uri"), 400, "invalid_request", "redirect_uri is required."],
    ["K4 another redirect_uri", { ...exchange, redirect_uri: "https://x/" }, 400, "invalid_grant", "The authorization"],
    ["no refresh_token", without(refresh, "refresh_token"), 400, "invalid_request", "refresh_token is required."],
    ["a scope with two spaces", { ...refresh, scope: "a  b" }, 400, "invalid_scope", "The requested scope"],
    ["an unknown refresh token", { ...refresh, refresh_token: "x" }, 400, "invalid_grant", "The refresh token"],
  ];
  test.each(errors)("%s", async (_name, body, status, error, description) => {
    for (const answer of [await postJson(body), await postForm(body)]) {
      expect(answer.statusCode).toBe(status);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["www-authenticate"]).toBe(status === 401 ? 'Basic realm="latchkey"' : undefined);
      expect(answer.json()).toEqual({
        error,
        error_description: expect.stringMatching(new RegExp(`^${description}`)),
        error_uri: `${ORIGIN}/docs/errors#${error}`,
        request_id: answer.headers["x-request-id"],
      });
    }
  });

  test("grant_type is checked first, then the app, then the parameters of the grant", async () => {
    const wrong = { client_id: APP.clientId, client_secret: "wrong" };
    expect((await postJson({ ...wrong })).json().error).toBe("invalid_request");
    expect((await postJson({ ...wrong, grant_type: "password" })).json().error).toBe("unsupported_grant_type");
    expect((await postJson({ ...wrong, grant_type: "authorization_code" })).json().error).toBe("invalid_client");
    expect((await postJson({ ...credentials, grant_type: "authorization_code" })).json().error).toBe("invalid_request");
  });

  test("a malformed Authorization header is 401, after other errors of the request", async () => {
    const bare = without(exchange, "client_id", "client_secret");
    for (const authorization of ["Basic", "Basic !", "Bearer x", basic("", "x")]) {
      const answer = await postJson(bare, { authorization });
      expect([answer.statusCode, answer.json().error]).toEqual([401, "invalid_client"]);
      expect((await postJson({ ...bare, grant_type: "x" }, { authorization })).json().error).toBe(
        "unsupported_grant_type",
      );
    }
    expect(gateway.core.calls).toEqual([]);
  });

  test("L2 Basic and a secret in the body, or another client_id there", async () => {
    const authorization = basic(APP.clientId, APP.clientSecret);
    for (const body of [exchange, { ...without(exchange, "client_secret"), client_id: "other" }]) {
      const answer = await postJson(body, { authorization });
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    }
    expect(gateway.core.calls).toEqual([]);
  });
});

describe("L4 OAuth parameters in the query", () => {
  test.each([
    "client_secret=canary",
    "client%5Fsecret=canary",
    "code=canary",
    "x=1&token=canary",
    "grant_type",
    "refresh_token=canary%zz",
  ])("%s: 400, and logged without the value", async (query) => {
    const answer = await postJson(exchange, {}, `/oauth/token?${query}`);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    expect(answer.json().error_description).toContain("not in the query");
    expect(gateway.core.calls).toEqual([]);
    expect(gateway.logged.join()).toContain("OAuth parameters in the query");
    expect(gateway.logged.join()).not.toContain("canary");
  });

  // Includes the parameters of authorize and of unsupported extensions.
  test.each([
    "response_type",
    "code_challenge",
    "code_challenge_method",
    "prompt",
    "merchant_hint",
    "install_token",
    "request",
    "request_uri",
    "response_mode",
    "nonce",
    "resource",
    "audience",
    "subject_token",
    "device_code",
    "id_token_hint",
    "login_hint",
    "authorization_details",
  ])("%s, a parameter of another route or of an unsupported extension: 400", async (name) => {
    const answer = await postJson(exchange, {}, `/oauth/token?${name}=x`);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    expect(gateway.core.calls).toEqual([]);
  });

  test.each(["/oauth/revoke", "/oauth/introspect", "/oauth/uninstall", "/api/v1/oauth/revoke"])(
    "also at %s",
    async (path) => {
      const answer = await postForm({ token: "x" }, {}, `${path}?token=x`);
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
      expect(gateway.core.calls).toEqual([]);
    },
  );
});

describe("B1-B6 bodies that are rejected before their content is checked", () => {
  const form = "application/x-www-form-urlencoded";
  const json = "application/json";
  const whole = new URLSearchParams(exchange).toString();
  const bodies: [name: string, type: string | undefined, payload: string | Buffer, status: number][] = [
    ["B1 a form field twice", form, `${whole}&code=${CODE}`, 400],
    ["B1 an unknown form field twice", form, `${whole}&x=1&x=1`, 400],
    ["B1 a JSON member twice", json, JSON.stringify(exchange).replace("{", `{"code":"${CODE}",`), 400],
    ["B2 an array", json, JSON.stringify({ ...exchange, code: [CODE] }), 400],
    ["B2 a number in an unknown member", json, JSON.stringify({ ...exchange, x: 1 }), 400],
    ["B3 __proto__", json, JSON.stringify(exchange).replace("{", '{"__proto__":{"admin":true},'), 400],
    ["B4 an empty body", json, "", 400],
    ["B4 an array", json, "[]", 400],
    ["B5 17 KiB", json, JSON.stringify({ ...exchange, x: "x".repeat(17 * 1024) }), 413],
    ["B5 17 KiB of a form", form, `${whole}&x=${"x".repeat(17 * 1024)}`, 413],
    ["B5 65 parameters", form, `${whole}${"&a".repeat(65)}`, 400],
    ["B6 text", "text/plain", whole, 415],
    ["B6 multipart", "multipart/form-data; boundary=x", "--x--", 415],
    ["B6 no content type", undefined, whole, 415],
    ["B6 no content type and no body", undefined, "", 415],
    ["B6 utf-16", `${json}; charset=utf-16`, Buffer.from(JSON.stringify(exchange), "utf16le"), 415],
    ["B6 no type at all", "nonsense", whole, 415],
    [
      "B6 iso-8859-1 with other bytes than ASCII",
      `${form}; charset=ISO-8859-1`,
      Buffer.from(`${whole}&x=ü`, "latin1"),
      415,
    ],
    ["B6 iso-8859-1 with its percent-encoding", `${form}; charset=ISO-8859-1`, `${whole}&x=%fc`, 400],
    ["a control character", form, `${whole}&x=%00`, 400],
    ["invalid UTF-8", form, `${whole}&x=%ff`, 400],
  ];
  test.each(bodies)("%s", async (_name, type, payload, status) => {
    const headers = type === undefined ? {} : { "content-type": type };
    for (const url of ["/oauth/token", "/oauth/revoke", "/api/v1/oauth/uninstall", "/oauth/introspect"]) {
      const answer = await gateway.app.inject({ method: "POST", url, headers, payload });
      expect([answer.statusCode, answer.json().error]).toEqual([status, "invalid_request"]);
      expect(answer.json().request_id).toBe(answer.headers["x-request-id"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(gateway.core.calls).toEqual([]);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("admin");
  });

  test("B6 a form in ASCII with the label of another charset", async () => {
    const headers = { "content-type": `${form}; charset=ISO-8859-1` };
    const answer = await gateway.app.inject({ method: "POST", url: "/oauth/token", headers, payload: whole });
    expect([answer.statusCode, answer.json().access_token]).toEqual([200, ACCESS_TOKEN]);
  });

  test("B6 gzip", async () => {
    const answer = await postJson(exchange, { "content-encoding": "gzip" });
    expect([answer.statusCode, answer.json().error]).toEqual([415, "invalid_request"]);
  });
});

describe("failures between the gateway and the core", () => {
  test("the core rejects the gateway's key: 503, not an error of the app's secret", async () => {
    for (const code of [Code.Unauthenticated, Code.PermissionDenied, Code.Unavailable, Code.Internal, Code.Unknown]) {
      gateway.core.failure = new ConnectError("secret detail", code);
      const answer = await postJson(exchange);
      expect([answer.statusCode, answer.json().error]).toEqual([503, "temporarily_unavailable"]);
      expect(answer.headers["retry-after"]).toBe("1");
      expect(answer.headers["www-authenticate"]).toBeUndefined();
      expect(answer.body).not.toContain("secret detail");
    }
  });

  test("O1 a storage error is 503 with the core's Retry-After", async () => {
    gateway.core.failure = new OAuthError("unavailable", { retryAfter: 7 });
    const answer = await postJson(exchange);
    expect([answer.statusCode, answer.json().error]).toEqual([503, "temporarily_unavailable"]);
    expect(answer.headers["retry-after"]).toBe("7");
  });

  test("L6 a limit is 429 with Retry-After", async () => {
    gateway.core.failure = new OAuthError("rate_limited", { retryAfter: 42 });
    const answer = await postJson(exchange);
    expect([answer.statusCode, answer.json().error]).toEqual([429, "temporarily_unavailable"]);
    expect(answer.headers["retry-after"]).toBe("42");
  });

  test("a defect of the core is server_error", async () => {
    gateway.core.failure = new OAuthError("internal");
    const answer = await postJson(exchange);
    expect([answer.statusCode, answer.json().error]).toEqual([500, "server_error"]);
  });
});
