import { describe, expect, it } from "vitest";
import { revokeBefore } from "../../../../src/service/tokens/revoke-before.ts";
import { byKey } from "../../../support/world/calls.ts";
import { createCall } from "../../../support/world/tokens.ts";
import { sendHttp, useAuthorizationCore } from "../authorization-core.ts";

const core = useAuthorizationCore();
const IDENTITY = ["x-merchant-id", "x-client-id", "x-installation-id", "x-scopes"];

const bearer = (token: string) => ["authorization", `Bearer ${token}`];
const KEY = ["x-service-key", "proxy"];

function ask(headers: string[], path = "/forward-auth", method = "GET") {
  return sendHttp(core.connectPort, { method, path, headers });
}

async function grantedToken(): Promise<string> {
  return (await core.world.install()).pair.accessToken;
}

describe("forward authentication", () => {
  it("a good token is 200 with the identity of merchant, app and installation, and its scopes", async () => {
    const { merchantId, clientId, pair } = await core.world.install();
    for (const path of [
      "/forward-auth",
      "/forward-auth?scope=orders.read",
      "/forward-auth?scope=orders.read+products.read",
    ]) {
      const { status, headers, body } = await ask([...KEY, ...bearer(pair.accessToken)], path);
      expect([path, status, body]).toEqual([path, 200, ""]);
      expect(headers).toMatchObject({
        "x-merchant-id": merchantId,
        "x-client-id": clientId,
        "x-installation-id": pair.installationId,
        "x-scopes": "orders.read products.read",
        "cache-control": "no-store",
      });
    }
  });

  it("the second request of a token is served from the introspection cache", async () => {
    const token = await grantedToken();
    expect((await ask([...KEY, ...bearer(token)])).status).toBe(200);
    const { hits } = core.world.cache.counts;
    expect((await ask([...KEY, ...bearer(token)])).status).toBe(200);
    expect(core.world.cache.counts.hits).toBe(hits + 1);
  });

  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"];
  it.each(METHODS)("%s is decided alike, at the path and below it", async (method) => {
    const token = await grantedToken();
    for (const path of ["/forward-auth", "/forward-auth/", `/forward-auth/orders/${"7".repeat(2_000)}?page=2`]) {
      expect((await ask([...KEY, ...bearer(token)], path, method)).status).toBe(200);
      expect((await ask([...KEY, ...bearer("lk_at_none")], path, method)).status).toBe(401);
    }
  });

  it("a body is ignored, whatever its type", async () => {
    const token = await grantedToken();
    for (const type of ["application/proto", "application/json", "no type; at all"]) {
      const headers = [...KEY, ...bearer(token), "content-type", type];
      const request = { method: "POST", path: "/forward-auth/orders", headers, body: "{" };
      expect([type, (await sendHttp(core.connectPort, request)).status]).toEqual([type, 200]);
    }
  });

  const refusals: { name: string; headers: string[]; challenge: string }[] = [
    { name: "no token", headers: [], challenge: 'Bearer realm="api"' },
    { name: "another scheme", headers: ["authorization", "Basic eDp5"], challenge: 'Bearer realm="api"' },
    {
      name: "an unknown token",
      headers: bearer("lk_at_none"),
      challenge:
        'Bearer realm="api", error="invalid_token", error_description="the access token is expired, revoked or unknown"',
    },
    {
      name: "a malformed header",
      headers: ["authorization", "Bearer a b"],
      challenge:
        'Bearer realm="api", error="invalid_request", error_description="the Authorization header is not `Bearer <token>`"',
    },
    {
      name: "a header of 3,000 characters",
      headers: bearer("a".repeat(3_000)),
      challenge:
        'Bearer realm="api", error="invalid_request", error_description="the Authorization header is too long"',
    },
  ];
  it.each(refusals)("RFC 6750 §3: $name is 401 with the challenge and no identity", async ({ headers, challenge }) => {
    const answer = await ask([...KEY, ...headers], "/forward-auth?scope=orders.read");
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe(challenge);
    for (const name of IDENTITY) expect(answer.headers[name]).toBeUndefined();
    expect(JSON.parse(answer.body)).toHaveProperty("error");
  });

  it("RFC 6750 §3.1: a missing scope is 403 with the required scopes, of the query and of the header", async () => {
    const token = await grantedToken();
    const byQuery = await ask([...KEY, ...bearer(token)], "/forward-auth?scope=orders.write");
    expect([byQuery.status, byQuery.headers["www-authenticate"]]).toEqual([
      403,
      'Bearer realm="api", error="insufficient_scope", error_description="the access token lacks orders.write", scope="orders.write"',
    ]);
    const byHeader = await ask([...KEY, ...bearer(token), "x-required-scopes", "orders.read orders.write"]);
    expect([byHeader.status, byHeader.headers["x-merchant-id"]]).toEqual([403, undefined]);
  });

  it("a client cannot replace required scopes: lists add up, and the query below the path is ignored", async () => {
    const token = await grantedToken();
    const both = [...KEY, ...bearer(token), "x-required-scopes", "orders.read"];
    expect((await ask(both, "/forward-auth?scope=orders.write")).status).toBe(403);
    const strict = [...KEY, ...bearer(token), "x-required-scopes", "orders.write"];
    expect((await ask(strict, "/forward-auth?scope=orders.read")).status).toBe(403);
    expect((await ask(strict, "/forward-auth/orders?scope=orders.read")).status).toBe(403);
    expect((await ask(strict, "/forward-auth/?scope=orders.read")).status).toBe(403);
    expect((await ask(both, "/forward-auth/?scope=orders.write&page=2")).status).toBe(200);
    const spoofed = [...strict, "x-required-scopes", "orders.read"];
    expect((await ask(spoofed)).status).toBe(403);
  });

  it("two Authorization headers are refused, also if both have the same good token", async () => {
    const token = await grantedToken();
    const answer = await ask([...KEY, ...bearer(token), ...bearer(token)]);
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([
      401,
      expect.stringContaining('error="invalid_request"'),
    ]);
  });

  const misconfigured: { name: string; headers: string[]; path?: string; says: string }[] = [
    { name: "no service key", headers: [], says: "The proxy must send its service key once, in x-service-key." },
    {
      name: "two service keys",
      headers: [...KEY, ...KEY],
      says: "The proxy must send its service key once, in x-service-key.",
    },
    { name: "an unknown service key", headers: ["x-service-key", "stolen"], says: "the service key is not valid" },
    {
      name: "a service key without tokens:introspect",
      headers: ["x-service-key", "weak"],
      says: "the service key lacks the permission tokens:introspect",
    },
    {
      name: "a scope that is not in the catalogue",
      headers: KEY,
      path: "/forward-auth?scope=orders.reed",
      says: "The required scope orders.reed is not in the catalogue: correct the configuration of the proxy.",
    },
    {
      name: "an empty list of scopes",
      headers: KEY,
      path: "/forward-auth?scope=",
      says: "The required scopes are malformed: write at most 100 scopes, separated by single spaces.",
    },
    {
      name: "a scope that a slash before the query would hide",
      headers: KEY,
      path: "/forward-auth/?scope=orders.write",
      says: "The scopes of /forward-auth/ are not read: remove the slash before the query, or send them in x-required-scopes.",
    },
    {
      name: "a misspelled parameter",
      headers: KEY,
      path: "/forward-auth?scopes=orders.read",
      says: "The query of /forward-auth has an unknown parameter. Its only parameter is scope.",
    },
  ];
  it.each(misconfigured)("a proxy that sends $name gets 500 with a sentence, never 200 or 401", async (wrong) => {
    const answer = await ask([...wrong.headers, ...bearer(await grantedToken())], wrong.path);
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({ error: "server_error", error_description: wrong.says });
    expect(answer.headers["x-merchant-id"]).toBeUndefined();
  });

  it("the client's headers are no metadata of the proxy's call", async () => {
    const client = ["latchkey-session", "of-the-client", "latchkey-address", "192.0.2.1", "latchkey-may-be-late", "1"];
    expect((await ask([...KEY, ...client, ...bearer(await grantedToken())])).status).toBe(200);
  });

  it("a revoked token is 401 at once, although it was cached", async () => {
    const { merchantId, pair } = await core.world.install();
    expect((await ask([...KEY, ...bearer(pair.accessToken)])).status).toBe(200);
    const { tokens } = core.world.deps;
    const subject = { kind: "merchant", merchantId } as const;
    await revokeBefore(tokens, { subject, notBefore: null }, { ...createCall(), ...byKey("tokens:revoke") });
    await core.world.feed.read();
    expect((await ask([...KEY, ...bearer(pair.accessToken)])).status).toBe(401);
  });

  it("a token of a test merchant passes only for a key with tokens:introspect_test", async () => {
    const { pair } = await core.world.install({ draft: true });
    expect((await ask([...KEY, ...bearer(pair.accessToken)])).status).toBe(401);
    expect((await ask(["x-service-key", "sandbox", ...bearer(pair.accessToken)])).status).toBe(200);
    expect((await ask([...KEY, ...bearer(pair.accessToken)])).status).toBe(401);
  });

  it("a refresh token is 401", async () => {
    const { pair } = await core.world.install();
    expect((await ask([...KEY, ...bearer(pair.refreshToken)])).status).toBe(401);
  });

  it("an outage of the database is 503 with Retry-After for a token that is not cached", async () => {
    const token = await grantedToken();
    core.outage = true;
    const answer = await ask([...KEY, ...bearer(token)]);
    core.outage = false;
    expect([answer.status, answer.headers["retry-after"], answer.headers["x-merchant-id"]]).toEqual([
      503,
      "1",
      undefined,
    ]);
    expect((await ask([...KEY, ...bearer(token)])).status).toBe(200);
  });
});
