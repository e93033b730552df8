import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { createGateway, ORIGIN } from "./start-gateway.ts";

const PATH = "/.well-known/oauth-authorization-server";

test("RFC 8414 §3.2 the metadata document, for scripts of any origin", async () => {
  const { app } = await createGateway();
  const answer = await app.inject({ url: PATH, headers: { origin: "https://elsewhere.example" } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "access-control-allow-origin": "*",
  });
  expect(answer.json()).toEqual({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    introspection_endpoint: `${ORIGIN}/oauth/introspect`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    introspection_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "Bearer"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["orders:read", "orders:write"],
    authorization_response_iss_parameter_supported: true,
  });
});

test("only the metadata route answers a preflight request", async () => {
  const { app } = await createGateway();
  const headers = { origin: "https://elsewhere.example", "access-control-request-method": "GET" };
  const preflight = await app.inject({ method: "OPTIONS", url: PATH, headers });
  expect([preflight.statusCode, preflight.headers["access-control-allow-origin"]]).toEqual([204, "*"]);
  for (const url of ["/oauth/token", "/oauth/introspect", "/oauth/authorize"]) {
    const answer = await app.inject({ method: "OPTIONS", url, headers });
    expect(answer.statusCode).toBe(405);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
  expect((await app.inject({ method: "HEAD", url: PATH })).statusCode).toBe(200);
  expect((await app.inject({ method: "POST", url: PATH })).headers.allow).toBe("GET, HEAD, OPTIONS");
});

test("the scopes are cached, also during an outage of the core", async () => {
  const { app, core } = await createGateway();
  core.failure = new ConnectError("down", Code.Unavailable);
  expect((await app.inject({ url: PATH })).statusCode).toBe(503);
  core.failure = null;
  expect((await app.inject({ url: PATH })).statusCode).toBe(200);
  core.failure = new ConnectError("down", Code.Unavailable);
  expect((await app.inject({ url: PATH })).statusCode).toBe(200);
  expect(core.calls.filter(({ rpc }) => rpc === "listScopes")).toHaveLength(2);
});
