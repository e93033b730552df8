import { request } from "node:http";
import { connect, constants } from "node:http2";
import { json, text } from "node:stream/consumers";
import { create, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IntrospectRequestSchema } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import { startGrpc } from "../../../../src/rpc/transports/grpc/server.ts";
import type { ServerTransport } from "../../../../src/rpc/transports/server-transport.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const PATH = "/latchkey.v1.TokenService/Introspect";
const GOOD = `Bearer ${KEY}`;
const TWICE = "authorization is included more than once";

const CASES: [name: string, values: string[], message: string | null][] = [
  ["one key", [GOOD], null],
  ["the same key twice", [GOOD, GOOD], TWICE],
  ["a valid key before another value", [GOOD, "Bearer other"], TWICE],
  ["a valid key after another value", ["Basic eDp5", GOOD], TWICE],
  ["two keys in one value", [`${GOOD}, ${GOOD}`], TWICE],
];

const dispatcher = smallEdge({ introspect: async () => ({ active: false }) });
let grpc: ServerTransport;
let http: ServerTransport;
beforeAll(async () => {
  grpc = await startGrpc({ dispatcher, address: LOCAL, isReady });
  http = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: noMetrics });
});
afterAll(() => Promise.all([grpc.stop(0), http.stop(0)]));

describe("RFC 9110 §5.3 repeated authorization", () => {
  it.each(
    CASES.flatMap(([name, ...rest]) => [
      [name, "gRPC port", ...rest] as const,
      [name, "Connect port", ...rest] as const,
    ]),
  )("gRPC: %s, to the %s", async (_name, port, values, message) => {
    const { code, detail } = await callGrpc(port === "gRPC port" ? grpc.port : http.port, values);
    expect([code, detail]).toEqual(message === null ? [status.OK, "OK"] : [status.UNAUTHENTICATED, message]);
  });

  it.each(CASES)("Connect: %s", async (_name, values, message) => {
    const answer = await callConnect(values);
    expect(answer).toEqual(message === null ? { active: false } : { code: "unauthenticated", message });
  });

  it.each(CASES)("Connect over HTTP/2: %s", async (_name, values, message) => {
    const answer = await callConnectHttp2(values);
    expect(answer).toEqual(message === null ? { active: false } : { code: "unauthenticated", message });
  });
});

/** Node's client refuses repeated values only by default. */
async function callGrpc(port: number, authorization: string[]): Promise<{ code: number; detail: string }> {
  const session = connect(`http://127.0.0.1:${port}`, { strictSingleValueFields: false } as object);
  const headers = { ":method": "POST", ":path": PATH, "content-type": "application/grpc", te: "trailers" };
  const call = session.request({ ...headers, authorization: authorization as unknown as string });
  let found: Record<string, unknown> = {};
  const note = (received: Record<string, unknown>) => {
    found = { ...found, ...received };
  };
  call.on("response", note).on("trailers", note);
  const message = toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token: "a" }));
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  call.end(Buffer.concat([prefix, message]));
  await text(call);
  session.close();
  expect(found[constants.HTTP2_HEADER_STATUS]).toBe(200);
  return { code: Number(found["grpc-status"]), detail: decodeURIComponent(String(found["grpc-message"] ?? "")) };
}

async function callConnectHttp2(authorization: string[]): Promise<unknown> {
  const session = connect(`http://127.0.0.1:${http.port}`, { strictSingleValueFields: false } as object);
  const headers = { ":method": "POST", ":path": PATH, "content-type": "application/json" };
  const call = session.request({ ...headers, authorization: authorization as unknown as string });
  call.end('{"token":"a"}');
  const answer = await json(call);
  session.close();
  return answer;
}

async function callConnect(authorization: string[]): Promise<unknown> {
  const headers = ["host", "127.0.0.1", "content-type", "application/json", "connection", "close"];
  for (const value of authorization) headers.push("Authorization", value);
  const body = '{"token":"a"}';
  const options = {
    port: http.port,
    method: "POST",
    path: PATH,
    headers: [...headers, "content-length", `${body.length}`],
  };
  return new Promise((resolve, reject) => {
    request(options, (answer) => resolve(json(answer)))
      .on("error", reject)
      .end(body);
  });
}
