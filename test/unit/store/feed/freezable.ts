import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to a database that can stop forwarding: connections stay open without an answer, as after a network failure. */
export interface FreezableDatabase {
  url: string;
  /** Stops forwarding on current connections; later ones work. */
  freeze(): void;
  close(): Promise<void>;
}

export async function makeFreezable(url: string): Promise<FreezableDatabase> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(Number(port), hostname);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: Object.assign(new URL(url), { port: `${(server.address() as AddressInfo).port}` }).href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
