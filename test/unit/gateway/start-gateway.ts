import type { FastifyInstance } from "fastify";
import pino from "pino";
import { createHttpServer, type HttpServerDeps } from "../../../src/gateway/server.ts";
import { createFakeCore, type FakeCore } from "./fake-core.ts";

export const ORIGIN = "https://auth.example";

export interface TestGateway {
  app: FastifyInstance;
  core: FakeCore;
  /** Every line logged, as JSON text. */
  logged: string[];
}

/** The real HTTP server over a core of a few rules, with pages that are one template. */
export async function createGateway(deps: Partial<Omit<HttpServerDeps, "clients" | "log">> = {}): Promise<TestGateway> {
  const core = createFakeCore();
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const defaults = { publicUrl: ORIGIN, trustedProxies: [], pages };
  const app = await createHttpServer({ ...defaults, ...deps, clients: core.clients, log });
  return { app, core, logged };
}

/** As much of the pages as the gateway's own routes need. */
export async function pages(app: FastifyInstance): Promise<void> {
  app.decorateReply("errorPage", function (status, { reason, message }) {
    return this.code(status).type("text/html").send(`<h1>${status} ${reason}</h1><p>${message}</p>`);
  });
}
