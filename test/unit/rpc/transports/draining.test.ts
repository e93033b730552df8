import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { startConnect } from "../../../../src/rpc/transports/connect/server.ts";
import { KEY, LOCAL, noMetrics, smallEdge } from "../small-core.ts";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

const READY = "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n";

function introspect(token: string): string {
  const body = JSON.stringify({ token });
  const head = `POST /latchkey.v1.TokenService/Introspect HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${KEY}`;
  return `${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A Connect port, and one connection to it. Introspections of `slow` wait for `finish`. */
async function open() {
  const draining = new AbortController();
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  const dispatcher = smallEdge({
    async introspect({ token }) {
      calls++;
      if (token === "slow") await gate.promise;
      return { active: false };
    },
  });
  const isReady = async () => !draining.signal.aborted;
  const options = { dispatcher, address: LOCAL, isReady, metrics: noMetrics, draining: draining.signal };
  const transport = await startConnect(options);
  const socket = connect(transport.port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (received += chunk));
  return {
    transport,
    drain: () => draining.abort(),
    calls: () => calls,
    finish: gate.resolve,
    send: (request: string) => void socket.write(request),
    closed: once(socket, "close"),
    /** The head of each response so far. */
    heads: () => received.split(/(?=HTTP\/1\.1 )/).map((response) => response.split("\r\n\r\n")[0]!.toLowerCase()),
    received: () => received,
  };
}

describe("a draining Connect port", () => {
  it("still answers, and closes the connection with the response", async () => {
    const { transport, drain, send, heads, closed } = await open();
    send(introspect("x"));
    await expect.poll(heads).toEqual([expect.stringMatching(/^http\/1\.1 200 .*connection: keep-alive/s)]);
    drain();
    send(introspect("x"));
    await closed;
    expect(heads()[1]).toMatch(/^http\/1\.1 200 .*connection: close/s);
    await transport.stop(1_000);
  });

  it("is not ready", async () => {
    const { transport, drain, send, heads, closed } = await open();
    drain();
    send(READY);
    await closed;
    expect(heads()).toEqual([expect.stringMatching(/^http\/1\.1 503 .*connection: close/s)]);
    await transport.stop(1_000);
  });

  it("serves a call that arrives while the port closes", async () => {
    const { transport, calls, finish, send, closed, received } = await open();
    send(introspect("slow"));
    await expect.poll(calls).toBe(1);
    const stopped = transport.stop(5_000);
    send(introspect("x"));
    await expect.poll(calls).toBe(2);
    finish();
    await closed;
    await stopped;
    expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200"]);
  });
});
