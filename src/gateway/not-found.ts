import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { EdgeFault } from "./edge-fault.ts";
import { toErrorAnswer } from "./error-answer.ts";
import { sendErrorPage } from "./error-page.ts";
import { sendError } from "./send-error.ts";

/** Where programs call, and an error is JSON whatever they accept. */
const FOR_PROGRAMS = /^\/(?:oauth|api|\.well-known)(?:\/|$)/i;

/**
 * Answers what no route takes: 405 with `Allow` where the address takes other methods (Fastify alone says 404), else 404. Before the
 * body is read, whatever it is. Has to be added before the routes, which it listens to.
 * @param origin PUBLIC_URL
 */
export function answerUnrouted(app: FastifyInstance, origin: string): void {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }: RouteOptions) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    const path = pathOf(request);
    answer(request, reply, { path, allowed: methods.get(path), origin });
  });
}

interface Unrouted {
  path: string;
  allowed: Set<string> | undefined;
  origin: string;
}

function answer(request: FastifyRequest, reply: FastifyReply, { path, allowed, origin }: Unrouted): FastifyReply {
  const allow = allowed === undefined ? null : [...allowed].sort().join(", ");
  const fault = allow === null ? new EdgeFault(404) : new EdgeFault(405, undefined, allow);
  if (FOR_PROGRAMS.test(path) || !(request.headers.accept ?? "").includes("text/html"))
    return sendError(reply, fault, origin);
  return sendErrorPage(reply, toErrorAnswer(fault));
}

function pathOf({ raw }: FastifyRequest): string {
  return (raw.url ?? "").split("?", 1)[0]!;
}
