import { once } from "node:events";
import { type ClientHttp2Session, connect, constants } from "node:http2";
import { connect as connectSocket, type Socket } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IntrospectRequestSchema, TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { startHealthPort } from "../../../../src/rpc/transports/connect/health-port.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import { startGrpc } from "../../../../src/rpc/transports/grpc/server.ts";
import { frameOf } from "../../../suites/fuzz/raw-grpc.ts";
import { freePorts } from "../../../support/start-service.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const PATH = `/${TokenService.typeName}/Introspect`;
const WATCH = `/${TokenService.typeName}/WatchRevocations`;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});

const dispatcher = () =>
  smallEdge({
    introspect: async () => ({ active: false }),
    async *watchRevocations(_request, call) {
      yield { message: { case: "reset", value: { cursor: "c" } } };
      await new Promise<void>((resolve) => call.signal?.addEventListener("abort", () => resolve()));
    },
  });

/** Sends an incomplete request; returns the response and the end of its stream. */
function callWithoutEnd(session: ClientHttp2Session, path: string, bytes: Buffer, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/grpc", te: "trailers", ...more };
  const call = session.request({ ":method": "POST", ":path": path, ...headers }, { endStream: false });
  const heard: { status: string | null; rst: number | null; closed: boolean } = {
    status: null,
    rst: null,
    closed: false,
  };
  const read = (received: Record<string, unknown>) => {
    heard.status = (received["grpc-status"] as string | undefined) ?? heard.status;
  };
  call
    .on("response", read)
    .on("trailers", read)
    .on("error", () => {});
  call.resume();
  if (bytes.length > 0) call.write(bytes);
  const over = once(call, "close").then(() => Object.assign(heard, { closed: true, rst: call.rstCode }));
  return { call, heard, over };
}

const request = frameOf(toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token: "t" })));
const LATE = { status: "4", rst: 0, closed: true };

const PORTS = [
  {
    port: "gRPC port",
    start: () => startGrpc({ dispatcher: dispatcher(), address: LOCAL, isReady }),
  },
  {
    port: "Connect port",
    start: () => startConnect({ dispatcher: dispatcher(), address: LOCAL, isReady, metrics: noMetrics }),
  },
];

describe.each(PORTS)("an incomplete gRPC request to the $port times out and its stream is closed", ({ start }) => {
  /** Makes the seconds that the transport counts pass at once. */
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

  async function openSession(): Promise<ClientHttp2Session> {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const mount = await start();
    closing.push(() => mount.stop(0));
    const session = connect(`http://127.0.0.1:${mount.port}`);
    session.on("error", () => {});
    closing.push(() => session.destroy());
    return session;
  }

  /** The server has read earlier requests of this connection when it answers this one. */
  async function callWhole(session: ClientHttp2Session) {
    const { call, over } = callWithoutEnd(session, PATH, request);
    call.end();
    return over;
  }

  it("for half a message, none, and one without its end; other calls of the connection continue", async () => {
    const session = await openSession();
    const watching = callWithoutEnd(session, WATCH, frameOf(Buffer.alloc(0)));
    watching.call.end();
    const late = [
      callWithoutEnd(session, PATH, request.subarray(0, request.length - 1)),
      callWithoutEnd(session, PATH, Buffer.alloc(0)),
      callWithoutEnd(session, PATH, request),
      callWithoutEnd(session, WATCH, frameOf(Buffer.alloc(9)).subarray(0, 8)),
    ];
    expect(await callWhole(session)).toEqual({ ...LATE, status: "0" });
    pass(8);
    await callWhole(session);
    expect(late.map(({ heard }) => heard.closed)).toEqual([false, false, false, false]);
    pass(1);
    expect(await Promise.all(late.map(({ over }) => over))).toEqual([LATE, LATE, LATE, LATE]);
    pass(100);
    expect(await callWhole(session)).toEqual({ ...LATE, status: "0" });
    expect(watching.heard.closed).toBe(false);
  });

  it("if the response was sent before the request was complete", async () => {
    const session = await openSession();
    const unknown = callWithoutEnd(session, "/nobody.Serves/This", Buffer.alloc(0));
    const hurried = callWithoutEnd(session, PATH, Buffer.alloc(0), { "grpc-timeout": "1m" });
    await Promise.all([unknown, hurried].map(({ call }) => once(call, "response")));
    await callWhole(session);
    expect(hurried.heard.closed).toBe(false);
    pass(9);
    expect(await unknown.over).toEqual({ ...LATE, status: "12" });
    expect(await hurried.over).toEqual(LATE);
  });

  it("after a minute for reflection, whose clients keep the stream open", async () => {
    const session = await openSession();
    const path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    const silent = callWithoutEnd(session, path, Buffer.alloc(0));
    // list_services, field 7, with an empty text.
    const answered = callWithoutEnd(session, path, frameOf(Buffer.from([0x3a, 0])));
    await once(answered.call, "data");
    pass(60);
    await callWhole(session);
    expect([silent.heard.closed, answered.heard.closed]).toEqual([false, false]);
    pass(1);
    expect(await silent.over).toEqual(LATE);
    expect(await answered.over).toMatchObject({ rst: constants.NGHTTP2_CANCEL });
  });
});

describe("an incomplete request over HTTP/2 that is not gRPC times out and its stream is closed", () => {
  it.each([
    ["application/json", '{"token":'],
    ["application/connect+json", "\0\0"],
    ["application/grpc-web+proto", "\0"],
  ])("%s, without output past the log", async (type, body) => {
    const printed = vi.spyOn(console, "error");
    closing.push(() => printed.mockRestore());
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const mount = await PORTS[1]!.start();
    closing.push(() => mount.stop(0));
    const session = connect(`http://127.0.0.1:${mount.port}`);
    closing.push(() => session.destroy());
    const path = type === "application/connect+json" ? WATCH : PATH;
    const { over } = callWithoutEnd(session, path, Buffer.from(body), { "content-type": type });
    // The server has read earlier requests of this connection when it answers this one.
    const whole = callWithoutEnd(session, PATH, request);
    whole.call.end();
    await whole.over;
    vi.advanceTimersByTime(9_000);
    expect(await over).toMatchObject({ closed: true, rst: constants.NGHTTP2_CANCEL });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(printed).not.toHaveBeenCalled();
  });
});

describe("an incomplete request over Connect closes its connection", () => {
  /** The response to these bytes until the connection ends. */
  async function answerTo(port: number, text: string): Promise<string> {
    const socket: Socket = connectSocket(port, "127.0.0.1");
    socket.on("error", () => {});
    let answer = "";
    socket.on("data", (bytes) => {
      answer += bytes;
    });
    if (text !== "") socket.write(text);
    await once(socket, "close");
    return answer.split("\r\n")[0]!;
  }

  // Node itself looks at the clock here, for eight seconds and one.
  it.concurrent("for half a body, half a head, half a preface or nothing", async ({ onTestFinished }) => {
    const mount = await startConnect({ dispatcher: dispatcher(), address: LOCAL, isReady, metrics: noMetrics });
    onTestFinished(() => mount.stop(0));
    const head = (path: string, type: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: core\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
    const texts = [
      `${head(PATH, "application/json", 20)}{"token":`,
      `${head(WATCH, "application/connect+json", 7)}\0\0\0\0`,
      `${head(PATH, "application/grpc-web+proto", 9)}\0`,
      `POST ${PATH} HTTP/1.1\r\nHost: co`,
      "",
      "P",
      "PRI * HTTP/2.0\r\n\r\n",
    ];
    const answers = await Promise.all(texts.map((text) => answerTo(mount.port, text)));
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
  });

  it.concurrent("for half a head or nothing at HEALTH_PORT", async ({ onTestFinished }) => {
    const [port = 0] = await freePorts(1);
    const health = await startHealthPort({ host: "127.0.0.1", port, isReady, metrics: noMetrics });
    onTestFinished(() => health.stop());
    const startedAt = performance.now();
    const answers = await Promise.all(["GET /healthz HTTP/1.1\r\nHost: co", ""].map((text) => answerTo(port, text)));
    expect(new Set(answers)).toEqual(new Set(["HTTP/1.1 408 Request Timeout"]));
    // Node's own check comes after 30 s.
    expect(performance.now() - startedAt).toBeLessThan(25_000);
  });
});
