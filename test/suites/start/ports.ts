import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

export const PORT_SETTINGS = ["HTTP_PORT", "GRPC_PORT", "CONNECT_PORT", "DEMO_APP_PORT", "DEMO_API_PORT"] as const;

export type PortSetting = (typeof PORT_SETTINGS)[number];

/** Free loopback ports for one Latchkey with its demo, all different. */
export async function findPorts(): Promise<Record<PortSetting, string>> {
  const probes = await Promise.all(PORT_SETTINGS.map(() => occupyAny(ANY)));
  const ports = probes.map((probe) => String((probe.address() as AddressInfo).port));
  await Promise.all(probes.map(release));
  return Object.fromEntries(PORT_SETTINGS.map((name, index) => [name, ports[index]])) as Record<PortSetting, string>;
}

// The search stays below the ports that the system assigns to outgoing connections.
const ANY = [20_000, 32_000] as const;

/**
 * A free loopback port.
 * @param among the first port and the end (exclusive)
 */
export async function findPort(among: readonly [number, number] = ANY): Promise<number> {
  const probe = await occupyAny(among);
  const { port } = probe.address() as AddressInfo;
  await release(probe);
  return port;
}

async function occupyAny([from, to]: readonly [number, number]): Promise<Server> {
  for (;;) {
    const port = randomInt(from, to);
    try {
      await reserve(port);
      return await occupy(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

/**
 * Reserves a port until this process exits, because the service binds the port only seconds later and concurrent searches of other
 * processes must not return it. The reservation is a UDP socket, which does not block TCP listeners.
 */
async function reserve(port: number): Promise<void> {
  const socket = createSocket("udp4").unref();
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => {
      socket.off("error", reject);
      resolve();
    });
  });
}

/** Listens on a port, as another program would. */
export async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export async function release(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
