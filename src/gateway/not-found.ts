import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { HttpError } from "./edge-fault.ts";
import { toErrorAnswer } from "./error-answer.ts";
import { sendErrorPage } from "./error-page.ts";
import { logFailure, sendError } from "./send-error.ts";

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
    const allowed = allowedAt(methods, pathOf(request));
    const fault = allowed.length === 0 ? new HttpError(404) : new HttpError(405, undefined, allowed.join(", "));
    sendAsAccepted(reply, fault, origin);
  });
}

/** A fault for whoever sent the request: a page for a browser at an address for people, JSON for everybody else. */
export function sendAsAccepted(reply: FastifyReply, fault: unknown, origin: string): FastifyReply {
  const { request } = reply;
  if (FOR_PROGRAMS.test(pathOf(request)) || !(request.headers.accept ?? "").includes("text/html"))
    return sendError(reply, fault, origin);
  const answer = toErrorAnswer(fault);
  logFailure(reply, fault, answer);
  return sendErrorPage(reply, answer);
}

/** The methods of every route that the path is an address of. */
function allowedAt(methods: ReadonlyMap<string, ReadonlySet<string>>, path: string): string[] {
  const found = [...methods].filter(([route]) => matches(route, path)).flatMap(([, names]) => [...names]);
  return [...new Set(found)].sort();
}

function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, at) => (part[0] === ":" ? given[at] !== "" : part === given[at]))
  );
}

/** The path as the router sees it: without the origin of an absolute target (RFC 9112 §3.2.2) and percent-decoded. */
function pathOf({ raw }: FastifyRequest): string {
  const path = (raw.url ?? "").replace(/^https?:\/\/[^/?#]*/i, "").split(/[?#]/, 1)[0]!;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
