import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Code, type ConnectError } from "@connectrpc/connect";
import { afterEach, describe, expect, it } from "vitest";
import { TokenService } from "../../../gen/latchkey/v1/token_service_pb.ts";
import { type CoreConnection, clients, connectCore } from "../../../src/rpc/client.ts";
import { AUTHORIZATION, REQUEST_ID } from "../../../src/rpc/metadata.ts";
import { startGrpc } from "../../../src/rpc/transports/grpc/server.ts";
import type { ServerTransport } from "../../../src/rpc/transports/server-transport.ts";
import { findPort } from "../../suites/start/ports.ts";
import { isReady, KEY, LOCAL, smallEdge } from "./small-core.ts";

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function start(port = 0): Promise<ServerTransport> {
  const dispatcher = smallEdge({
    introspect: async () => ({ active: false }),
    async *watchRevocations() {
      for (let ageMs = 1n; ageMs <= 3n; ageMs++) yield { message: { case: "heartbeat", value: { ageMs } } };
    },
  });
  const mount = await startGrpc({ dispatcher, address: { ...LOCAL, port }, isReady });
  opened.push(() => mount.stop(0));
  return mount;
}

function open(port: number, key = KEY): CoreConnection {
  const connection = connectCore({ url: `http://127.0.0.1:${port}`, key });
  opened.push(() => connection.close());
  return connection;
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "OK",
    (error: ConnectError) => Code[error.code],
  );

describe("the client of a remote core", () => {
  it("sends its key unless the call has its own", async () => {
    const { port } = await start();
    const good = clients(open(port).transport).tokens;
    const bad = clients(open(port, "another").transport).tokens;
    expect(await codeOf(good.introspect({ token: "x" }))).toBe("OK");
    expect(await codeOf(good.introspect({ token: "x" }, { headers: { [AUTHORIZATION]: "Bearer no" } }))).toBe(
      "Unauthenticated",
    );
    expect(await codeOf(bad.introspect({ token: "x" }))).toBe("Unauthenticated");
    expect(await codeOf(bad.introspect({ token: "x" }, { headers: { Authorization: `Bearer ${KEY}` } }))).toBe("OK");
  });

  it("returns the headers of a response", async () => {
    const { port } = await start();
    let requestId: string | null = null;
    await clients(open(port).transport).tokens.introspect(
      { token: "x" },
      { headers: { [REQUEST_ID]: "trace-7" }, onHeader: (headers) => (requestId = headers.get(REQUEST_ID)) },
    );
    expect(requestId).toBe("trace-7");
  });

  it("reads a stream to its end, or stops earlier", async () => {
    const { port } = await start();
    const { tokens } = clients(open(port).transport);
    const ages = [];
    let requestId: string | null = null;
    const onHeader = (headers: Headers) => {
      requestId = headers.get(REQUEST_ID);
    };
    for await (const { message } of tokens.watchRevocations({}, { onHeader })) {
      if (message.case === "heartbeat") ages.push(message.value.ageMs);
    }
    expect([ages, requestId]).toEqual([[1n, 2n, 3n], expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    for await (const _message of tokens.watchRevocations({})) break;
  });

  it("reports the error of a stream to a late reader", async () => {
    const { port } = await start();
    const transport = open(port, "another").transport;
    const { watchRevocations } = TokenService.method;
    const request = (async function* () {
      yield {};
    })();
    const response = await transport.stream(watchRevocations, undefined, undefined, undefined, request);
    await setTimeout(50);
    expect(await codeOf(response.message[Symbol.asyncIterator]().next())).toBe("Unauthenticated");
  });

  it("fails with UNAVAILABLE at once without a core, and connects when one starts", async () => {
    const port = await findPort();
    const { tokens } = clients(open(port).transport);
    expect(await codeOf(tokens.introspect({ token: "x" }))).toBe("Unavailable");
    await start(port);
    await expect.poll(() => codeOf(tokens.introspect({ token: "x" }))).toBe("OK");
  });

  it("fails at the deadline if the core does not respond", async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    opened.push(() => mute.close());
    const { port } = mute.address() as { port: number };
    const call = clients(open(port).transport).tokens.introspect({ token: "x" }, { timeoutMs: 100 });
    expect(await codeOf(call)).toBe("DeadlineExceeded");
  });

  it("sends nothing if the signal is already aborted", async () => {
    const { port } = await start();
    const call = clients(open(port).transport).tokens.introspect({ token: "x" }, { signal: AbortSignal.abort() });
    expect(await codeOf(call)).toBe("Canceled");
  });

  it.each(["ftp://core:1", "core:50051", "core"])("rejects the URL %s", (url) => {
    expect(() => connectCore({ url, key: KEY })).toThrow(TypeError);
  });
});
