import { Code, ConnectError } from "@connectrpc/connect";
import type { LightMyRequestResponse } from "fastify";
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

const challengeOf = ({ headers }: LightMyRequestResponse) => [headers["www-authenticate"]].flat().join(", ");

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
  username: "shop_1",
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
    ["no key", null, 'Bearer realm="latchkey", Basic realm="latchkey"'],
    ["an unknown key", `Bearer lk_sk_${"c".repeat(71)}`, 'Bearer realm="latchkey", error="invalid_token"'],
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
    expect(challengeOf(answer)).toBe(challenge);
    expect(answer.json()).toMatchObject({
      error_uri: `${ORIGIN}/docs/errors#invalid_token`,
      request_id: expect.any(String),
    });
  });
});

describe("I7 RFC 7662 §2.1 the key by the methods of RFC 6749 §2.3.1", () => {
  const ID = "019a0000-0000-7000-8000-000000000002";
  const basic = (text: string) => `Basic ${Buffer.from(text, "latin1").toString("base64")}`;
  const encoded = [...SERVICE_KEY].map((char) => `%${char.charCodeAt(0).toString(16)}`).join("");
  const post = { client_id: ID, client_secret: SERVICE_KEY };

  test.each<[name: string, authorization: string | null, body: Record<string, string>]>([
    ["Basic with the key's id", basic(`${ID}:${SERVICE_KEY}`), {}],
    ["Basic with another user name", basic(`orders api:${SERVICE_KEY}`), {}],
    ["Basic without a user name", basic(`:${SERVICE_KEY}`), {}],
    ["Basic with a user name that is not form-encoded", basic(`100%:${SERVICE_KEY}`), {}],
    ["Basic with each character form-encoded", basic(`${ID}:${encoded}`), {}],
    ["Basic beside a client_id", basic(`${ID}:${SERVICE_KEY}`), { client_id: ID }],
    ["client_id and client_secret", null, post],
    ["client_secret alone", null, { client_secret: SERVICE_KEY }],
    ["Bearer beside a client_id", `Bearer ${SERVICE_KEY}`, { client_id: ID }],
  ])("%s", async (_name, authorization, body) => {
    const answer = await introspect({ token: ACCESS_TOKEN, ...body }, authorization);
    expect([answer.statusCode, answer.json()]).toEqual([200, active]);
    expect(gateway.core.calls.at(-1)?.headers).toHaveProperty("authorization", `Bearer ${SERVICE_KEY}`);
  });

  const unknown = `lk_sk_${"c".repeat(71)}`;
  test.each<[name: string, authorization: string | null, body: Record<string, string>]>([
    ["an unknown key by Basic", basic(`${ID}:${unknown}`), {}],
    ["an unknown key in the body", null, { client_id: ID, client_secret: unknown }],
    ["an app's credentials by Basic", basic(`${APP.clientId}:${APP.clientSecret}`), {}],
    ["an app's credentials in the body", null, { client_id: APP.clientId, client_secret: APP.clientSecret }],
    ["the key as user name", basic(`${SERVICE_KEY}:`), {}],
    ["the in-process gateway key", basic(`${ID}:in-process-${"a".repeat(43)}`), {}],
    ["Basic that is not base64", `Basic ${SERVICE_KEY}`, {}],
  ])("I1 %s: 401 invalid_client", async (_name, authorization, body) => {
    const answer = await introspect({ token: ACCESS_TOKEN, ...body }, authorization);
    expect([answer.statusCode, answer.json().error]).toEqual([401, "invalid_client"]);
    expect(challengeOf(answer)).toBe('Basic realm="latchkey"');
  });

  test.each([
    ["Basic", basic(`${ID}:${SERVICE_KEY}`)],
    ["Bearer", `Bearer ${SERVICE_KEY}`],
  ])("%s and client_secret: 400 invalid_request", async (_name, authorization) => {
    const answer = await introspect({ token: ACCESS_TOKEN, ...post }, authorization);
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    expect(gateway.core.calls).toEqual([]);
  });

  test("a key without the permission: 403 without a challenge", async () => {
    const answer = await introspect({ token: ACCESS_TOKEN }, basic(`${ID}:${WEAK_SERVICE_KEY}`));
    expect([answer.statusCode, answer.json().error]).toEqual([403, "insufficient_scope"]);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
  });
});

describe("the key before the call", () => {
  test("a malformed service key never reaches the core", async () => {
    await introspect({ token: ACCESS_TOKEN }, `Bearer in-process-${"a".repeat(43)}`);
    await introspect({ token: ACCESS_TOKEN, client_id: APP.clientId, client_secret: APP.clientSecret }, null);
    expect(gateway.core.calls).toEqual([]);
  });

  test("a bad key is logged once, and never itself", async () => {
    const { app, logged } = await createGateway();
    const other = `lk_sk_${"d".repeat(71)}`;
    for (const key of [other, other, "malformed", "malformed", other])
      await app.inject({
        method: "POST",
        url: "/oauth/introspect",
        headers: { authorization: `Bearer ${key}` },
        payload: {},
      });
    expect(logged.filter((line) => line.includes("request rejected"))).toHaveLength(2);
    expect(logged.join("")).not.toContain(other);
  });

  test("I1 a key without the permission: 403 insufficient_scope", async () => {
    const answer = await introspect({ token: ACCESS_TOKEN }, `Bearer ${WEAK_SERVICE_KEY}`);
    expect([answer.statusCode, answer.json().error]).toEqual([403, "insufficient_scope"]);
    expect(challengeOf(answer)).toBe('Bearer realm="latchkey", error="insufficient_scope"');
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
