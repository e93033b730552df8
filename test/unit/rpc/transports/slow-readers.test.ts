import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:http2";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import pino from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TokenService, WatchRevocationsRequestSchema } from "../../../../gen/latchkey/v1/token_service_pb.ts";
import { AUTHORIZATION } from "../../../../src/rpc/metadata.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import { createDirectTransport } from "../../../../src/rpc/transports/direct.ts";
import { createDispatcher } from "../../../../src/rpc/transports/dispatcher.ts";
import { startGrpc } from "../../../../src/rpc/transports/grpc/server.ts";
import type { Implementation } from "../../../../src/rpc/transports/implementation.ts";
import { routesOf } from "../../../../src/rpc/transports/routes.ts";
import { PERMISSIONS } from "../../../../src/service/call.ts";
import { isReady, KEY, LOCAL, noMetrics } from "../small-core.ts";

const PATH = `/${TokenService.typeName}/WatchRevocations`;
const headers = { [AUTHORIZATION]: `Bearer ${KEY}` };
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A core whose stream sends without end. */
function endlessCore({ slowReaderMs = 60_000, readmitMs = 60_000, isKey = (): boolean => true } = {}) {
  const stream = { sent: 0, over: false };
  const lines: Record<string, unknown>[] = [];
  const handlers: Partial<Implementation<typeof TokenService>> = {
    async *watchRevocations() {
      try {
        for (;;) {
          stream.sent++;
          yield { message: { case: "reset", value: { cursor: "x".repeat(20_000) } } };
        }
      } finally {
        stream.over = true;
      }
    },
  };
  const dispatcher = createDispatcher({
    routes: routesOf(TokenService, handlers as Implementation<typeof TokenService>).filter(({ handler }) => handler),
    findServiceKey: async () =>
      isKey() ? { kind: "key", keyId: "k", name: "everything", permissions: new Set(PERMISSIONS) } : null,
    resolveSession: async () => null,
    log: pino({ level: "debug" }, { write: (line: string) => lines.push(JSON.parse(line)) }),
    streamTimeouts: { slowReaderMs, readmitMs },
  });
  const codes = () => lines.filter(({ rpc }) => rpc !== undefined).map(({ code }) => code);
  return { dispatcher, stream, codes };
}

describe("a reader that does not read is cut, and its buffer stays small", () => {
  it("over gRPC with RESOURCE_EXHAUSTED", async () => {
    const { dispatcher, stream, codes } = endlessCore({ slowReaderMs: 100 });
    const mount = await startGrpc({ dispatcher, address: LOCAL, isReady });
    closing.push(() => mount.stop(1_000));
    // Writes frames itself, because grpc-js buffers messages before the first read.
    const session = connect(`http://127.0.0.1:${mount.port}`);
    closing.push(() => session.destroy());
    const call = session.request({
      ":method": "POST",
      ":path": PATH,
      "content-type": "application/grpc",
      te: "trailers",
      ...headers,
    });
    const bytes = toBinary(WatchRevocationsRequestSchema, create(WatchRevocationsRequestSchema));
    const length = Buffer.alloc(5);
    length.writeUInt32BE(bytes.length, 1);
    call.end(Buffer.concat([length, bytes]));
    await vi.waitFor(() => expect(codes()).toEqual(["ResourceExhausted"]), 30_000);
    await vi.waitFor(() => expect(stream.over).toBe(true), 30_000);
    expect(stream.sent).toBeLessThan(1_000);
    const trailers = once(call, "trailers");
    call.resume();
    expect((await trailers)[0]).toMatchObject({ "grpc-status": `${Code.ResourceExhausted}` });
  });

  it("over Connect by closing the connection, without output past the log", async () => {
    const printed = vi.spyOn(console, "error");
    closing.push(() => printed.mockRestore());
    const { dispatcher, stream, codes } = endlessCore({ slowReaderMs: 100 });
    const mount = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: noMetrics });
    closing.push(() => mount.stop(1_000));
    const outgoing = request({
      host: "127.0.0.1",
      port: mount.port,
      path: PATH,
      method: "POST",
      headers: { ...headers, "content-type": "application/connect+json" },
    });
    closing.push(() => outgoing.destroy());
    outgoing.on("error", () => {});
    // A client without a listener for the response discards it.
    outgoing.on("response", (answer) => answer.pause().on("error", () => {}));
    // One enveloped message: no flags, two bytes.
    outgoing.end(Buffer.concat([Buffer.from([0, 0, 0, 0, 2]), Buffer.from("{}")]));
    await vi.waitFor(() => expect(codes()).toEqual(["ResourceExhausted"]), 30_000);
    await vi.waitFor(() => expect(stream.over).toBe(true), 30_000);
    expect(stream.sent).toBeLessThan(2_000);
    await mount.stop(1_000);
    expect(printed).not.toHaveBeenCalled();
  });

  it("over Connect and HTTP/2 by closing the stream, without output past the log", async () => {
    const printed = vi.spyOn(console, "error");
    closing.push(() => printed.mockRestore());
    const { dispatcher, stream, codes } = endlessCore({ slowReaderMs: 100 });
    const mount = await startConnect({ dispatcher, address: LOCAL, isReady, metrics: noMetrics });
    closing.push(() => mount.stop(1_000));
    const session = connect(`http://127.0.0.1:${mount.port}`);
    closing.push(() => session.destroy());
    const type = { "content-type": "application/connect+json" };
    const call = session.request({ ":method": "POST", ":path": PATH, ...type, ...headers });
    call.on("error", () => {});
    call.end(Buffer.concat([Buffer.from([0, 0, 0, 0, 2]), Buffer.from("{}")]));
    await vi.waitFor(() => expect(codes()).toEqual(["ResourceExhausted"]), 30_000);
    await vi.waitFor(() => expect(stream.over).toBe(true), 30_000);
    expect(stream.sent).toBeLessThan(2_000);
    call.resume();
    await new Promise((resolve) => call.once("close", resolve));
    // Other streams of the connection go on.
    const probe = session.request({ ":path": "/healthz" });
    expect((await once(probe, "response"))[0][":status"]).toBe(200);
    expect(printed).not.toHaveBeenCalled();
  });

  it("in process at its next read", async () => {
    const { dispatcher, stream } = endlessCore({ slowReaderMs: 50 });
    const tokens = createClient(TokenService, createDirectTransport(dispatcher));
    const messages = tokens.watchRevocations({}, { headers })[Symbol.asyncIterator]();
    await messages.next();
    await vi.waitFor(() => expect(stream.sent).toBe(1), 30_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const failure = await messages.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConnectError);
    expect((failure as ConnectError).code).toBe(Code.ResourceExhausted);
    await vi.waitFor(() => expect(stream.over).toBe(true), 30_000);
  });
});

describe("a revoked key", () => {
  const watchUntilOver = async (isKey: () => boolean) => {
    const { dispatcher } = endlessCore({ readmitMs: 1, isKey });
    const tokens = createClient(TokenService, createDirectTransport(dispatcher));
    let heard = 0;
    try {
      for await (const _ of tokens.watchRevocations({}, { headers })) {
        heard++;
        await new Promise((resolve) => setTimeout(resolve, 2));
        if (heard > 20) return "went on";
      }
    } catch (error) {
      return Code[(error as ConnectError).code];
    }
    return "ended";
  };

  it("loses its streams with UNAUTHENTICATED", async () => {
    let looks = 0;
    expect(await watchUntilOver(() => ++looks < 4)).toBe("Unauthenticated");
  });

  it("is not assumed during an outage of the database", async () => {
    let looks = 0;
    const outage = () => {
      if (++looks > 3) throw new ConnectError("no database", Code.Unavailable);
      return true;
    };
    expect(await watchUntilOver(outage)).toBe("went on");
  });
});
