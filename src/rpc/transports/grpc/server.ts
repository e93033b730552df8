import { constants, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import { Server, type ServerCredentials, type ServerOptions, setLogger } from "@grpc/grpc-js";
import { authorityOf } from "../../../observe/address.ts";
import type { Log } from "../../../observe/log.ts";
import { toListenError } from "../../../observe/startup-error.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { MAX_REQUEST_BYTES } from "../limits.ts";
import { joinAuthorization } from "../repeated-authorization.ts";
import type { ListenAddress, ServerTransport, ServerTransportOptions } from "../server-transport.ts";
import { serveRoute } from "./calls.ts";
import { createCredentials } from "./credentials.ts";
import { addHealth } from "./health.ts";
import { addReflection } from "./reflection.ts";
import { limitRequestTime } from "./request-timeout.ts";

const OPTIONS: ServerOptions = {
  // Applies after decompression, so it also stops gzip bombs. Methods may have lower limits.
  "grpc.max_receive_message_length": MAX_REQUEST_BYTES,
  "grpc.max_concurrent_streams": 1_000,
  // In megabytes, for each connection.
  "grpc-node.max_session_memory": 64,
  // Detects dead peers and ends their streams.
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 20_000,
  // Counts each call and message, for a service that is not served.
  "grpc.enable_channelz": 0,
};

/**
 * Serves every RPC over gRPC, with the standard health service and reflection, which need no key.
 * @throws StartupError if it cannot listen
 */
export async function startGrpc({
  dispatcher,
  address,
  isReady,
  draining,
}: ServerTransportOptions): Promise<ServerTransport> {
  quieten(dispatcher.log);
  const server = new Server(OPTIONS);
  addRoutes(server, dispatcher);
  addReflection(server, dispatcher.routes);
  const services = [...new Set(dispatcher.routes.map(({ method }) => method.parent.typeName))];
  const health = await addHealth(server, { services, isReady });
  draining?.addEventListener("abort", health.check);
  const { credentials, reload: reloadTls } = createCredentials(address.tls);
  const port = await bind(server, address, credentials).catch((error: unknown) => {
    health.stop();
    throw toListenError(error, { setting: "GRPC_PORT", host: address.host, port: address.port });
  });
  prepareStreams(server);
  const requestTimeout = limitRequestTime({ port, log: dispatcher.log });
  return {
    port,
    reloadTls,
    async stop(graceMs) {
      health.stop();
      dispatcher.endStreams();
      await shutdown(server, graceMs);
      requestTimeout.stop();
    },
  };
}

function addRoutes(server: Server, dispatcher: Dispatcher): void {
  for (const route of dispatcher.routes) {
    const { definition, handler } = serveRoute(dispatcher, route);
    const { name } = route.method;
    server.addService({ [name]: definition }, { [name]: handler });
  }
}

/** The internal map of grpc-js: it passes no raw headers on, and without channelz its `forceShutdown` destroys no session. */
function http2Servers(server: Server): ReadonlyMap<Http2Server, { sessions: ReadonlySet<ServerHttp2Session> }> {
  return (server as unknown as { http2Servers: ReturnType<typeof http2Servers> }).http2Servers;
}

/** Adds a listener before the one of grpc-js. */
function prepareStreams(server: Server): void {
  for (const http2Server of http2Servers(server).keys()) {
    http2Server.prependListener("stream", (stream, headers, _flags, raw) => {
      joinAuthorization(headers, raw);
      stream.on("close", releaseCall);
    });
  }
}

const ignore = () => {};

/**
 * Removes the listeners of a closed stream, and with them the references to its call. V8 keeps closed streams until the next major
 * collection: tables that a `Map` of Node has outgrown still refer to them.
 */
function releaseCall(this: ServerHttp2Stream): void {
  // Otherwise each of the others is removed on its own.
  this.removeAllListeners("removeListener");
  this.removeAllListeners();
  this.on("error", ignore);
}

function destroySessions(server: Server): void {
  // Node accepts a code in place of an error; its types do not.
  const code = constants.NGHTTP2_CANCEL as unknown as Error;
  for (const { sessions } of http2Servers(server).values()) for (const session of sessions) session.destroy(code);
}

/** grpc-js also prints the errors that it throws. */
function quieten(log: Log): void {
  const silent = () => {};
  setLogger({ debug: silent, info: silent, error: (message: unknown) => log.debug({ message }, "grpc-js") });
}

function bind(server: Server, { host, port }: ListenAddress, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(authorityOf(host, port), credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
}

function shutdown(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      destroySessions(server);
      server.forceShutdown();
    }, graceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
