import { connect, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IntrospectRequestSchema, TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { respondToClientError } from "../../../../src/rpc/transports/connect/errors.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import type { ServerTransport } from "../../../../src/rpc/transports/server-transport.ts";
import { frameOf } from "../../../suites/fuzz/raw-grpc.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const PATH = `/${TokenService.typeName}/Introspect`;
const JSON_TYPE = "Content-Type: application/json";

let mount: ServerTransport;
beforeAll(async () => {
  // Long enough for a timer that rings at once.
  const dispatcher = smallEdge({ introspect: () => delay(20, { active: false }) });
  mount = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: noMetrics });
});
afterAll(() => mount.stop(0));

interface Answer {
  status: number;
  head: string;
  body: string;
}

function piecesOf(answer: string): Answer {
  const end = answer.indexOf("\r\n\r\n");
  const head = answer.slice(0, end).toLowerCase();
  return { status: Number(head.split(" ")[1]), head, body: answer.slice(end + 4) };
}

/** Sends the lines of a head and a body as they are; all that was answered. */
async function send(head: readonly string[], body = ""): Promise<Answer> {
  const socket = connect(mount.port, "127.0.0.1");
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return piecesOf(await text(socket));
}

const CLOSE = ["Host: x", "Connection: close"];
const lengthOf = (body: string) => `Content-Length: ${body.length}`;
const unreadable = { code: "invalid_argument", message: "malformed HTTP request" };

describe("errors of the HTTP server have the shape of Connect errors and are no-store", () => {
  const faults: [name: string, head: string[], status: number, body: unknown][] = [
    ["bytes that are not a request", ["hello"], 400, unreadable],
    ["an undecodable path", ["GET /%zz HTTP/1.1", ...CLOSE], 400, unreadable],
    [
      "headers without end",
      ["GET / HTTP/1.1", ...CLOSE, `A: ${"b".repeat(40_000)}`],
      431,
      { code: "resource_exhausted", message: "the headers are too large" },
    ],
    [
      "an address that nothing has",
      ["POST /readyz HTTP/1.1", ...CLOSE, JSON_TYPE, lengthOf("{}")],
      404,
      { code: "unimplemented", message: "there is nothing at this address" },
    ],
  ];
  it.each(faults)("%s", async (_name, head, status, body) => {
    const answer = await send(head, head.includes(lengthOf("{}")) ? "{}" : "");
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toEqual(body);
    expect(answer.head).toContain("cache-control: no-store");
  });

  it("B7 a body that does not arrive in time", async () => {
    const socket = new PassThrough();
    respondToClientError({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket as unknown as Socket);
    const answer = piecesOf(await text(socket));
    expect(answer.status).toBe(408);
    expect(JSON.parse(answer.body)).toEqual({
      code: "deadline_exceeded",
      message: "the request did not arrive in time",
    });
  });

  it.each(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "application/xml"])(
    "B6 %s is 415 like every type that Connect does not know",
    async (type) => {
      const head = [
        `POST ${PATH} HTTP/1.1`,
        ...CLOSE,
        `Authorization: Bearer ${KEY}`,
        `Content-Type: ${type}`,
        lengthOf("{}"),
      ];
      const answer = await send(head, "{}");
      expect(answer.status).toBe(415);
      expect(answer.head).toContain("cache-control: no-store");
      expect(answer.body).not.toContain("FST_");
    },
  );

  it.each(["GET", "PUT", "DELETE"])("B8 %s on an RPC is 405 and lists the allowed method", async (method) => {
    const answer = await send([`${method} ${PATH} HTTP/1.1`, ...CLOSE]);
    expect(answer.status).toBe(405);
    expect(answer.head).toContain("\r\nallow: post");
    expect(answer.head).toContain("cache-control: no-store");
  });
});

describe("B9 a deadline beyond the longest timer is ignored", () => {
  const url = () => `http://127.0.0.1:${mount.port}${PATH}`;
  const headers = { authorization: `Bearer ${KEY}` };

  it.each(["2147483647", "2147483648", "9999999999"])("over Connect, %s ms", async (timeout) => {
    const connectHeaders = { ...headers, "content-type": "application/json", "connect-timeout-ms": timeout };
    const answer = await fetch(url(), { method: "POST", headers: connectHeaders, body: '{"token":"x"}' });
    expect([answer.status, await answer.json()]).toEqual([200, { active: false }]);
  });

  it.each(["596H", "597H", "99999999M", "2147484S"])("over gRPC-Web, %s", async (timeout) => {
    const webHeaders = { ...headers, "content-type": "application/grpc-web+proto", "grpc-timeout": timeout };
    const body = frameOf(toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token: "x" })));
    const answer = await fetch(url(), { method: "POST", headers: webHeaders, body });
    expect(await answer.text()).toContain("grpc-status: 0");
  });

  it("a malformed deadline is still an error", async () => {
    const connectHeaders = { ...headers, "content-type": "application/json", "connect-timeout-ms": "99999999999" };
    const answer = await fetch(url(), { method: "POST", headers: connectHeaders, body: '{"token":"x"}' });
    expect(answer.status).toBe(400);
  });
});
