import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A fault that the proxy applies to connections. */
export interface WireFault {
  /** Milliseconds added to each chunk, in both directions. */
  latencyMs?: number;
  /** Nothing is forwarded, and connections stay open. */
  blackHole?: boolean;
  /** Drops the client's bytes from the next statement on, even after the fault, like a network path that has forgotten the connection. */
  losesStatements?: boolean;
  /** The number of bytes from the server after which a connection is reset. */
  cutAfter?(): number;
}

/** A TCP proxy on loopback. */
export interface TcpProxy {
  port: number;
  inject(fault: WireFault): void;
  /** Resets all connections. */
  reset(): void;
  /** Removes the fault; a black hole's connections are reset. */
  heal(): void;
  stop(): Promise<void>;
}

/** The first byte of a simple query in the protocol of PostgreSQL. */
const SIMPLE_QUERY = 0x51;

/** Forwards connections to a port on loopback. */
export async function startProxy(toPort: number): Promise<TcpProxy> {
  let fault: WireFault = {};
  const pairs = new Set<readonly [Socket, Socket]>();
  const reset = () => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  };
  const listener = createServer((client) => {
    const server = connect(toPort, "127.0.0.1");
    const pair = [client, server] as const;
    pairs.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        pairs.delete(pair);
        client.destroy();
        server.destroy();
      });
    }
    let received = 0;
    let dead = false;
    client.on("data", (chunk: Buffer) => {
      dead ||= fault.losesStatements === true && chunk[0] === SIMPLE_QUERY;
      if (!dead) forward(chunk, server);
    });
    server.on("data", (chunk: Buffer) => {
      const limit = fault.cutAfter?.() ?? Number.POSITIVE_INFINITY;
      received += chunk.length;
      if (received <= limit) return forward(chunk, client);
      client.write(chunk.subarray(0, Math.max(0, chunk.length - (received - limit))), () => client.resetAndDestroy());
    });
  });
  function forward(chunk: Buffer, to: Socket): void {
    if (fault.blackHole) return;
    if (fault.latencyMs === undefined) to.write(chunk);
    else setTimeout(() => void (to.destroyed || to.write(chunk)), fault.latencyMs);
  }
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    port: (listener.address() as AddressInfo).port,
    inject(next) {
      fault = next;
    },
    reset,
    heal() {
      const { blackHole } = fault;
      fault = {};
      if (blackHole) reset();
    },
    async stop() {
      listener.close();
      reset();
      await once(listener, "close");
    },
  };
}
