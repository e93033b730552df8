import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { findPort } from "../start/ports.ts";

/** A TCP relay to a server. Closing and opening it simulates an interruption of the network path. */
export interface Relay {
  port: number;
  open(): Promise<void>;
  /** Refuses connections and resets the open ones. */
  close(): Promise<void>;
}

/** Creates a closed relay on a free port. */
export async function createRelay(target: { host: string; port: number }): Promise<Relay> {
  const port = await findPort();
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const relay = (socket: Socket) => {
    const upstream = connect(target);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(end);
          socket.destroy();
          upstream.destroy();
        });
    }
    socket.pipe(upstream).pipe(socket);
  };
  return {
    port,
    async open() {
      server = createServer(relay).listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    async close() {
      if (server === null) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
      server = null;
    },
  };
}
