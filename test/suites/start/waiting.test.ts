import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { createStage } from "./cleanup.ts";
import { type Latchkey, survivors } from "./latchkey.ts";
import { findPort, findPorts } from "./ports.ts";

const stage = createStage({ concurrent: true });
const silent: { server: Server; sockets: Socket[] }[] = [];

afterAll(() => {
  for (const { server, sockets } of silent.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

interface Unavailable {
  port: number;
  /** True if the service waits for this database. */
  isAwaited(latchkey: Latchkey): boolean;
}

/** A database port where nothing listens. */
async function refused(): Promise<Unavailable> {
  const isAwaited = (latchkey: Latchkey) => latchkey.said().out.includes("the database is not reachable yet");
  return { port: await findPort(), isAwaited };
}

/** A database that accepts the connection and sends nothing. */
async function hanging(): Promise<Unavailable> {
  const port = await findPort();
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
  silent.push({ server, sockets });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { port, isAwaited: () => sockets.length > 0 };
}

async function startOver(port: number, settings: Record<string, string>) {
  const { HTTP_PORT, GRPC_PORT, CONNECT_PORT } = await findPorts();
  const origin = `http://127.0.0.1:${HTTP_PORT}`;
  const env = {
    ...{ HTTP_PORT: HTTP_PORT!, GRPC_PORT: GRPC_PORT!, CONNECT_PORT: CONNECT_PORT! },
    ...{ HOST: "127.0.0.1", PUBLIC_URL: origin, DATA_DIR: join(stage.directory(), "data") },
    DATABASE_URL: `postgres://latchkey@127.0.0.1:${port}/latchkey`,
    TOKEN_KEY: randomBytes(32).toString("base64url"),
    // Longer than the timeout of the test.
    DRAIN_DELAY: "600",
    ...settings,
  };
  const isAlive = () =>
    fetch(`http://127.0.0.1:${CONNECT_PORT}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { latchkey: stage.start({ node: ["src/main.ts"], env }), isAlive };
}

interface Case {
  name: string;
  signal: NodeJS.Signals;
  /** Default: the process group. */
  to?: "parent";
  database: typeof refused | typeof hanging;
  settings: Record<string, string>;
}

const CASES: Case[] = [
  { name: "SIGTERM, nothing listens", signal: "SIGTERM", database: refused, settings: {} },
  { name: "SIGINT, nothing listens", signal: "SIGINT", database: refused, settings: {} },
  { name: "SIGTERM, the server hangs", signal: "SIGTERM", database: hanging, settings: {} },
  { name: "SIGTERM, migrating", signal: "SIGTERM", database: hanging, settings: { MIGRATE: "auto" } },
  { name: "SIGTERM, with workers", signal: "SIGTERM", database: hanging, settings: { WORKERS: "2" } },
  { name: "SIGTERM to the parent", signal: "SIGTERM", to: "parent", database: refused, settings: { WORKERS: "2" } },
  { name: "SIGINT, with workers", signal: "SIGINT", database: refused, settings: { WORKERS: "2" } },
];

describe("O1 a start that waits for its database ends at once, with code 0 and without DRAIN_DELAY", () => {
  it.concurrent.for(CASES)("$name", async ({ signal, to, database, settings }, { expect }) => {
    const { port, isAwaited } = await database();
    const { latchkey, isAlive } = await startOver(port, settings);
    await expect.poll(isAlive).toBe(true);
    await expect.poll(() => isAwaited(latchkey)).toBe(true);
    const processes = latchkey.processes();
    if (to === "parent") latchkey.child.kill(signal);
    else latchkey.signalGroup(signal);
    expect(await latchkey.ended()).toBe(0);
    expect(latchkey.said().out).toContain("closed before it was ready");
    expect(survivors(processes)).toEqual([]);
  });
});
