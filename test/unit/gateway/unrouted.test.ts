import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGateway, ORIGIN, pages, type TestGateway } from "./start-gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await createGateway({ pages: pagesWithParameters });
  await gateway.app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => gateway.app.close());

async function pagesWithParameters(app: FastifyInstance): Promise<void> {
  await pages(app);
  const nothing = async () => "";
  app.get("/things/new", nothing);
  app.get("/things/:id", nothing);
  app.post("/things/:id", nothing);
  app.post("/things/:id/parts", nothing);
}

/** The response to these bytes, which HTTP clients would not send. */
async function rawAnswer(bytes: string): Promise<string> {
  const socket = connect((gateway.app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("B8 methods", () => {
  const paths = ["/oauth/token", "/oauth/revoke", "/oauth/introspect", "/oauth/uninstall", "/api/v1/oauth/token"];
  test.each(paths)("GET, HEAD, PUT, DELETE, PATCH and OPTIONS on %s: 405 with Allow", async (url) => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"] as const) {
      const answer = await gateway.app.inject({ method, url: `${url}?code=canary`, headers: { accept: "text/html" } });
      expect([method, answer.statusCode, answer.headers.allow]).toEqual([method, 405, "POST"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      if (method !== "HEAD")
        expect(answer.json()).toMatchObject({ error: "invalid_request", request_id: expect.any(String) });
    }
    expect(gateway.logged.join()).not.toContain("canary");
  });

  test("the body is not read", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await gateway.app.inject({ method: "PUT", url: "/oauth/token", headers, payload: "{" });
    expect(answer.statusCode).toBe(405);
  });

  test.each(["/oauth/%74oken", "http://auth.example/oauth/token", "https://evil.example/oauth/token?x=1"])(
    "%s is the same as its normal form",
    async (url) => {
      const answer = await gateway.app.inject({
        method: "PUT",
        url: "/oauth/token",
        headers: { host: "auth.example" },
      });
      const raw = await rawAnswer(`PUT ${url} HTTP/1.1\r\nHost: auth.example\r\nConnection: close\r\n\r\n`);
      expect(raw).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nallow: POST\r\n/);
      expect(raw.split("\r\n\r\n")[1]!.slice(0, 60)).toBe(answer.body.slice(0, 60));
    },
  );

  test.each([
    ["/things/1", "GET, POST"],
    ["/things/new", "GET, POST"],
    ["/things/%7a", "GET, POST"],
    ["/things/1/parts", "POST"],
  ])("a path with a parameter, %s: 405 with Allow: %s", async (url, allow) => {
    const answer = await gateway.app.inject({ method: "PUT", url, headers: { accept: "text/html" } });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
    expect(answer.body).toContain("<h1>405");
  });

  test.each(["/things/", "/things", "/things/1/", "/things/1/other", "/things//parts"])("%s: 404", async (url) => {
    expect((await gateway.app.inject({ method: "PUT", url })).statusCode).toBe(404);
  });

  test("a method that Fastify does not know", async () => {
    const answer = await gateway.app.inject({ method: "PROPFIND" as "GET", url: "/oauth/token" });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "POST"]);
  });
});

describe("404", () => {
  test.each([
    "/oauth",
    "/oauth/",
    "/oauth/token/",
    "/OAUTH/token",
    "/oauth/nothing",
    "/api/v2/oauth/token",
    "/.well-known/x",
  ])("%s: JSON, regardless of Accept", async (url) => {
    const answer = await gateway.app.inject({ method: "POST", url, headers: { accept: "text/html" }, payload: "x" });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      error: "invalid_request",
      error_description: "There is no resource at this URL.",
      error_uri: `${ORIGIN}/docs/errors#invalid_request`,
      request_id: answer.headers["x-request-id"],
    });
  });

  test("other paths: a page for browsers, JSON for other clients", async () => {
    const browser = await gateway.app.inject({ url: "/nothing", headers: { accept: "text/html,*/*" } });
    expect([browser.statusCode, browser.headers["content-type"]]).toEqual([404, "text/html"]);
    const program = await gateway.app.inject({ url: "/nothing" });
    expect([program.statusCode, program.json().error]).toEqual([404, "invalid_request"]);
  });
});

describe("invalid targets", () => {
  test("a path with invalid percent-encoding: 400 as an OAuth error", async () => {
    const answer = await gateway.app.inject({ url: "/oauth/%zz" });
    expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_request"]);
    expect(answer.json().request_id).toBe(answer.headers["x-request-id"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each(["/%zz", "/interactions/%ff", "/install/%c0%80"])("%s in a browser: a page", async (url) => {
    const answer = await gateway.app.inject({ url, headers: { accept: "text/html,*/*;q=0.8" } });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([400, "text/html"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("over 16 KiB: 414", async () => {
    const answer = await gateway.app.inject({ method: "POST", url: `/oauth/token?${"a".repeat(16 * 1024)}` });
    expect([answer.statusCode, answer.json().error]).toEqual([414, "invalid_request"]);
  });
});
