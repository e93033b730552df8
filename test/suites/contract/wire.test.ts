import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import * as grpc from "@grpc/grpc-js";
import { service as healthService } from "grpc-health-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IntrospectRequestSchema, TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { createGrpcJsTransport } from "../../../src/rpc/client-transport.ts";
import { oauthErrorOf } from "../../../src/rpc/errors.ts";
import { AUTHORIZATION, REQUEST_ID } from "../../../src/rpc/metadata.ts";
import { createDirectTransport } from "../../../src/rpc/transports/direct.ts";
import { fromGrpcStatus } from "../../../src/rpc/transports/grpc/status.ts";
import { checkHealth, listServices } from "./buf-curl.ts";
import { startCore, type TestCore } from "./core.ts";
import { jsonOrError, postJson } from "./fetch-json.ts";
import { createTokenService, type TestTokenService } from "./token-service.ts";

const INTROSPECT = "/latchkey.v1.TokenService/Introspect";
const GARBAGE = Buffer.from("ff", "hex");

let service: TestTokenService;
let core: TestCore;
let client: grpc.Client;

beforeAll(async () => {
  service = await createTokenService();
  core = await startCore(service.deps);
  client = new grpc.Client(core.grpc, grpc.credentials.createInsecure());
});

afterAll(async () => {
  client.close();
  await core.stop();
  await service.close();
});

const bearer = (key: string) => ({ [AUTHORIZATION]: `Bearer ${key}` });
const introspector = () => bearer(core.createKey("tokens:introspect"));
const same = (bytes: Buffer): Buffer => bytes;

/** One gRPC call with these bytes as message. */
function sendBytes(bytes: Buffer, headers: Record<string, string>, path = INTROSPECT): Promise<Buffer> {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, bytes, metadata, (failure, answer) =>
      failure === null ? resolve(answer ?? Buffer.alloc(0)) : reject(fromGrpcStatus(failure)),
    );
  });
}

async function sendGrpcWeb(bytes: Buffer, headers: Record<string, string>): Promise<never> {
  const length = Buffer.alloc(5);
  length.writeUInt32BE(bytes.length, 1);
  const body = Uint8Array.from(Buffer.concat([length, bytes]));
  const type = { "content-type": "application/grpc-web+proto" };
  const answer = await postJson(`${core.connect}${INTROSPECT}`, { body, headers: { ...headers, ...type } });
  const trailer = /grpc-status: (\d+)/.exec(await answer.text());
  throw new ConnectError("gRPC-Web", Number(trailer?.[1] ?? answer.headers.get("grpc-status")));
}

async function sendJson(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  return jsonOrError(await postJson(`${core.connect}${INTROSPECT}`, { body, headers }));
}

/** The code of a failed call, and whether it has an OAuth error. */
async function faultOf(call: Promise<unknown>): Promise<[code: string | undefined, oauth: string | null]> {
  const error = await call.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(ConnectError);
  return [Code[(error as ConnectError).code], oauthErrorOf(error)?.error ?? null];
}

describe("a malformed request", () => {
  const senders: [string, (headers: Record<string, string>) => Promise<unknown>][] = [
    ["gRPC", (headers) => sendBytes(GARBAGE, headers)],
    ["Connect, binary", (headers) => sendJson(GARBAGE, { ...headers, "content-type": "application/proto" })],
    ["Connect, JSON", (headers) => sendJson('{"token":', headers)],
    ["gRPC-Web", (headers) => sendGrpcWeb(GARBAGE, headers)],
  ];

  it.each(senders)("%s: is INVALID_ARGUMENT", async (_name, send) => {
    expect(await faultOf(send(introspector()))).toEqual(["InvalidArgument", null]);
  });

  it.each(senders)("%s: without a key is UNAUTHENTICATED, before it is decoded", async (_name, send) => {
    expect(await faultOf(send({}))).toEqual(["Unauthenticated", null]);
  });

  it.each(senders)("%s: without the permission is PERMISSION_DENIED, before it is decoded", async (_name, send) => {
    expect(await faultOf(send(bearer(core.createKey("tokens:revoke"))))).toEqual(["PermissionDenied", null]);
  });

  it.each([
    ["a number for a string", '{"token":5}'],
    ["an array for a string", '{"token":["x"]}'],
    ["an object for a string", '{"token":{"a":1}}'],
    ["a boolean for a string", '{"token":true}'],
    ["a member twice", '{"token":"x","token":"y"}'],
    ["an array", "[]"],
    ["a string", '"x"'],
    ["null", "null"],
    ["nothing", ""],
  ])("B9 JSON: %s is INVALID_ARGUMENT", async (_name, body) => {
    expect(await faultOf(sendJson(body, introspector()))).toEqual(["InvalidArgument", null]);
  });

  it.each([
    ["the name of an enum's value that there is not", '{"token":"x","consistency":"FULLY_CONSISTENT"}'],
    ["an enum by an empty name", '{"token":"x","consistency":""}'],
  ])("JSON: %s is INVALID_ARGUMENT, and is not converted", async (_name, body) => {
    expect(await faultOf(sendJson(body, introspector()))).toEqual(["InvalidArgument", null]);
  });

  it("JSON: bytes that are not UTF-8 are INVALID_ARGUMENT, and are not replaced", async () => {
    const body = Uint8Array.from([...Buffer.from('{"token":"'), 0xff, ...Buffer.from('"}')]);
    expect(await faultOf(sendJson(body, introspector()))).toEqual(["InvalidArgument", null]);
  });

  it("JSON: an unknown field is ignored, as over gRPC", async () => {
    expect(await sendJson('{"token":"x","consistent":"very"}', introspector())).toEqual({ active: false });
  });

  it("JSON: null means absent, as in protobuf's JSON", async () => {
    expect(await sendJson('{"token":"x","consistency":null}', introspector())).toEqual({ active: false });
  });

  it("an unknown enum number is INVALID_ARGUMENT", async () => {
    const request = create(IntrospectRequestSchema, { token: "x", consistency: 9 as never });
    const bytes = Buffer.from(toBinary(IntrospectRequestSchema, request));
    expect(await faultOf(sendBytes(bytes, introspector()))).toEqual(["InvalidArgument", null]);
  });

  it("an invalid deadline is INVALID_ARGUMENT", async () => {
    const headers = { ...introspector(), "connect-timeout-ms": "soon" };
    expect(await faultOf(sendJson("{}", headers))).toEqual(["InvalidArgument", null]);
  });
});

describe("B9 a request that is too large", () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));

  it("gRPC: also if it is small when compressed, and without a key", async () => {
    const compressing = new grpc.Client(core.grpc, grpc.credentials.createInsecure(), {
      "grpc.default_compression_algorithm": grpc.compressionAlgorithms.gzip,
    });
    const bytes = Buffer.alloc(20 * 1024 * 1024);
    const call = new Promise((resolve, reject) => {
      compressing.makeUnaryRequest(INTROSPECT, same, same, bytes, (failure, answer) =>
        failure === null ? resolve(answer) : reject(fromGrpcStatus(failure)),
      );
    });
    expect(await faultOf(call)).toEqual(["ResourceExhausted", null]);
    compressing.close();
  });

  it("Connect: also if it is small when compressed", async () => {
    const headers = { ...introspector(), "content-encoding": "gzip" };
    expect(await faultOf(sendJson(Uint8Array.from(bomb), headers))).toEqual(["ResourceExhausted", null]);
  });

  it("Connect: without a key it is not read", async () => {
    expect(await faultOf(sendJson(Uint8Array.from(bomb), {}))).toEqual(["Unauthenticated", null]);
  });
});

describe("the key of the gateway in this process", () => {
  async function inProcessKey(): Promise<string> {
    let authorization: string | null = null;
    const listening = createDirectTransport({
      ...core.dispatcher,
      open(route, arrival) {
        authorization = arrival.metadata(AUTHORIZATION);
        return core.dispatcher.open(route, arrival);
      },
    });
    await createClient(TokenService, listening)
      .introspect({})
      .catch(() => {});
    expect(authorization).toMatch(/^Bearer in-process-[\w-]{43}$/);
    return authorization!;
  }

  it("has exactly a gateway's permissions", async () => {
    const tokens = createClient(TokenService, core.direct);
    expect(await faultOf(tokens.introspect({ token: "x" }))).toEqual(["PermissionDenied", null]);
    expect(await faultOf(tokens.issue({}))).toEqual(["PermissionDenied", null]);
    // The key itself does not have this permission; only a signed-in operator does.
    expect(await faultOf(tokens.revokeBefore({}))).toEqual(["Unauthenticated", null]);
    expect(await faultOf(tokens.refresh({ refreshToken: "x" }))).toEqual(["Unauthenticated", "invalid_client"]);
  });

  it("is rejected by network transports", async () => {
    const headers = { [AUTHORIZATION]: await inProcessKey() };
    const refresh = "/latchkey.v1.TokenService/Refresh";
    expect(await faultOf(sendBytes(Buffer.alloc(0), headers, refresh))).toEqual(["Unauthenticated", null]);
    const answer = await postJson(core.connect + refresh, { body: "{}", headers });
    expect(await faultOf(jsonOrError(answer))).toEqual(["Unauthenticated", null]);
  });

  it("yields to the key of a call", async () => {
    const tokens = createClient(TokenService, core.direct);
    const answer = await tokens.introspect({ token: "x" }, { headers: introspector() });
    expect(answer.active).toBe(false);
  });
});

describe("WatchRevocations", () => {
  const watchers = () => [
    createClient(TokenService, core.direct),
    createClient(TokenService, createGrpcJsTransport(client, {})),
  ];

  async function firstOf(messages: AsyncIterable<unknown>): Promise<unknown> {
    for await (const message of messages) return message;
    return null;
  }

  it("is rejected without the permission", async () => {
    for (const tokens of watchers()) {
      const messages = tokens.watchRevocations({}, { headers: bearer(core.createKey("tokens:forward")) });
      expect(await faultOf(firstOf(messages))).toEqual(["PermissionDenied", null]);
    }
  });
});

describe("without a key", () => {
  it("the health service follows readiness", async () => {
    const health = new (grpc.makeClientConstructor(healthService, "Health"))(
      core.grpc,
      grpc.credentials.createInsecure(),
    );
    const check = (service = "") =>
      new Promise((resolve, reject) => {
        const answer: grpc.requestCallback<unknown> = (failure, said) => (failure ? reject(failure) : resolve(said));
        Reflect.get(health, "check").call(health, { service }, answer);
      });
    expect(await check()).toEqual({ status: "SERVING" });
    expect(await check("latchkey.v1.TokenService")).toEqual({ status: "SERVING" });
    await expect(check("latchkey.v1.GuessService")).rejects.toMatchObject({ code: grpc.status.NOT_FOUND });
    core.ready = false;
    await expect.poll(() => check()).toEqual({ status: "NOT_SERVING" });
    expect(await check("latchkey.v1.TokenService")).toEqual({ status: "NOT_SERVING" });
    expect((await fetch(`${core.connect}/readyz`)).status).toBe(503);
    expect((await fetch(`${core.connect}/healthz`)).status).toBe(200);
    core.ready = true;
    expect((await fetch(`${core.connect}/readyz`)).status).toBe(200);
    health.close();
  });

  it.each([
    ["gRPC port", () => core.grpc],
    ["Connect port", () => new URL(core.connect).host],
  ])("reflection of the %s names the services and describes the health service", async (_name, addressOf) => {
    for (const protocol of ["grpc-v1", "grpc-v1alpha"] as const) {
      const services = await listServices(addressOf(), protocol);
      expect(services).toContain("latchkey.v1.TokenService");
      expect(services).toContain("grpc.health.v1.Health");
    }
    // The health service checks the readiness once a second.
    await expect.poll(() => checkHealth(addressOf())).toEqual({ status: "SERVING" });
  });

  it("metrics count calls by RPC, transport and code", async () => {
    await sendJson('{"token":"x"}', introspector());
    const metrics = await (await fetch(`${core.connect}/metrics`)).text();
    expect(metrics).toMatch(
      /^latchkey_rpc_total\{rpc="latchkey.v1.TokenService\/Introspect",transport="connect",code="ok"\} /m,
    );
  });
});

describe("HTTP requests that are not calls", () => {
  it("an unknown path is 404 with the usual error format, and is not echoed", async () => {
    const answer = await postJson(`${core.connect}/latchkey.v1.TokenService/Guess`, { body: "{}", headers: {} });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ code: "unimplemented", message: "there is nothing at this address" });
  });

  it("GET is 405: no token may come in a URL", async () => {
    const query = "?encoding=json&message=%7B%22token%22%3A%22x%22%7D";
    expect((await fetch(`${core.connect}${INTROSPECT}${query}`, { headers: introspector() })).status).toBe(405);
  });

  it("another content type is 415", async () => {
    const headers = { ...introspector(), "content-type": "application/x-www-form-urlencoded" };
    expect((await postJson(`${core.connect}${INTROSPECT}`, { body: "token=x", headers })).status).toBe(415);
  });

  it("an invalid Host is 400, not an empty 200", async () => {
    const port = Number(new URL(core.connect).port);
    const socket: Socket = connect(port, "127.0.0.1");
    socket.end(
      `POST ${INTROSPECT} HTTP/1.1\r\nHost: [\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /);
  });

  it("an error response has the request id too", async () => {
    const headers = { [REQUEST_ID]: "trace-1" };
    const answer = await postJson(`${core.connect}${INTROSPECT}`, { body: "{}", headers });
    expect([answer.status, answer.headers.get(REQUEST_ID)]).toEqual([401, "trace-1"]);
  });

  it("RFC 6749 §5.1 responses are not cacheable, errors included", async () => {
    const answers = [
      await postJson(`${core.connect}${INTROSPECT}`, { body: '{"token":"x"}', headers: introspector() }),
      await postJson(`${core.connect}${INTROSPECT}`, { body: "{}", headers: {} }),
      await postJson(`${core.connect}/latchkey.v1.TokenService/Guess`, { body: "{}", headers: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404]);
    expect(answers.map(({ headers }) => headers.get("cache-control"))).toEqual(Array(3).fill("no-store"));
  });
});
