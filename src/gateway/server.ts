import type { ServerOptions } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from "fastify";
import type { Log } from "../observe/log.ts";
import { NO_STALLS, type StallWatch } from "../observe/stalls.ts";
import { REQUEST_ID } from "../rpc/metadata.ts";
import { answerClientError, refuseTunnel } from "./client-error.ts";
import type { GatewayClients } from "./clients.ts";
import { requestIdBy } from "./forwarded.ts";
import type { Gateway } from "./gateway.ts";
import { answerUnrouted, sendAsAccepted } from "./not-found.ts";
import { addMetadataRoute } from "./routes/metadata.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { addOpenApiRoute } from "./routes/openapi.ts";
import { sendError } from "./send-error.ts";
import { strictTransport } from "./strict-transport.ts";
import { escapeBroken, findTargetError } from "./target.ts";
import { type Trusts, trustedBy, warnOfUntrusted } from "./trusted-proxies.ts";

export interface TlsCertificate {
  cert: string | Buffer;
  key: string | Buffer;
  /** Where set, only clients with a certificate of this CA are let in. */
  clientCa?: string | Buffer | null;
}

/** How long a client may take, in milliseconds. */
export interface HttpTimeouts {
  headers: number;
  /** Headers and body together. */
  request: number;
  /** How often it is looked who has taken too long. */
  check: number;
}

export interface HttpServerDeps {
  clients: GatewayClients;
  /** PUBLIC_URL: a bare origin without a trailing slash. */
  publicUrl: string;
  /** TRUSTED_PROXIES: addresses and CIDR ranges whose X-Forwarded-For and x-request-id count. */
  trustedProxies: readonly string[];
  log: Log;
  /** Absent: plain HTTP, with TLS ended before or not at all. */
  tls?: TlsCertificate;
  timeouts?: HttpTimeouts;
  /** Absent: no request is taken for late because the process stood still. */
  stalls?: StallWatch;
  /** Registers the pages on the instance; after it, every reply has `errorPage` (`error-page.ts`). */
  pages: (app: FastifyInstance) => Promise<unknown>;
}

const TIMEOUTS: HttpTimeouts = { headers: 5_000, request: 8_000, check: 1_000 };
/** An authorization request has everything in its URL: leaves room for 10 kB of it beside the cookies. */
const MAX_HEADER_BYTES = 32 * 1024;

/**
 * The public HTTP server: the OAuth routes and the pages. It holds no rule, no key and no database; all of that is behind `clients`.
 * @returns an instance that is ready and does not listen yet
 */
export async function createHttpServer(deps: HttpServerDeps): Promise<FastifyInstance> {
  const { clients, publicUrl: origin, pages, stalls = NO_STALLS } = deps;
  const trusts = trustedBy(deps.trustedProxies);
  const app = createInstance(deps, trusts);
  const checkForwarded = warnOfUntrusted(trusts, deps.log);
  const gateway: Gateway = { clients, origin, stalls };
  // Before everything else, so that it holds for every route, those of the pages included.
  app.addHook("onRequest", (request, reply, done) => {
    checkForwarded(request.raw);
    setHeaders(reply, origin);
    done(findTargetError(request.raw) ?? undefined);
  });
  app.setErrorHandler((failure, _request, reply) => sendAsAccepted(reply, failure, origin));
  answerUnrouted(app, origin);
  app.addHook("onResponse", async (_request, reply) => logAnswer(reply));
  await pages(app);
  if (!app.hasReplyDecorator("errorPage")) throw new TypeError("the pages did not decorate reply.errorPage");
  await app.register(oauthRoutes, gateway);
  await app.register(oauthRoutes, { ...gateway, prefix: "/api/v1" });
  addMetadataRoute(app, gateway);
  addOpenApiRoute(app, gateway);
  // Node would answer an unknown expectation itself, without a body.
  app.server.on("checkExpectation", (request, response) => app.routing(request, response));
  // And it would close the connection of who takes this for a proxy.
  app.server.on("connect", (_request, socket: Socket) => refuseTunnel(socket, origin));
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
    clientErrorHandler: answerClientError(log, publicUrl),
    frameworkErrors: (failure: unknown, _request: unknown, reply: FastifyReply) => {
      sendError(setHeaders(reply, publicUrl), failure, publicUrl);
    },
    rewriteUrl: ({ url = "" }: { url?: string }) => escapeBroken(url),
    // A HEAD that ran the GET of /oauth/authorize would begin an authorization. Routes that only read ask for theirs.
    exposeHeadRoutes: false,
    // What is under way when the process is told to end is still answered.
    return503OnClosing: false,
  };
  const http: ServerOptions = {
    headersTimeout: timeouts.headers,
    connectionsCheckingInterval: timeouts.check,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own answer to a missing Host has no body; `findTargetError` gives the same 400 with one.
    requireHostHeader: false,
  };
  if (tls === undefined) return fastify({ ...options, http });
  const { cert, key, clientCa } = tls;
  const clients = clientCa ? { ca: clientCa, requestCert: true, rejectUnauthorized: true } : {};
  const https = { ...http, cert, key, ...clients, handshakeTimeout: timeouts.headers };
  // The type parameter of the server is of no interest behind this function.
  return fastify({ ...options, https }) as unknown as FastifyInstance;
}

/** What every answer has; the pages put their own headers over these. */
function setHeaders(reply: FastifyReply, origin: string): FastifyReply {
  return reply.headers({
    [REQUEST_ID]: reply.request.id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...strictTransport(origin),
  });
}

/** The route's pattern and never the URL, in which there may be codes and tokens. */
function logAnswer({ log, request, statusCode: status, elapsedTime }: FastifyReply): void {
  const route = request.routeOptions.url;
  log.debug({ method: request.method, route, status, ms: Math.round(elapsedTime) }, "answered");
}
