import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import pino from "pino";
import { webPlugin } from "../../../src/web/plugin.ts";
import { fakeClients } from "../../unit/web/fakes/clients.ts";
import { World } from "../../unit/web/fakes/world.ts";
import { findPort } from "../start/ports.ts";

/** A received request. */
export interface Seen {
  path: string;
  referer: string | undefined;
}

export interface Neighbour {
  url: string;
  seen: Seen[];
}

export interface LiveSite {
  /** PUBLIC_URL of the pages. */
  url: string;
  world: World;
  /** Starts a server on another origin that answers every path with a page. `/onward` redirects to the `url` of its query. */
  neighbour(html?: (request: IncomingMessage) => string): Promise<Neighbour>;
  close(): Promise<void>;
}

/** The platform's support contact, which the pages link. */
export const SUPPORT = "help@latchkey.example";

/** The request of the sandbox API that the documentation shows. */
const DOCS_API_URL = "https://sandbox.latchkey.example/orders";

/** Serves the pages, with fakes of the RPC clients, on a port of localhost for a real browser. */
export async function startSite(): Promise<LiveSite> {
  const world = new World();
  world.brand = { support: SUPPORT };
  const servers: Server[] = [];
  const app = fastify({ exposeHeadRoutes: false });
  // The port is chosen first, because the pages need their address before they listen.
  const port = await findPort();
  const url = `http://localhost:${port}`;
  const log = pino({ level: "silent" });
  await app.register(webPlugin, { clients: fakeClients(world), publicUrl: url, log, docsApiUrl: DOCS_API_URL });
  app.setNotFoundHandler((_request, reply) => reply.errorPage(404, { reason: "", message: "" }));
  await app.listen({ port, host: "localhost" });
  return {
    url,
    world,
    neighbour: async (html = () => "<!doctype html><title>app</title><h1>At the app</h1>") => {
      const [server, neighbour] = await startNeighbour(html);
      servers.push(server);
      return neighbour;
    },
    close: async () => {
      await app.close();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    },
  };
}

async function startNeighbour(html: (request: IncomingMessage) => string): Promise<[Server, Neighbour]> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path !== "/favicon.ico") seen.push({ path, referer: request.headers.referer });
    const onward = path.startsWith("/onward") ? new URLSearchParams(path.split("?")[1]).get("to") : null;
    if (onward !== null) response.writeHead(303, { location: onward }).end();
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html(request));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return [server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }];
}
