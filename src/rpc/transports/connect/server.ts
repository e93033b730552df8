import { lookup } from "node:dns/promises";
import type { Server as TlsServer } from "node:tls";
import { type FastifyInstance, type FastifyReply, fastify } from "fastify";
import { toListenError } from "../../../observe/startup-error.ts";
import {
  type ListenAddress,
  readTls,
  type ServerTransport,
  type ServerTransportOptions,
  type TlsMaterial,
} from "../server-transport.ts";
import { respondInConnectFormat, respondToClientError, sendError } from "./errors.ts";
import { forwardAuthRoute } from "./forward-auth.ts";
import { createHttp2Connections, type HandleRequest } from "./http2.ts";
import { detectHttp2, dispatchByAlpn } from "./http2-detection.ts";
import { addProbes, type ProbeOptions } from "./probes.ts";
import { connectRoutes } from "./routes.ts";

export type ConnectOptions = ServerTransportOptions & ProbeOptions;

/** How long a client may take to send its request, in milliseconds. Node enforces it only every `connectionsCheckingInterval`. */
const REQUEST_TIMEOUT_MS = 8_000;
const HEADERS_TIMEOUT_MS = 5_000;
const CONNECTIONS = { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 };
/** Longer than callers and balancers keep an idle connection, so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const IDLE_CHECK_MS = 100;

/**
 * Serves every RPC over HTTP/1.1 and HTTP/2: Connect, gRPC-Web and JSON, for curl and for languages without gRPC, and gRPC over HTTP/2 as
 * on the gRPC port. Also serves forward authentication, the probes and the metrics.
 * @throws StartupError if it cannot listen
 */
export async function startConnect(options: ConnectOptions): Promise<ServerTransport> {
  const { dispatcher, address } = options;
  const app = createApp(address);
  respondInConnectFormat(app, options.draining);
  addProbes(app, options);
  await app.register(forwardAuthRoute, { dispatcher });
  await app.register(connectRoutes, { dispatcher });
  const handleRequest = app.routing as unknown as HandleRequest;
  const http2 = await createHttp2Connections(options, handleRequest);
  const detection =
    address.tls === null
      ? detectHttp2(app.server, { timeoutMs: HEADERS_TIMEOUT_MS, serveHttp2: http2.accept })
      : dispatchByAlpn(app.server, http2.accept);
  await listen(app, address).catch(async (error: unknown) => {
    await http2.stop(0);
    throw toListenError(error, { setting: "CONNECT_PORT", host: address.host, port: address.port });
  });
  return {
    port: portOf(app),
    reloadTls() {
      if (address.tls !== null) setCertificates(app.server, readTls(address.tls));
    },
    async stop(graceMs) {
      dispatcher.endStreams();
      detection?.stop();
      const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
      // Closes keep-alive connections that become idle during the shutdown.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
      await Promise.all([http2.stop(graceMs), app.close()]);
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}

/** Listens on one IP address. For `localhost`, Fastify would open a second server, without HTTP/2 and without reloaded certificates. */
async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<void> {
  await app.listen({ host: (await lookup(host)).address, port });
}

function createApp({ tls }: ListenAddress): FastifyInstance {
  const limits = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Serves requests that arrive while the port closes.
    return503OnClosing: false,
  };
  const faults = {
    clientErrorHandler: respondToClientError,
    frameworkErrors: (_error: unknown, _request: unknown, reply: FastifyReply) => void sendError(reply, 400),
  };
  if (tls === null) return fastify({ ...limits, ...faults, http: CONNECTIONS });
  const { cert, key, clientCa } = readTls(tls);
  const clients = clientCa === null ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return fastify({
    ...limits,
    ...faults,
    https: {
      ...CONNECTIONS,
      ALPNProtocols: ["h2", "http/1.1"],
      handshakeTimeout: HEADERS_TIMEOUT_MS,
      cert,
      key,
      ...clients,
    },
  }) as unknown as FastifyInstance;
}

function setCertificates(server: FastifyInstance["server"], { cert, key, clientCa }: TlsMaterial): void {
  (server as unknown as TlsServer).setSecureContext({ cert, key, ...(clientCa === null ? {} : { ca: clientCa }) });
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new TypeError("the server listens on no port");
  return address.port;
}
