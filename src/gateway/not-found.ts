import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { toErrorAnswer } from "./error-answer.ts";
import { sendErrorPage } from "./error-page.ts";
import { HttpError } from "./http-error.ts";
import { logFailure, sendError } from "./send-error.ts";

/** Paths of programs: errors are JSON whatever the Accept header says. */
const FOR_PROGRAMS = /^\/(?:oauth|api|\.well-known)(?:\/|$)/i;

/**
 * Responds to unrouted requests before reading their body: 405 with `Allow` if the path has other methods (Fastify alone responds 404),
 * else 404. Must be added before the routes, because it collects them.
 * @param origin PUBLIC_URL
 */
export function addNotFoundHandling(app: FastifyInstance, origin: string): void {
  const methods = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }: RouteOptions) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  app.addHook("onRequest", (request, reply, done) => {
    if (!request.is404) return done();
    const allowed = allowedAt(methods, pathOf(request));
    const error = allowed.length === 0 ? new HttpError(404) : new HttpError(405, undefined, allowed.join(", "));
    sendErrorInAcceptedFormat(reply, error, origin);
  });
}

/** Sends an error as a page to a browser on a page path, else as JSON. */
export function sendErrorInAcceptedFormat(reply: FastifyReply, error: unknown, origin: string): FastifyReply {
  const { request } = reply;
  if (FOR_PROGRAMS.test(pathOf(request)) || !(request.headers.accept ?? "").includes("text/html"))
    return sendError(reply, error, origin);
  const answer = toErrorAnswer(error);
  logFailure(reply, error, answer);
  return sendErrorPage(reply, answer);
}

/** The methods of all routes that match the path. */
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
