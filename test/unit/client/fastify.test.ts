import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearerGuard, grantOf } from "../../../src/client/fastify.ts";
import { fakeIntrospector } from "./fake-introspector.ts";
import { sendHead } from "./raw-request.ts";

const core = fakeIntrospector();
const lines: Record<string, unknown>[] = [];
let api: FastifyInstance;
let port: number;

beforeAll(async () => {
  api = Fastify({ logger: { level: "error", stream: { write: (line: string) => lines.push(JSON.parse(line)) } } });
  const requireScopes = bearerGuard(core);
  const guard = (...scopes: string[]) => ({ onRequest: requireScopes(...scopes) });
  api.get("/orders", guard("orders:read"), (request) => ({ merchant: grantOf(request).merchantId }));
  api.get("/both", guard("orders:read", "orders:write"), (request) => ({ merchant: grantOf(request).merchantId }));
  const allowTest = bearerGuard(core, { allowTest: true });
  api.get("/sandbox", { onRequest: allowTest() }, (request) => ({ test: grantOf(request).test }));
  api.post("/orders", guard("orders:read"), (request) => ({ merchant: grantOf(request).merchantId }));
  api.get("/unguarded", (request) => grantOf(request).merchantId);
  await api.listen({ host: "127.0.0.1", port: 0 });
  port = (api.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

async function get(path: string, authorization?: string) {
  const headers = authorization === undefined ? {} : { authorization };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

describe("a guarded route", () => {
  it("has the grant of an active token", async () => {
    expect(await get("/orders", "Bearer good")).toMatchObject({ status: 200, body: { merchant: "shop-1" } });
  });

  it("RFC 6750 §3.1 responds 401 with a challenge to a missing or inactive token", async () => {
    const none = await get("/orders");
    expect([none.status, none.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="api"']);
    const bad = await get("/orders", "Bearer bad");
    expect([bad.status, bad.body.error]).toEqual([401, "invalid_token"]);
    expect(bad.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("§3.1 responds 403 to a token that lacks one of its scopes", async () => {
    const { status, headers, body } = await get("/both", "Bearer good");
    expect([status, body.error]).toEqual([403, "insufficient_scope"]);
    expect(headers.get("www-authenticate")).toContain('scope="orders:read orders:write"');
  });

  it("refuses a test merchant's token unless the route accepts it", async () => {
    expect(await get("/orders", "Bearer t.e-s_t~+/==")).toMatchObject({ status: 401 });
    expect(await get("/sandbox", "Bearer t.e-s_t~+/==")).toMatchObject({ status: 200, body: { test: true } });
  });

  it("I4 responds 503 while the core is unavailable, and logs the cause without the token", async () => {
    const { status, headers, body } = await get("/orders", "Bearer outage");
    expect([status, headers.get("retry-after"), body.error]).toEqual([503, "1", "temporarily_unavailable"]);
    expect(lines.at(-1)).toMatchObject({ msg: "access tokens cannot be checked" });
    expect(JSON.stringify(lines)).toContain("UNAUTHENTICATED");
    expect(JSON.stringify(lines)).not.toContain("outage");
  });

  it("responds 500 to an unexpected error and does not let the request pass", async () => {
    expect((await get("/orders", "Bearer defect")).status).toBe(500);
  });

  it("§2 accepts a token only from the Authorization header", async () => {
    expect((await get("/orders?access_token=good")).status).toBe(401);
    expect((await get("/orders?access_token=good", "Bearer good")).status).toBe(400);
    const response = await fetch(`http://127.0.0.1:${port}/orders`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ access_token: "good" }),
    });
    expect(response.status).toBe(401);
  });

  it("§3.1 refuses two Authorization headers, the good one first or last", async () => {
    for (const tokens of [
      ["good", "bad"],
      ["bad", "good"],
      ["good", "good"],
    ]) {
      const headers = tokens.map((token) => `Authorization: Bearer ${token}`);
      expect(await sendHead(port, "GET /orders HTTP/1.1", ...headers)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it("works under inject, as tests of an API do", async () => {
    const response = await api.inject({ url: "/orders", headers: { authorization: "Bearer good" } });
    expect(response.json()).toEqual({ merchant: "shop-1" });
  });
});

it("grantOf on a route without a guard throws", async () => {
  expect((await get("/unguarded", "Bearer good")).status).toBe(500);
});
