import { describe, expect, test } from "vitest";
import { APP } from "./fake-core.ts";
import { createGateway, type TestGateway } from "./start-gateway.ts";

const credentials = { client_id: APP.clientId, client_secret: APP.clientSecret };

async function metadataOf(gateway: TestGateway, headers: Record<string, string>, remoteAddress = "127.0.0.1") {
  const payload = { ...credentials, token: "x" };
  const answer = await gateway.app.inject({ method: "POST", url: "/oauth/revoke", headers, remoteAddress, payload });
  expect(answer.headers["x-request-id"]).toBe(gateway.core.calls.at(-1)?.headers["x-request-id"]);
  return gateway.core.calls.at(-1)!.headers;
}

describe("the client's address", () => {
  test.each<[string, string[], string, string | undefined, string]>([
    ["no proxy is trusted", [], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["the peer is no trusted proxy", ["10.0.0.0/8"], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["one trusted proxy", ["10.0.0.0/8"], "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [
      "two trusted proxies, and an address claimed by the client",
      ["10.0.0.0/8"],
      "10.0.0.1",
      "1.1.1.1, 198.51.100.1, 10.0.0.2",
      "198.51.100.1",
    ],
    ["a trusted proxy without the header", ["10.0.0.1"], "10.0.0.1", undefined, "10.0.0.1"],
    ["a trusted proxy with a malformed header", ["10.0.0.1"], "10.0.0.1", "unknown", "10.0.0.1"],
    ["a named range", ["loopback"], "127.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["IPv6", ["2001:db8::/32"], "2001:db8::1", "2001:db9::1", "2001:db9::1"],
    ["IPv4 on a dual-stack socket", ["10.0.0.0/8"], "::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"],
  ])("%s", async (_name, trustedProxies, peer, forwardedFor, expected) => {
    const gateway = await createGateway({ trustedProxies });
    const headers: Record<string, string> = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
    expect(await metadataOf(gateway, headers, peer)).toHaveProperty("latchkey-address", expected);
  });
});

describe("X-Forwarded-For from a peer that is not trusted", () => {
  const warnings = ({ logged }: TestGateway) =>
    logged.map((line) => JSON.parse(line)).filter(({ msg }) => /X-Forwarded-For/.test(msg));
  const forwarded = { "x-forwarded-for": "198.51.100.1" };

  test("is logged once as a warning, with the peer and the setting", async () => {
    const gateway = await createGateway({ trustedProxies: ["10.0.0.0/8"] });
    for (let time = 0; time < 3; time++) await metadataOf(gateway, forwarded, "203.0.113.7");
    expect(warnings(gateway)).toMatchObject([
      { level: 40, peer: "203.0.113.7", msg: expect.stringContaining("TRUSTED_PROXIES") },
    ]);
  });

  test.each([
    ["a trusted proxy", forwarded, "10.0.0.1"],
    ["a request without it", {}, "203.0.113.7"],
  ])("%s raises no warning", async (_name, headers, peer) => {
    const gateway = await createGateway({ trustedProxies: ["10.0.0.0/8"] });
    await metadataOf(gateway, headers, peer);
    expect(warnings(gateway)).toEqual([]);
  });
});

describe("the request id", () => {
  test("is generated for each request", async () => {
    const gateway = await createGateway();
    const one = (await metadataOf(gateway, { "x-request-id": "mine" }))["x-request-id"];
    const two = (await metadataOf(gateway, {}))["x-request-id"];
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(two).not.toBe(one);
  });

  test("is taken from a trusted proxy, if it is legal", async () => {
    const gateway = await createGateway({ trustedProxies: ["127.0.0.1"] });
    expect(await metadataOf(gateway, { "x-request-id": "edge-1.a_B" })).toHaveProperty("x-request-id", "edge-1.a_B");
    for (const illegal of ["a b", "a\tb", "é", "x".repeat(129), ""])
      expect((await metadataOf(gateway, { "x-request-id": illegal }))["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("only introspection passes the request's authorization to the core", async () => {
  const gateway = await createGateway();
  const authorization = `Basic ${Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString("base64")}`;
  await gateway.app.inject({
    method: "POST",
    url: "/oauth/revoke",
    headers: { authorization },
    payload: { token: "x" },
  });
  expect(gateway.core.calls).toHaveLength(1);
  expect(gateway.core.calls[0]?.headers).not.toHaveProperty("authorization");
});
