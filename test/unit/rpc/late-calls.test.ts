import { once } from "node:events";
import { connect, constants } from "node:http2";
import { connect as connectSocket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterEach, describe, expect, it } from "vitest";
import { RefreshRequestSchema, TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { untilClosesAreRead } from "../../../src/observe/pause-detector.ts";
import { clients } from "../../../src/rpc/client.ts";
import { startConnect } from "../../../src/rpc/transports/connect/server.ts";
import { createDirectTransport } from "../../../src/rpc/transports/direct.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import type { Call } from "../../../src/service/call.ts";
import { frameOf } from "../../suites/fuzz/raw-grpc.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "./small-core.ts";

const PATH = `/${TokenService.typeName}/Refresh`;
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A core whose refresh reads the state of its call as the real one does after its lock; `seen` records it. */
function listener() {
  const seen = Promise.withResolvers<Pick<Call, "ended" | "mayBeLate">>();
  const dispatcher = smallEdge({
    async refresh(_request, call) {
      // Waits at least for one turn of the event loop, as for the database.
      await nextTurn();
      await untilClosesAreRead();
      seen.resolve({ ended: call.ended, mayBeLate: call.mayBeLate });
      return {};
    },
  });
  return { dispatcher, seen: seen.promise };
}

describe("a call has ended if its cancellation arrived with it", () => {
  it("over Connect", async () => {
    const { dispatcher, seen } = listener();
    const mount = await startConnect({ dispatcher, isReady, address: LOCAL, metrics: noMetrics });
    closing.push(() => mount.stop(0));
    const socket = connectSocket(mount.port, "127.0.0.1");
    closing.push(() => socket.destroy());
    await once(socket, "connect");
    const head = ["content-type: application/json", `authorization: Bearer ${KEY}`, "host: a", "content-length: 2"];
    socket.end(`POST ${PATH} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n{}`);
    expect(await seen).toMatchObject({ ended: true });
  });

  it("over gRPC", async () => {
    const { dispatcher, seen } = listener();
    const mount = await startGrpc({ dispatcher, isReady, address: LOCAL });
    closing.push(() => mount.stop(0));
    const session = connect(`http://127.0.0.1:${mount.port}`);
    closing.push(() => session.destroy());
    await once(session, "connect");
    const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/grpc", te: "trailers" };
    const call = session.request({ ":method": "POST", ":path": PATH, ...headers });
    call.on("error", () => {});
    call.end(frameOf(Buffer.from(toBinary(RefreshRequestSchema, create(RefreshRequestSchema)))));
    call.once("finish", () => call.close(constants.NGHTTP2_CANCEL));
    expect(await seen).toMatchObject({ ended: true });
  });
});

describe("the mark of a late request", () => {
  it.each([
    { name: "is sent with the call", headers: { "latchkey-may-be-late": "1" }, mayBeLate: true },
    { name: "is absent without a pause", headers: {}, mayBeLate: false },
  ])("$name", async ({ headers, mayBeLate }) => {
    const { dispatcher, seen } = listener();
    await clients(createDirectTransport(dispatcher)).tokens.refresh({}, { headers });
    expect(await seen).toEqual({ ended: false, mayBeLate });
  });

  it("an aborted call has ended", async () => {
    const { dispatcher, seen } = listener();
    const left = new AbortController();
    const answer = clients(createDirectTransport(dispatcher)).tokens.refresh({}, { signal: left.signal });
    setImmediate(() => left.abort());
    await expect(answer).rejects.toThrow("the caller cancelled the call");
    expect(await seen).toMatchObject({ ended: true });
  });
});
