import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

export const PORT_SETTINGS = ["HTTP_PORT", "GRPC_PORT", "CONNECT_PORT", "DEMO_APP_PORT", "DEMO_API_PORT"] as const;

export type PortSetting = (typeof PORT_SETTINGS)[number];

/** Free loopback ports for one Latchkey with its demo, all different. */
export async function findPorts(): Promise<Record<PortSetting, string>> {
  const probes = await Promise.all(PORT_SETTINGS.map(occupyAny));
  const ports = probes.map((probe) => String((probe.address() as AddressInfo).port));
  await Promise.all(probes.map(release));
  return Object.fromEntries(PORT_SETTINGS.map((name, index) => [name, ports[index]])) as Record<PortSetting, string>;
}

// The system hands out higher ones to whoever connects to anything; from here only another search like this one takes a port before its use.
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** A free loopback port. */
export async function findPort(): Promise<number> {
  const probe = await occupyAny();
  const { port } = probe.address() as AddressInfo;
  await release(probe);
  return port;
}

async function occupyAny(): Promise<Server> {
  for (;;) {
    try {
      return await occupy(randomInt(LOWEST, HIGHEST));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
}

/** Takes a port as another program would. */
export async function occupy(port: number): Promise<Server> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export async function release(server: Server): Promise<void> {
  server.close();
  await once(server, "close");
}
