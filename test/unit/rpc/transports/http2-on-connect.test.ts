import dns from "node:dns";
import { once } from "node:events";
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from "node:http2";
import { connect as connectSocket, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { IntrospectRequestSchema, TokenService } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import { startGrpc } from "../../../../src/rpc/transports/grpc/server.ts";
import { frameOf } from "../../../suites/fuzz/raw-grpc.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const PATH = `/${TokenService.typeName}/Introspect`;
const POST = { ":method": "POST", ":path": PATH, authorization: `Bearer ${KEY}` };
const JSON_CALL = { ...POST, "content-type": "application/json" };
const GRPC_CALL = { ...POST, "content-type": "application/grpc", te: "trailers" };
const messageOf = (token: string) =>
  frameOf(toBinary(IntrospectRequestSchema, create(IntrospectRequestSchema, { token })));
/** The type of a frame is its fourth byte. */
const SETTINGS = 4;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface OpenOptions {
  draining?: AbortSignal;
  host?: string;
  metrics?: typeof noMetrics;
}

/** A core on both ports. Introspections of `slow` wait for `finish`. */
async function open({ draining, host = LOCAL.host, metrics = noMetrics }: OpenOptions = {}) {
  let calls = 0;
  const gate = Promise.withResolvers<void>();
  const lines: Record<string, unknown>[] = [];
  const dispatcher = smallEdge(
    {
      async introspect({ token }) {
        calls++;
        if (token === "slow") await gate.promise;
        return { active: false };
      },
    },
    lines,
  );
  const options = { dispatcher, address: { ...LOCAL, host }, isReady, ...(draining && { draining }) };
  const [grpc, http] = await Promise.all([startGrpc(options), startConnect({ ...options, metrics })]);
  closing.push(() => Promise.all([grpc.stop(0), http.stop(0)]));
  return { grpc, http, port: http.port, finish: gate.resolve, calls: () => calls, lines };
}

function openSession(port: number): ClientHttp2Session {
  const session = connect(`http://127.0.0.1:${port}`);
  session.on("error", () => {});
  closing.push(() => session.destroy());
  return session;
}

interface Answer {
  headers: IncomingHttpHeaders;
  body: string;
}

async function send(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string | Buffer,
): Promise<Answer> {
  const stream = session.request(headers);
  stream.end(body);
  const [received] = (await once(stream, "response")) as [IncomingHttpHeaders];
  return { headers: received, body: await text(stream) };
}

function openSocket(port: number, options = {}): Socket {
  const socket = connectSocket({ port, host: "127.0.0.1", ...options });
  socket.on("error", () => {}).resume();
  closing.push(() => socket.destroy());
  return socket;
}

describe("the Connect port without TLS", () => {
  it("serves Connect, gRPC and gRPC-Web over HTTP/2, beside HTTP/1.1", async () => {
    const { port } = await open();
    const baseUrl = `http://127.0.0.1:${port}`;
    const transports = [
      createConnectTransport({ baseUrl, httpVersion: "1.1" }),
      createConnectTransport({ baseUrl, httpVersion: "2" }),
      createGrpcWebTransport({ baseUrl, httpVersion: "1.1" }),
      createGrpcWebTransport({ baseUrl, httpVersion: "2" }),
      createGrpcTransport({ baseUrl }),
    ];
    const headers = { authorization: POST.authorization };
    const answers = transports.map((transport) => createClient(TokenService, transport).introspect({}, { headers }));
    expect((await Promise.all(answers)).map(({ active }) => active)).toEqual(transports.map(() => false));
  });

  it("serves the probes over HTTP/2, and responds to unknown paths and malformed URLs like over HTTP/1.1", async () => {
    const session = openSession((await open()).port);
    expect(await send(session, { ":path": "/readyz" })).toMatchObject({
      headers: { ":status": 200, "cache-control": "no-store" },
      body: '{"status":"ready"}',
    });
    const unknown = await send(session, { ":method": "POST", ":path": "/none" });
    expect([unknown.headers[":status"], JSON.parse(unknown.body).code]).toEqual([404, "unimplemented"]);
    const malformed = await send(session, { ...JSON_CALL, ":authority": "[" }, "{}");
    expect([malformed.headers[":status"], JSON.parse(malformed.body).code]).toEqual([400, "invalid_argument"]);
  });

  it("recognizes a preface in pieces, and serves HTTP/1.1 that begins like it", async () => {
    const { port } = await open();
    const socket = openSocket(port);
    const received: Buffer[] = [];
    socket.on("data", (bytes: Buffer) => received.push(bytes));
    for (const piece of ["P", "RI * HTTP/2.0\r\n\r\nS", "M\r\n\r\n"]) {
      socket.write(piece);
      await delay(20);
    }
    // An empty SETTINGS frame of the client, to which the server sends its own.
    socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
    await expect.poll(() => Buffer.concat(received)[3]).toBe(SETTINGS);

    const pieces = openSocket(port);
    const answer = text(pieces);
    for (const piece of ["P", "R", "OPFIND /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"]) {
      pieces.write(piece);
      await delay(20);
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe.each(["grpc", "http"] as const)("an HTTP/2 connection to the port of %s", (name) => {
  it("may have 1,000 streams at once", async () => {
    const session = openSession((await open())[name].port);
    const [settings] = await once(session, "remoteSettings");
    expect(settings.maxConcurrentStreams).toBe(1_000);
  });

  it("is closed if it opens and resets streams without pause", async () => {
    const session = openSession((await open())[name].port);
    const goaway = once(session, "goaway");
    let sent = 0;
    while (!session.closed && sent < 20_000) {
      session
        .request(JSON_CALL)
        .on("error", () => {})
        .close(constants.NGHTTP2_CANCEL);
      if (++sent % 100 === 0) await delay(1);
    }
    expect((await goaway)[0]).not.toBe(constants.NGHTTP2_NO_ERROR);
  });

  it("refuses a request with more than 128 headers, and serves others", async () => {
    const session = openSession((await open())[name].port);
    const values = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x-${at}`, "v"]));
    const stream = session.request({ ...GRPC_CALL, ...values }).on("error", () => {});
    await new Promise((resolve) => stream.once("close", resolve));
    expect(stream.rstCode).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect((await send(session, GRPC_CALL, messageOf("t"))).headers[":status"]).toBe(200);
  });

  it("is closed when the client closes its side", async () => {
    const socket = openSocket((await open())[name].port, { allowHalfOpen: true });
    socket.write(
      Buffer.concat([Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]),
    );
    await once(socket, "data");
    socket.end();
    await once(socket, "end");
  });

  it("gets GOAWAY when the port stops, and its pending call is answered", async () => {
    const { [name]: transport, finish, calls } = await open();
    const session = openSession(transport.port);
    const goaway = once(session, "goaway");
    const answer =
      name === "http" ? send(session, JSON_CALL, '{"token":"slow"}') : send(session, GRPC_CALL, messageOf("slow"));
    await expect.poll(calls).toBe(1);
    const stopped = transport.stop(30_000);
    expect((await goaway)[0]).toBe(constants.NGHTTP2_NO_ERROR);
    finish();
    expect((await answer).headers[":status"]).toBe(200);
    await stopped;
  });

  it("is closed after the grace period", async () => {
    const { [name]: transport, calls } = await open();
    const session = openSession(transport.port);
    const closed = new Promise((resolve) => session.once("close", resolve));
    const stream = session.request(name === "http" ? JSON_CALL : GRPC_CALL).on("error", () => {});
    stream.end(name === "http" ? '{"token":"slow"}' : messageOf("slow"));
    await expect.poll(calls).toBe(1);
    await transport.stop(50);
    await closed;
    expect(stream.destroyed).toBe(true);
  });
});

describe("HTTP/2 on the Connect port", () => {
  it("while draining still answers, without a header of HTTP/1.1, and its health is NOT_SERVING", async () => {
    const warned = vi.fn();
    process.on("warning", warned);
    closing.push(() => process.off("warning", warned));
    const draining = new AbortController();
    const { port } = await open({ draining: draining.signal });
    const session = openSession(port);
    draining.abort();
    for (let round = 0; round < 2; round++) {
      const { headers, body } = await send(session, JSON_CALL, "{}");
      expect([headers[":status"], headers.connection, JSON.parse(body)]).toEqual([200, undefined, { active: false }]);
    }
    await delay(0);
    expect(warned).not.toHaveBeenCalled();
  });

  it("a call that the client resets is canceled, whatever its error code", async () => {
    const { port, calls, lines } = await open();
    const stream = openSession(port).request(JSON_CALL);
    stream.on("error", () => {});
    stream.end('{"token":"slow"}');
    await expect.poll(calls).toBe(1);
    stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    const finished = () => lines.filter(({ rpc }) => rpc !== undefined);
    await expect.poll(finished).toMatchObject([{ code: "Canceled", level: 20 }]);
  });

  it("connections that have not shown their protocol do not delay a stop", async () => {
    const { http } = await open();
    const socket = openSocket(http.port);
    const answer = text(socket).catch(() => "");
    await once(socket, "connect");
    await delay(20);
    await http.stop(30_000);
    // Not the response of the timeout.
    expect(await answer).toBe("");
  });

  it("has no address without HTTP/2 if it listens on localhost", async () => {
    const both = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    // Machines differ in the addresses of localhost.
    type Found = (error: null, addresses: typeof both) => void;
    const { lookup } = dns;
    const localhost = (host: string, options: dns.LookupOptions, found: Found) => {
      if (host === "localhost") found(null, both);
      else lookup(host, options, found as never);
    };
    const mocked = vi.spyOn(dns, "lookup").mockImplementation(localhost as typeof lookup);
    closing.push(() => mocked.mockRestore());
    const { port } = await open({ host: "localhost" });
    const answers = both.map(async ({ address, family }) => {
      const session = connect(`http://${family === 6 ? `[${address}]` : address}:${port}`);
      closing.push(() => session.destroy());
      const refused = once(session, "error").then(([{ code }]) => code);
      const answered = send(session, { ":path": "/healthz" }).then(({ headers }) => headers[":status"]);
      return Promise.race([refused, answered.catch(() => refused)]);
    });
    const reached = (await Promise.all(answers)).filter((answer) => answer !== "ECONNREFUSED");
    expect(reached).toEqual([200]);
  });

  it("keeps at most four unread responses with metrics for each connection", async () => {
    const { port } = await open({ metrics: { contentType: "text/plain", metrics: async () => "up 1\n" } });
    const session = openSession(port);
    await once(session, "remoteSettings");
    session.settings({ initialWindowSize: 0 });
    await once(session, "localSettings");
    const streams = Array.from({ length: 6 }, () => session.request({ ":path": "/metrics" }));
    const statuses = async () => {
      const answers = await Promise.all(streams.map((stream) => once(stream, "response")));
      return answers.map(([headers]) => (headers as IncomingHttpHeaders)[":status"]);
    };
    expect((await statuses()).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    session.settings({ initialWindowSize: 65_535 });
    await Promise.all(streams.map(text));
    expect((await send(session, { ":path": "/metrics" })).headers[":status"]).toBe(200);
  });
});
