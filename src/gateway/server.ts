import type { ServerOptions } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import type { HttpSample } from "../observe/http-metrics.ts";
import type { Log } from "../observe/log.ts";
import { NO_PAUSES, type PauseDetector } from "../observe/pause-detector.ts";
import { isTracing } from "../observe/tracing.ts";
import { REQUEST_ID } from "../rpc/metadata.ts";
import { handleClientError, rejectConnect } from "./client-error.ts";
import type { GatewayClients } from "./clients.ts";
import { requestIdBy } from "./forwarded.ts";
import type { Gateway } from "./gateway.ts";
import { addNotFoundHandling, sendErrorInAcceptedFormat } from "./not-found.ts";
import { addMetadataRoute } from "./routes/metadata.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { addOpenApiRoute } from "./routes/openapi.ts";
import { sendError } from "./send-error.ts";
import { strictTransport } from "./strict-transport.ts";
import { escapeBroken, findTargetError } from "./target.ts";
import { addTracing } from "./tracing.ts";
import { type Trusts, trustedBy, warnOfUntrusted } from "./trusted-proxies.ts";

export interface TlsCertificate {
  cert: string | Buffer;
  key: string | Buffer;
  /** If set, clients must present a certificate of this CA. */
  clientCa?: string | Buffer | null;
}

/** Request timeouts in milliseconds. */
export interface HttpTimeouts {
  headers: number;
  /** The timeout for headers and body together. */
  request: number;
  /** The interval of the timeout check. */
  check: number;
}

export interface HttpServerDeps {
  clients: GatewayClients;
  /** PUBLIC_URL: a bare origin without a trailing slash. */
  publicUrl: string;
  /** TRUSTED_PROXIES: addresses and CIDR ranges whose X-Forwarded-For and x-request-id are trusted. */
  trustedProxies: readonly string[];
  log: Log;
  /** Absent for plain HTTP, usually behind a TLS-terminating proxy. */
  tls?: TlsCertificate;
  timeouts?: HttpTimeouts;
  /** Counts a response. */
  onResponse?: (sample: HttpSample) => void;
  /** Aborted before the process stops: responses then close their connections. */
  draining?: AbortSignal;
  /** Absent: pauses of the process are not tracked. */
  pauses?: PauseDetector;
  /** True: continues the traces of trusted proxies. Otherwise each request begins a trace of its own. */
  continueTraces?: boolean;
  /** Registers the pages on the instance; after it, every reply has `errorPage` (`error-page.ts`). */
  pages: (app: FastifyInstance) => Promise<unknown>;
}

const TIMEOUTS: HttpTimeouts = { headers: 5_000, request: 8_000, check: 1_000 };
/** In bytes. Leaves 10 kB for the URL of an authorization request in addition to the cookies. */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Creates the public HTTP server with the OAuth routes and the pages. Business rules, keys and the database belong to the core behind
 * `clients`.
 * @returns a ready instance that is not listening yet
 */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const { clients, publicUrl: origin, pages, pauses = NO_PAUSES, draining } = deps;
  const trusts = trustedBy(deps.trustedProxies);
  const app = createInstance(deps, trusts);
  const checkForwarded = warnOfUntrusted(trusts, deps.log);
  const gateway: Gateway = { clients, origin, pauses };
  if (isTracing()) addTracing(app, (peer) => deps.continueTraces === true && trusts(peer));
  // Must precede the routes, so that it covers every route, including the pages.
  app.addHook("onRequest", (request, reply, done) => {
    checkForwarded(request.raw);
    setHeaders(reply, origin);
    if (draining?.aborted) reply.header("connection", "close");
    done(findTargetError(request.raw) ?? undefined);
  });
  app.setErrorHandler((failure, _request, reply) => sendErrorInAcceptedFormat(reply, failure, origin));
  addNotFoundHandling(app, origin);
  app.addHook("onResponse", async (_request, reply) => {
    logResponse(reply);
    deps.onResponse?.(sampleOf(reply));
  });
  await pages(app);
  if (!app.hasReplyDecorator("errorPage")) throw new TypeError("the pages did not decorate reply.errorPage");
  await app.register(oauthRoutes, gateway);
  await app.register(oauthRoutes, { ...gateway, prefix: "/api/v1" });
  addMetadataRoute(app, gateway);
  addOpenApiRoute(app, gateway);
  // Routes requests with an unknown `Expect` header: Node's own response to them has no body.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  // Without a listener, Node closes the connection of a CONNECT request.
  app.server.on("connect", (_request, socket: Socket) => rejectConnect(socket, origin));
  await app.ready();
  return app;
}

function createInstance(deps: HttpServerDeps, trusts: Trusts): FastifyInstance {
  const { publicUrl, log, tls, timeouts = TIMEOUTS } = deps;
  const options = {
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: requestIdBy(trusts),
    trustProxy: trusts,
    requestTimeout: timeouts.request,
    clientErrorHandler: handleClientError(log, publicUrl),
    frameworkErrors: (failure: unknown, _request: unknown, reply: FastifyReply) => {
      sendError(setHeaders(reply, publicUrl), failure, publicUrl);
    },
    rewriteUrl: ({ url = "" }: { url?: string }) => escapeBroken(url),
    // A HEAD on /oauth/authorize would start an authorization. Read-only routes enable HEAD themselves.
    exposeHeadRoutes: false,
    // Serves requests that arrive during the shutdown.
    return503OnClosing: false,
  };
  const http: ServerOptions = {
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.check,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own response to a missing Host has no body; `findTargetError` responds 400 with one.
    requireHostHeader: false,
  };
  if (tls === undefined) return fastify({ ...options, http });
  const { cert, key, clientCa } = tls;
  const clients = clientCa ? { ca: clientCa, requestCert: true, rejectUnauthorized: true } : {};
  const https = { ...http, cert, key, ...clients, handshakeTimeout: timeouts.headers };
  // The cast hides the type parameter for the server from callers.
  return fastify({ ...options, https }) as unknown as FastifyInstance;
}

/** Headers of every response; the pages override some. */
function setHeaders(reply: FastifyReply, origin: string): FastifyReply {
  return reply.headers({
    [REQUEST_ID]: reply.request.id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...strictTransport(origin),
  });
}

function sampleOf({ request, statusCode: status, elapsedTime }: FastifyReply): HttpSample {
  return { method: request.method, route: request.routeOptions.url, status, seconds: elapsedTime / 1_000 };
}

/** Logs the route pattern, never the URL, which may contain codes and tokens. */
function logResponse({ log, request, statusCode: status, elapsedTime }: FastifyReply): void {
  const route = request.routeOptions.url;
  log.debug({ method: request.method, route, status, ms: Math.round(elapsedTime) }, "request completed");
}
