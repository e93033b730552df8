import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bearerGuard, grantOf } from "../../../src/client/express.ts";
import { fakeIntrospector } from "./fake-introspector.ts";
import { sendHead } from "./raw-request.ts";

const core = fakeIntrospector();
const causes: string[] = [];
const requireScopes = bearerGuard(core, { onUnavailable: ({ message }) => void causes.push(message) });
const allowTest = bearerGuard(core, { allowTest: true, realm: "sandbox" });

/** The API as Express serves it. */
function inExpress(): RequestListener {
  const app = express();
  app.get("/orders", requireScopes("orders:read"), (request, response) => {
    response.json({ merchant: grantOf(request).merchantId });
  });
  const mounted = express.Router();
  mounted.use(requireScopes("orders:read", "orders:write"));
  mounted.get("/both", (_request, response) => void response.json({}));
  app.use("/mounted", mounted);
  app.get("/sandbox", allowTest(), (request, response) => void response.json({ test: grantOf(request).test }));
  app.get("/unguarded", (request, response) => void response.json(grantOf(request)));
  const onError: express.ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(500).json({ error: error.name });
  app.use(onError);
  return app;
}

/** The API on plain node:http, as in any framework with `(req, res, next)`. */
function inPlainHttp(): RequestListener {
  const routes = {
    "/orders": requireScopes("orders:read"),
    "/mounted/both": requireScopes("orders:read", "orders:write"),
    "/sandbox": allowTest(),
    "/unguarded": async (_request: unknown, _response: unknown, next: () => void) => next(),
  };
  return (request, response) => {
    const path = request.url!.split("?")[0] as keyof typeof routes;
    const end = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    routes[path](request, response, (error) => {
      if (error instanceof Error) return end(500, { error: error.name });
      try {
        const { merchantId: merchant, test } = grantOf(request);
        end(200, path === "/sandbox" ? { test } : { merchant });
      } catch (fault) {
        end(500, { error: (fault as Error).name });
      }
    });
  };
}

describe.each([
  ["Express", inExpress],
  ["node:http", inPlainHttp],
])("a route guarded in %s", (_name, listener) => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    server = createServer(listener()).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  async function get(path: string, authorization?: string) {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, challenge: response.headers.get("www-authenticate"), response, body };
  }

  it("has the grant of an active token", async () => {
    expect(await get("/orders", "Bearer good")).toMatchObject({ status: 200, body: { merchant: "shop-1" } });
  });

  it("RFC 6750 §3.1 responds 401: without an error code if the token is missing, with one if it is inactive", async () => {
    expect(await get("/orders")).toMatchObject({ status: 401, challenge: 'Bearer realm="api"' });
    const { status, challenge, response, body } = await get("/orders", "Bearer bad");
    expect([status, body.error]).toEqual([401, "invalid_token"]);
    expect(challenge).toContain('error="invalid_token"');
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("§3.1 responds 403 with the required scopes to a token that lacks one", async () => {
    const { status, challenge, body } = await get("/mounted/both", "Bearer good");
    expect([status, body.error]).toEqual([403, "insufficient_scope"]);
    expect(challenge).toContain('scope="orders:read orders:write"');
  });

  it("§3.1 responds 400 to two tokens: two headers, or header and query", async () => {
    const headers = ["good", "good"].map((token) => `Authorization: Bearer ${token}`);
    expect(await sendHead(port, "GET /orders HTTP/1.1", ...headers)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await get("/orders?access_token=good", "Bearer good")).status).toBe(400);
    expect((await get("/mounted/both?access_token=good", "Bearer good")).status).toBe(400);
  });

  it("§2.3 accepts no token from the query", async () => {
    expect((await get("/orders?access_token=good")).status).toBe(401);
  });

  it("refuses a test merchant's token unless the guard accepts it", async () => {
    expect(await get("/orders", "Bearer t.e-s_t~+/==")).toMatchObject({ status: 401 });
    expect(await get("/sandbox", "Bearer t.e-s_t~+/==")).toMatchObject({ status: 200, body: { test: true } });
    expect((await get("/sandbox")).challenge).toBe('Bearer realm="sandbox"');
  });

  it("I4 responds 503 while the core is unavailable, and reports the cause to the service", async () => {
    causes.length = 0;
    const { status, challenge, response, body } = await get("/orders", "Bearer outage");
    expect([status, challenge, body.error]).toEqual([503, null, "temporarily_unavailable"]);
    expect(response.headers.get("retry-after")).toBe("1");
    expect(causes).toEqual(["introspection failed: UNAUTHENTICATED"]);
  });

  it("passes an unexpected error to next and does not let the request pass", async () => {
    expect(await get("/orders", "Bearer defect")).toMatchObject({ status: 500, body: { error: "TypeError" } });
  });

  it("grantOf without a guard throws", async () => {
    expect((await get("/unguarded", "Bearer good")).status).toBe(500);
  });
});
