import type { FastifyInstance } from "fastify";
import pino from "pino";
import { createHttpServer, type HttpServerDeps } from "../../../src/gateway/server.ts";
import { createFakeCore, type FakeCore } from "./fake-core.ts";

export const ORIGIN = "https://auth.example";

export interface TestGateway {
  app: FastifyInstance;
  core: FakeCore;
  /** The log lines, as JSON. */
  logged: string[];
}

/** The HTTP server with a fake core and minimal pages. */
export async function createGateway(deps: Partial<Omit<HttpServerDeps, "clients" | "log">> = {}): Promise<TestGateway> {
  const core = createFakeCore();
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const defaults = { publicUrl: ORIGIN, trustedProxies: [], pages };
  const app = await createHttpServer({ ...defaults, ...deps, clients: core.clients, log });
  return { app, core, logged };
}

/** The parts of the pages that the gateway's routes need. */
export async function pages(app: FastifyInstance): Promise<void> {
  app.decorateReply("errorPage", function (status, { reason, message }) {
    return this.code(status).type("text/html").send(`<h1>${status} ${reason}</h1><p>${message}</p>`);
  });
}
