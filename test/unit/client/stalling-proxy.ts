import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy that can stall the direction to the client. */
export interface StallingProxy {
  /** `host:port`. */
  url: string;
  /** Holds back all bytes from the server. */
  stall(): void;
  /** Forwards the held bytes in small pieces, then everything, as after a stall. */
  release(): void;
  close(): void;
}

const PIECE_BYTES = 60;

export async function startStallingProxy(target: string): Promise<StallingProxy> {
  const [host = "", port = ""] = target.split(":");
  const held: { to: Socket; bytes: Buffer }[] = [];
  const sockets = new Set<Socket>();
  let isStalled = false;
  let isTrickling = false;

  function trickle(): void {
    const next = held.shift();
    isTrickling = next !== undefined && !isStalled;
    if (next === undefined || isStalled) {
      if (next !== undefined) held.unshift(next);
      return;
    }
    next.to.write(next.bytes.subarray(0, PIECE_BYTES));
    if (next.bytes.length > PIECE_BYTES) held.unshift({ to: next.to, bytes: next.bytes.subarray(PIECE_BYTES) });
    setImmediate(trickle);
  }

  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host, port: Number(port), noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("data", (bytes: Buffer) => upstream.write(bytes));
    upstream.on("data", (bytes: Buffer) => {
      held.push({ to: client, bytes });
      if (!isStalled && !isTrickling) trickle();
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall() {
      isStalled = true;
    },
    release() {
      isStalled = false;
      if (!isTrickling) trickle();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
