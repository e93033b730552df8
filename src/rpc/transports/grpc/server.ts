import type { Http2Server } from "node:http2";
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
  joinRepeatedAuthorization(server);
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

/** grpc-js passes no raw headers on, so this listener precedes the one of grpc-js on its own HTTP/2 servers. */
function joinRepeatedAuthorization(server: Server): void {
  const { http2Servers } = server as unknown as { http2Servers: ReadonlyMap<Http2Server, unknown> };
  for (const http2Server of http2Servers.keys())
    http2Server.prependListener("stream", (_stream, headers, _flags, raw) => joinAuthorization(headers, raw));
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
    const timer = setTimeout(() => server.forceShutdown(), graceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
