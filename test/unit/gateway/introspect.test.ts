import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, test } from "vitest";
import { ACCESS_TOKEN, APP, REFRESH_TOKEN, SERVICE_KEY, TEST_ACCESS_TOKEN, WEAK_SERVICE_KEY } from "./fake-core.ts";
import { createGateway, ORIGIN } from "./start-gateway.ts";

const gateway = await createGateway();
beforeEach(() => {
  gateway.core.calls.length = 0;
  gateway.core.failure = null;
});

const introspect = (body: Record<string, string>, authorization: string | null = `Bearer ${SERVICE_KEY}`) =>
  gateway.app.inject({
    method: "POST",
    url: "/oauth/introspect",
    headers: authorization === null ? {} : { authorization },
    payload: body,
  });

const active = {
  active: true,
  scope: "orders:read",
  client_id: APP.clientId,
  token_type: "Bearer",
  token_kind: "access",
  exp: 1_800_003_600,
  iat: 1_800_000_000,
  iss: ORIGIN,
  sub: "shop_1",
  jti: "token_1",
  merchant_id: "shop_1",
  installation_id: "019a0000-0000-7000-8000-000000000001",
  installation_version: 2,
  account_id: "account_1",
};

describe("RFC 7662 §2.2 the response", () => {
  test("an active access token", async () => {
    const answer = await introspect({ token: ACCESS_TOKEN });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(active);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("a token of a test merchant has test: true, so that APIs can reject it", async () => {
    expect((await introspect({ token: TEST_ACCESS_TOKEN })).json()).toEqual({ ...active, test: true });
  });

  test("an active refresh token, by its hint, has no token_type", async () => {
    const { token_type: _, ...rest } = active;
    const answer = await introspect({ token: REFRESH_TOKEN, token_type_hint: "refresh_token" });
    expect(answer.json()).toEqual({ ...rest, token_kind: "refresh" });
  });

  test("I2 an inactive token: active false and nothing else", async () => {
    const answer = await introspect({ token: "garbage" });
    expect([answer.statusCode, answer.body]).toEqual([200, '{"active":false}']);
  });

  test("the call to the core has the caller's key", async () => {
    await introspect({ token: ACCESS_TOKEN }, `bearer ${SERVICE_KEY}`);
    expect(gateway.core.calls.at(-1)?.headers).toHaveProperty("authorization", `Bearer ${SERVICE_KEY}`);
  });
});

describe("RFC 6750 §3.1 the caller's key", () => {
  test.each([
    ["no key", null, 'Bearer realm="latchkey"'],
    ["an unknown key", `Bearer lk_sk_${"c".repeat(71)}`, 'Bearer realm="latchkey", error="invalid_token"'],
    ["Basic", "Basic YTpi", 'Bearer realm="latchkey", error="invalid_token"'],
    ["an access token", `Bearer lk_at_${"a".repeat(71)}`, 'Bearer realm="latchkey", error="invalid_token"'],
    [
      "the in-process gateway key",
      `Bearer in-process-${"a".repeat(43)}`,
      'Bearer realm="latchkey", error="invalid_token"',
    ],
    ["two keys", `Bearer ${SERVICE_KEY}, Bearer ${SERVICE_KEY}`, 'Bearer realm="latchkey", error="invalid_token"'],
  ])("I1 %s: 401 invalid_token", async (_name, authorization, challenge) => {
    const answer = await introspect({ token: ACCESS_TOKEN }, authorization);
    expect([answer.statusCode, answer.json().error]).toEqual([401, "invalid_token"]);
    expect(answer.headers["www-authenticate"]).toBe(challenge);
    expect(answer.json()).toMatchObject({
      error_uri: `${ORIGIN}/docs/errors#invalid_token`,
      request_id: expect.any(String),
    });
  });

  test("a malformed service key never reaches the core", async () => {
    await introspect({ token: ACCESS_TOKEN }, `Bearer in-process-${"a".repeat(43)}`);
    await introspect({ token: ACCESS_TOKEN, client_id: APP.clientId, client_secret: APP.clientSecret }, null);
    expect(gateway.core.calls).toEqual([]);
  });

  test("I1 a key without the permission: 403 insufficient_scope", async () => {
    const answer = await introspect({ token: ACCESS_TOKEN }, `Bearer ${WEAK_SERVICE_KEY}`);
    expect([answer.statusCode, answer.json().error]).toEqual([403, "insufficient_scope"]);
    expect(answer.headers["www-authenticate"]).toBe('Bearer realm="latchkey", error="insufficient_scope"');
  });

  test("the key is checked before the token parameter", async () => {
    expect((await introspect({}, `Bearer ${WEAK_SERVICE_KEY}`)).statusCode).toBe(403);
    const answer = await introspect({});
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });

  test("I4 an outage: 503, neither active nor inactive", async () => {
    gateway.core.failure = new ConnectError("storage", Code.Unavailable);
    const answer = await introspect({ token: ACCESS_TOKEN });
    expect([answer.statusCode, answer.json().error]).toEqual([503, "temporarily_unavailable"]);
    expect(answer.json()).not.toHaveProperty("active");
  });
});
