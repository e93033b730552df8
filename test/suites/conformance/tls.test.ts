import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Code, ConnectError } from "@connectrpc/connect";
import { credentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientTls, clients, connectCore } from "../../../src/rpc/client.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import type { Identity } from "../../support/certificates.ts";
import { run } from "../../support/start-service.ts";
import { smallEdge } from "../../unit/rpc/small-core.ts";
import { openTokenService } from "./proto-client.ts";
import { requestTls, startTlsService, type TlsService } from "./tls-service.ts";

/** Milliseconds. Three processes start, and the machine may be busy. */
const START_MS = 300_000;

let service: TlsService;
beforeAll(async () => {
  service = await startTlsService();
}, START_MS);
afterAll(() => service?.stop());

type Who = "caller" | "stranger" | "expired" | null;
const REFUSED: [string, Who][] = [
  ["no certificate", null],
  ["a certificate of another authority", "stranger"],
  ["a certificate that has ended", "expired"],
];
const identityOf = (who: Who) => (who === null ? {} : { identity: service[who] });
const JSON_TYPE = { "content-type": "application/json" };

describe("RFC 6749 §1.6, §3.2 the public port over TLS", () => {
  test("responds with https URLs, and its gateway reaches the core with its certificate", async () => {
    const { httpPort: port, authority: ca } = service;
    const metadata = await requestTls({ port, path: "/.well-known/oauth-authorization-server", ca });
    expect(JSON.parse(metadata.body)).toMatchObject({
      issuer: `https://localhost:${port}`,
      token_endpoint: `https://localhost:${port}/oauth/token`,
    });
    const body = JSON.stringify({
      grant_type: "refresh_token",
      refresh_token: "x",
      client_id: "x",
      client_secret: "x",
    });
    const answer = await requestTls({ port, path: "/oauth/token", ca, method: "POST", headers: JSON_TYPE, body });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([401, "invalid_client"]);
  });

  test("sets only Secure cookies with the __Host- prefix", async () => {
    const answer = await requestTls({ port: service.httpPort, path: "/sign-in", ca: service.authority });
    const cookies = answer.headers["set-cookie"] ?? [];
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-latchkey[^;]*;.*HttpOnly.*; Secure/);
  });

  test("rejects clients that trust another authority or use TLS below 1.2", async () => {
    const { httpPort: port, authority, stranger } = service;
    await expect(requestTls({ port, path: "/", ca: stranger })).rejects.toThrow(/certificate/);
    const old = { port, path: "/", ca: authority, minVersion: "TLSv1" as const, maxVersion: "TLSv1.1" as const };
    await expect(requestTls(old)).rejects.toThrow();
  });

  test("closes plain HTTP without a response", async () => {
    await expect(fetch(`http://localhost:${service.httpPort}/`)).rejects.toThrow();
  });

  test.each(REFUSED)("with TLS_HTTP_CLIENT_CA rejects %s", async (_name, who) => {
    const { behindProxyPort: port, authority: ca } = service;
    await expect(requestTls({ port, path: "/docs/errors", ca, ...identityOf(who) })).rejects.toThrow();
  });

  test("with TLS_HTTP_CLIENT_CA accepts a certificate of that authority", async () => {
    const { behindProxyPort: port, authority: ca, caller: identity } = service;
    expect((await requestTls({ port, path: "/docs/errors", ca, identity })).status).toBe(200);
  });
});

describe("mutual TLS of the gRPC port", () => {
  const introspect = async (who: Who, ca: Identity = service.authority) => {
    const own = who === null ? null : service[who];
    const read = (file: string | undefined) => (file === undefined ? null : readFileSync(file));
    const tls = credentials.createSsl(read(ca.certFile), read(own?.keyFile), read(own?.certFile));
    const client = openTokenService(`localhost:${service.grpcPort}`, service.serviceKey, tls);
    try {
      return await client.call("Introspect", { token: "x" });
    } finally {
      client.close();
    }
  };

  test("accepts a certificate with a key", async () => {
    expect(await introspect("caller")).toMatchObject({ active: false });
  });

  test.each(REFUSED)("rejects %s with any key", async (_name, who) => {
    await expect(introspect(who)).rejects.toThrow(/UNAVAILABLE/);
  });

  test("is not accepted by clients that trust another authority", async () => {
    await expect(introspect("caller", service.stranger)).rejects.toThrow(/UNAVAILABLE/);
  });

  test("rejects plain text", async () => {
    const client = openTokenService(`localhost:${service.grpcPort}`, service.serviceKey);
    await expect(client.call("Introspect", { token: "x" })).rejects.toThrow(/UNAVAILABLE/);
    client.close();
  });
});

describe("mutual TLS of the Connect port", () => {
  const introspect = (who: Who, ca: Identity = service.authority) =>
    requestTls({
      port: service.connectPort,
      path: "/latchkey.v1.TokenService/Introspect",
      ca,
      ...identityOf(who),
      method: "POST",
      headers: { ...JSON_TYPE, authorization: `Bearer ${service.serviceKey}` },
      body: '{"token":"x"}',
    });

  test("accepts a certificate with a key", async () => {
    expect(await introspect("caller")).toMatchObject({ status: 200, body: '{"active":false}' });
  });

  test.each(REFUSED)("rejects %s with any key, for health checks too", async (_name, who) => {
    await expect(introspect(who)).rejects.toThrow();
    const health = { port: service.connectPort, path: "/healthz", ca: service.authority };
    await expect(requestTls({ ...health, ...identityOf(who) })).rejects.toThrow();
  });

  test("is not accepted by clients that trust another authority", async () => {
    await expect(introspect("caller", service.stranger)).rejects.toThrow(/certificate/);
  });
});

describe("the connection of a gateway, and of the command line, to the core", () => {
  const toCore = ({ certFile, keyFile }: Identity, { certFile: caFile }: Identity = service.authority) => ({
    caFile,
    certFile,
    keyFile,
  });
  const outcomeOf = async (tls: ClientTls) => {
    const url = `https://localhost:${service.grpcPort}`;
    const connection = connectCore({ url, key: service.serviceKey, tls });
    try {
      return (await clients(connection.transport).tokens.introspect({ token: "x" }, { timeoutMs: 15_000 })).active;
    } catch (failure) {
      return Code[ConnectError.from(failure).code];
    } finally {
      connection.close();
    }
  };

  test("works with the right certificates", async () => {
    expect(await outcomeOf(toCore(service.caller))).toBe(false);
  });

  test.each<[string, () => ClientTls]>([
    ["no certificate", () => ({ ...toCore(service.caller), certFile: null, keyFile: null })],
    ["one that has ended", () => toCore(service.expired)],
    ["one of another authority", () => toCore(service.stranger)],
    ["a core of an authority that is not trusted", () => toCore(service.caller, service.stranger)],
  ])("%s: UNAVAILABLE, not an app's error", async (_name, tls) => {
    expect(await outcomeOf(tls())).toBe("Unavailable");
  });

  test.each([
    ["has ended", { hours: -1 }],
    ["is another host's", { hosts: ["core.example"] }],
  ])("a core whose certificate %s is rejected", async (_name, options) => {
    const server = await service.authority.certify("core", options);
    const address = { host: "127.0.0.1", port: 0, tls: { ...server, clientCaFile: null } };
    const mount = await startGrpc({ dispatcher: smallEdge({}), address, isReady: async () => true });
    const connection = connectCore({
      url: `https://localhost:${mount.port}`,
      key: service.serviceKey,
      tls: toCore(service.caller),
    });
    const call = clients(connection.transport).tokens.introspect({ token: "x" }, { timeoutMs: 15_000 });
    await expect(call).rejects.toMatchObject({ code: Code.Unavailable });
    connection.close();
    await mount.stop(0);
  });
});

describe("plain text across a network", () => {
  const core = {
    ROLE: "core",
    DATABASE_URL: "postgres://nowhere/x",
    TOKEN_KEY: "A".repeat(43),
    PUBLIC_URL: "https://a.example",
  };
  const gateway = { ROLE: "gateway", SERVICE_KEY: `lk_sk_${"0".repeat(71)}`, PUBLIC_URL: "https://a.example" };

  test.each([
    ["internal ports on every address", { ...core, INTERNAL_HOST: "0.0.0.0" }, "INTERNAL_HOST"],
    ["a core elsewhere", { ...gateway, CORE_URL: "http://core.example:50051" }, "CORE_URL"],
  ])(
    "%s: startup fails without ALLOW_PLAINTEXT_INTERNAL=1",
    async (_name, settings, names) => {
      const { child, output } = run(settings);
      const [code] = await once(child, "close");
      expect(code).toBe(1);
      expect(output.join("")).toMatch(new RegExp(`${names} is not a loopback.*ALLOW_PLAINTEXT_INTERNAL=1`));
    },
    START_MS,
  );
});
