import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Identity } from "./certificates.ts";

export interface FakePostgres {
  /** The server's address without query parameters. */
  url: string;
  connections(): number;
  stop(): Promise<void>;
}

interface FakeOptions {
  identity?: Identity;
  /** False: the server does not answer connections. */
  reachable?: boolean;
  /** Closes each connection in the packet in which it is opened. */
  dies?: boolean;
}

/** Implements the part of PostgreSQL's protocol that a first connection needs. Each statement returns `version` as server_version_num. */
export async function startFakePostgres(
  version: string | null,
  { identity, reachable = true, dies = false }: FakeOptions = {},
): Promise<FakePostgres> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    if (!reachable) return;
    socket.once("data", () => {
      if (dies) return void socket.end(Buffer.concat([AUTHENTICATED, READY, SERVER_EXIT]));
      if (identity === undefined) return greet(socket, version);
      // The received packet is the SSLRequest.
      socket.write("S");
      const [cert, key] = [readFileSync(identity.certFile), readFileSync(identity.keyFile)];
      const secure = new TLSSocket(socket, { isServer: true, cert, key });
      secure.on("error", () => {});
      secure.once("data", () => greet(secure, version));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgres://latchkey@127.0.0.1:${(server.address() as AddressInfo).port}/latchkey`,
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

function greet(socket: Socket, version: string | null): void {
  socket.write(Buffer.concat([AUTHENTICATED, READY]));
  socket.on("data", (data) => {
    if (data[0] !== "Q".charCodeAt(0)) return;
    if (version === null) return;
    const column = [
      ...Buffer.from("server_version_num\0"),
      ...[0, 0, 0, 0, 0, 0],
      ...[0, 0, 0, 25],
      255,
      255,
      ...[255, 255, 255, 255],
      0,
      0,
    ];
    const row = [0, 1, 0, 0, 0, version.length, ...Buffer.from(version)];
    const parts = [message("T", [0, 1, ...column]), message("D", row), message("C", [...Buffer.from("SHOW\0")]), READY];
    socket.write(Buffer.concat(parts));
  });
}

function message(type: string, body: readonly number[]): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
}

const AUTHENTICATED = message("R", [0, 0, 0, 0]);
const READY = message("Z", ["I".charCodeAt(0)]);
const SERVER_EXIT = message("E", [
  ...Buffer.from("SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0"),
]);
