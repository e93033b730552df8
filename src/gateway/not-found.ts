import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { sendErrorPage } from "./error-page.ts";
import { HttpError } from "./http-error.ts";
import { toErrorResponse } from "./map-error.ts";
import { logFailure, sendError } from "./send-error.ts";

/** Paths of APIs: errors are JSON, regardless of the Accept header. */
const API_PATH = /^\/(?:oauth|api|\.well-known)(?:\/|$)/i;

/**
 * Responds to requests without a route before reading their body. The status is 405 with `Allow` if the path has routes of other methods
 * (Fastify itself would respond 404), and 404 otherwise. Call it before adding the routes, because it collects their methods.
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
  if (API_PATH.test(pathOf(request)) || !(request.headers.accept ?? "").includes("text/html"))
    return sendError(reply, error, origin);
  const response = toErrorResponse(error);
  logFailure(reply, error, response);
  return sendErrorPage(reply, response);
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
