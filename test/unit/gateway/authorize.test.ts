import { Code, ConnectError } from "@connectrpc/connect";
import { beforeEach, describe, expect, test } from "vitest";
import type { StartAuthorizationRequest } from "../../../gen/latchkey/v1/consent_service_pb.ts";
import { OAuthError } from "../../../src/oauth/errors.ts";
import { toConnectError } from "../../../src/rpc/errors.ts";
import { RequestError } from "../../../src/service/errors.ts";
import { APP, REDIRECT_URI, SESSION_TOKEN } from "./fake-core.ts";
import { createGateway } from "./start-gateway.ts";

const request = { client_id: APP.clientId, redirect_uri: REDIRECT_URI, scope: "orders:read", state: "a b&c" };
const query = new URLSearchParams(request).toString();
const cookie = `other=1; __Host-latchkey=${SESSION_TOKEN}`;
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

const gateway = await createGateway();
beforeEach(() => {
  gateway.core.calls.length = 0;
  gateway.core.failure = null;
});

const get = (url: string, headers = {}) => gateway.app.inject({ url, headers });
const post = (payload: string, headers = {}, url = "/oauth/authorize") =>
  gateway.app.inject({ method: "POST", url, headers, payload });
const begun = () => gateway.core.calls.at(-1)?.request as StartAuthorizationRequest;
const parametersSeen = () => begun().parameters.map(({ name, value }) => [name, value]);

describe("RFC 6749 §4.1.1 an authorization request", () => {
  test.each(["/oauth/authorize", "/api/v1/oauth/authorize"])(
    "A7 %s: GET, POST form and POST JSON behave the same",
    async (url) => {
      const answers = [
        await get(`${url}?${query}`),
        await post(query, form, url),
        await post(JSON.stringify(request), json, url),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(303);
        expect(answer.headers.location).toBe("/sign-in?next=%2Finteractions%2Finteraction-1");
        expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
        expect(answer.body).toBe("");
      }
      const seen = gateway.core.calls.map((call) => (call.request as StartAuthorizationRequest).parameters);
      expect(seen).toEqual([seen[0], seen[0], seen[0]]);
      expect(parametersSeen()).toEqual(Object.entries(request));
    },
  );

  test("with a session it redirects to the interaction", async () => {
    const answer = await get(`/oauth/authorize?${query}`, { cookie });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/interactions/interaction-1"]);
  });

  test.each([
    ["no cookie", undefined],
    ["the cookie of plain http", `latchkey=${SESSION_TOKEN}`],
    ["two cookies of that name", `__Host-latchkey=${SESSION_TOKEN}; __Host-latchkey=${SESSION_TOKEN}`],
    ["illegal characters", "__Host-latchkey=a%20b"],
    ["an empty value", "__Host-latchkey="],
  ])("no session is forwarded from a cookie header with %s", async (_name, cookie) => {
    await get(`/oauth/authorize?${query}`, cookie === undefined ? {} : { cookie });
    expect(gateway.core.calls.at(-1)?.headers).not.toHaveProperty("latchkey-session");
  });

  test("too many open requests: a page with 429 and Retry-After, without a redirect", async () => {
    gateway.core.failure = toConnectError(
      new RequestError("resource_exhausted", "AUTHORIZATION_LIMIT", "Too many are open.", { retryAfterSeconds: 60 }),
    );
    const answer = await get(`/oauth/authorize?${query}`);
    expect([answer.statusCode, answer.headers["retry-after"], answer.headers.location]).toEqual([429, "60", undefined]);
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/html" });
  });

  test.each(["image", "iframe", "empty", "script", ""])(
    "loaded as %j instead of a page: a page with 400, and no interaction",
    async (destination) => {
      const headers = { "sec-fetch-dest": destination };
      for (const answer of [
        await get(`/oauth/authorize?${query}`, headers),
        await post(query, { ...form, ...headers }),
      ]) {
        expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined]);
        expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-type": "text/html" });
      }
      expect(gateway.core.calls).toEqual([]);
    },
  );

  test("a navigation, also from another site, starts an authorization", async () => {
    const answer = await get(`/oauth/authorize?${query}`, {
      "sec-fetch-dest": "document",
      "sec-fetch-site": "cross-site",
    });
    expect(answer.statusCode).toBe(303);
  });

  test("a header never becomes metadata", async () => {
    const sent = { "latchkey-session": SESSION_TOKEN, "latchkey-address": "192.0.2.9", authorization: "Bearer x" };
    await get(`/oauth/authorize?${query}`, sent);
    expect(gateway.core.calls.at(-1)?.headers).not.toHaveProperty("latchkey-session");
    expect(gateway.core.calls.at(-1)?.headers).not.toHaveProperty("authorization");
    expect(gateway.core.calls.at(-1)?.headers).toHaveProperty("latchkey-address", "127.0.0.1");
  });

  test("duplicates, empty values and illegal characters are passed to the core unchanged", async () => {
    await get(`/oauth/authorize?${query}&state=2&x=%00&y=&client_id=`);
    expect(parametersSeen()).toEqual([
      ...Object.entries(request),
      ["state", "2"],
      ["x", "\0"],
      ["y", ""],
      ["client_id", ""],
    ]);
    await get(`/oauth/authorize?${query}&state=%ff`);
    expect(begun().malformed).toEqual(["state"]);
    await post(`{"state":"\\ud800","state":"2"}`, json);
    expect([begun().malformed, parametersSeen()]).toEqual([["state"], [["state", "2"]]]);
  });

  test("A2 a client_id of 10 kB reaches the core", async () => {
    const answer = await get(`/oauth/authorize?client_id=${"a".repeat(10_240)}`);
    expect(answer.statusCode).toBe(400);
    expect(gateway.core.calls).toHaveLength(1);
  });
});

describe("RFC 6749 §4.1.2.1 errors", () => {
  test("A1 no trusted redirect URI: a page, 400, no Location", async () => {
    const answer = await get("/oauth/authorize");
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).toMatchObject({ "content-type": "text/html", "cache-control": "no-store" });
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers["x-request-id"]).toBeTruthy();
    expect(answer.body).toContain("unknown_client");
  });

  test("the response is the core's redirect", async () => {
    const answer = await get(`/oauth/authorize?${query}&state=2`);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${REDIRECT_URI}?error=invalid_request`]);
  });

  test.each<[string, () => ReturnType<typeof post>, number]>([
    ["a POST with a query", () => post(query, form, "/oauth/authorize?state=x"), 400],
    ["B4 malformed JSON", () => post("{", json), 400],
    ["B2 a JSON array as value", () => post('{"client_id":["x"]}', json), 400],
    ["B5 17 KiB", () => post(`x=${"x".repeat(17 * 1024)}`, form), 413],
    ["B5 65 parameters", () => get(`/oauth/authorize?${"a&".repeat(65)}`), 400],
    ["B6 text", () => post(query, { "content-type": "text/plain" }), 415],
  ])("%s: a page, whatever Accept says", async (_name, send, status) => {
    const answer = await send();
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-type"]).toBe("text/html");
    expect(answer.headers.location).toBeUndefined();
    expect(gateway.core.calls).toEqual([]);
  });

  test("an outage and a limit are pages too", async () => {
    gateway.core.failure = new ConnectError("no key", Code.Unauthenticated);
    const outage = await get(`/oauth/authorize?${query}`);
    expect([outage.statusCode, outage.headers["content-type"], outage.headers["retry-after"]]).toEqual([
      503,
      "text/html",
      "1",
    ]);
    gateway.core.failure = new OAuthError("rate_limited", { retryAfter: 9 });
    const limit = await get(`/oauth/authorize?${query}`);
    expect([limit.statusCode, limit.headers["retry-after"]]).toEqual([429, "9"]);
    expect(limit.headers["www-authenticate"]).toBeUndefined();
  });

  test.each(["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"] as const)(
    "A7 %s: 405, and no authorization starts",
    async (method) => {
      const answer = await gateway.app.inject({ method, url: `/oauth/authorize?${query}` });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, POST"]);
      expect(gateway.core.calls).toEqual([]);
    },
  );
});

test("on loopback http the session cookie has no prefix", async () => {
  const { app, core } = await createGateway({ publicUrl: "http://localhost:8080" });
  await app.inject({ url: `/oauth/authorize?${query}`, headers: { cookie: `latchkey=${SESSION_TOKEN}` } });
  expect(core.calls.at(-1)?.headers).toHaveProperty("latchkey-session", SESSION_TOKEN);
});
