import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readFileSync } from "node:fs";
import type { ServerHttp2Stream } from "node:http2";
import { request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Code, type ConnectError } from "@connectrpc/connect";
import { afterEach, describe, expect, it } from "vitest";
import { StartupError } from "../../../../src/observe/startup-error.ts";
import { clients, connectCore } from "../../../../src/rpc/client.ts";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import type { Dispatcher } from "../../../../src/rpc/transports/dispatcher.ts";
import { startGrpc } from "../../../../src/rpc/transports/grpc/server.ts";
import type { ListenAddress, ServerTransport } from "../../../../src/rpc/transports/server-transport.ts";
import { isReady, KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const opened: { stop(graceMs: number): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((mount) => mount.stop(0)));
});

const STARTERS: [
  name: string,
  setting: string,
  start: (dispatcher: Dispatcher, address?: ListenAddress) => Promise<ServerTransport>,
][] = [
  ["gRPC", "GRPC_PORT", (dispatcher, address = LOCAL) => keep(startGrpc({ dispatcher, address, isReady }))],
  [
    "Connect",
    "CONNECT_PORT",
    (dispatcher, address = LOCAL) => keep(startConnect({ dispatcher, address, isReady, metrics: noMetrics })),
  ],
];

async function keep(starting: Promise<ServerTransport>): Promise<ServerTransport> {
  const mount = await starting;
  opened.push(mount);
  return mount;
}

const inactive = { introspect: async () => ({ active: false }) };

describe.each(STARTERS)("%s", (_name, setting, start) => {
  it("reports a port that is in use in one sentence", async () => {
    const { port } = await start(smallEdge(inactive));
    const second = start(smallEdge(inactive), { ...LOCAL, port });
    await expect(second).rejects.toThrow(StartupError);
    await expect(second).rejects.toThrow(`${setting}: 127.0.0.1:${port} is in use by another program;`);
  });

  it("reports an address of another machine in one sentence", async () => {
    await expect(start(smallEdge(inactive), { ...LOCAL, host: "192.0.2.1" })).rejects.toThrow(
      `${setting}: 192.0.2.1:0 is not an address of this machine`,
    );
  });

  it("can be restarted on the same port", async () => {
    const { port, stop } = await start(smallEdge(inactive));
    await stop(1_000);
    expect((await start(smallEdge(inactive), { ...LOCAL, port })).port).toBe(port);
  });
});

describe("a stop", () => {
  /** A core with one pending call that ends on request. */
  async function busy() {
    let finish: () => void = () => {};
    const started = Promise.withResolvers<void>();
    const dispatcher = smallEdge({
      introspect: () =>
        new Promise((resolve) => {
          finish = () => resolve({ active: false });
          started.resolve();
        }),
    });
    const mount = await keep(startGrpc({ dispatcher, address: LOCAL, isReady }));
    const connection = connectCore({ url: `http://127.0.0.1:${mount.port}`, key: KEY });
    opened.push({ stop: () => connection.close() });
    const answer = clients(connection.transport).tokens.introspect({ token: "x" });
    await started.promise;
    return { mount, answer, finish: () => finish() };
  }

  it("O4 waits for pending calls", async () => {
    const { mount, answer, finish } = await busy();
    const stopped = mount.stop(5_000);
    finish();
    expect((await answer).active).toBe(false);
    await stopped;
  });

  it("closes pending calls after the grace period", async () => {
    const { mount, answer } = await busy();
    const outcome = answer.catch((error: ConnectError) => error.code);
    await mount.stop(50);
    expect([Code.Unavailable, Code.Canceled]).toContain(await outcome);
  });

  it("ends open streams", async () => {
    async function* watchRevocations() {
      yield { message: { case: "heartbeat" as const, value: {} } };
      await new Promise(() => {});
    }
    const lines: Record<string, unknown>[] = [];
    const dispatcher = smallEdge({ watchRevocations }, lines);
    const mount = await keep(startGrpc({ dispatcher, address: LOCAL, isReady }));
    const connection = connectCore({ url: `http://127.0.0.1:${mount.port}`, key: KEY });
    const messages = clients(connection.transport).tokens.watchRevocations({})[Symbol.asyncIterator]();
    await messages.next();
    const outcome = messages.next().catch((error: ConnectError) => error.code);
    await mount.stop(5_000);
    expect(await outcome).toBe(Code.Unavailable);
    // The end of the stream is not awaited.
    expect(lines).toMatchObject([{ level: 20, code: "Unavailable", reason: "SHUTTING_DOWN" }]);
    connection.close();
  });
});

it("a closed gRPC stream refers to no call and ignores late errors", async () => {
  const streams: ServerHttp2Stream[] = [];
  const note = (message: unknown) => void streams.push((message as { stream: ServerHttp2Stream }).stream);
  subscribe("http2.server.stream.start", note);
  opened.push({ stop: () => unsubscribe("http2.server.stream.start", note) });
  const { port } = await keep(startGrpc({ dispatcher: smallEdge(inactive), address: LOCAL, isReady }));
  const connection = connectCore({ url: `http://127.0.0.1:${port}`, key: KEY });
  opened.push({ stop: () => connection.close() });
  await clients(connection.transport).tokens.introspect({ token: "x" });
  await expect.poll(() => streams.map((stream) => stream.eventNames())).toEqual([["error"]]);
  expect(() => streams[0]!.emit("error", new Error("late"))).not.toThrow();
});

describe("TLS", () => {
  const pem = (name: string) => join(import.meta.dirname, "../certificates", `${name}.pem`);
  const server = { certFile: pem("server"), keyFile: pem("server-key"), clientCaFile: null };
  const mutual = { ...server, clientCaFile: pem("authority") };
  const trusting = { caFile: pem("authority"), certFile: null, keyFile: null };
  const known = { caFile: pem("authority"), certFile: pem("caller"), keyFile: pem("caller-key") };

  async function introspect(tls: typeof mutual | typeof server, caller: typeof trusting | typeof known) {
    const mount = await keep(startGrpc({ dispatcher: smallEdge(inactive), address: { ...LOCAL, tls }, isReady }));
    const connection = connectCore({ url: `https://localhost:${mount.port}`, key: KEY, tls: caller });
    const call = clients(connection.transport).tokens.introspect({ token: "x" }, { timeoutMs: 15_000 });
    return call
      .then(
        ({ active }) => active,
        (error: ConnectError) => Code[error.code],
      )
      .finally(() => connection.close());
  }

  it("gRPC with a certificate", async () => {
    expect(await introspect(server, trusting)).toBe(false);
  });

  it("gRPC requires a client certificate of the configured CA", async () => {
    expect(await introspect(mutual, known)).toBe(false);
    expect(await introspect(mutual, trusting)).toBe("Unavailable");
  });

  it("gRPC clients reject a server of another CA", async () => {
    expect(await introspect(server, { ...trusting, caFile: pem("caller") })).toBe("Unavailable");
  });

  it("Connect requires a client certificate of the configured CA", async () => {
    const address = { ...LOCAL, tls: mutual };
    const { port } = await keep(
      startConnect({ dispatcher: smallEdge(inactive), address, isReady, metrics: noMetrics }),
    );
    const ca = readFileSync(pem("authority"));
    const identity = { cert: readFileSync(pem("caller")), key: readFileSync(pem("caller-key")) };
    const get = (options: object) =>
      new Promise<string>((resolve, reject) => {
        const url = `https://localhost:${port}/healthz`;
        request(url, { ca, agent: false, ...options }, (answer) => resolve(text(answer)))
          .on("error", reject)
          .end();
      });
    expect(await get(identity)).toBe('{"status":"ok"}');
    await expect(get({})).rejects.toThrow();
  });

  it("Connect serves HTTP/2 to clients that choose it by ALPN", async () => {
    const address = { ...LOCAL, tls: mutual };
    const { port } = await keep(
      startConnect({ dispatcher: smallEdge(inactive), address, isReady, metrics: noMetrics }),
    );
    const call = async (caller: typeof trusting | typeof known) => {
      const connection = connectCore({ url: `https://localhost:${port}`, key: KEY, tls: caller });
      const tokens = clients(connection.transport).tokens;
      return tokens
        .introspect({ token: "x" }, { timeoutMs: 15_000 })
        .then(
          ({ active }) => active,
          (error: ConnectError) => Code[error.code],
        )
        .finally(() => connection.close());
    };
    expect(await call(known)).toBe(false);
    expect(await call(trusting)).toBe("Unavailable");
  });
});
