import type { Http2Server, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import { Server, type ServerOptions, setLogger } from "@grpc/grpc-js";
import type { Log } from "../../../observe/log.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { MAX_REQUEST_BYTES } from "../limits.ts";
import { joinAuthorization } from "../repeated-authorization.ts";
import type { ServerTransportOptions } from "../server-transport.ts";
import { serveRoute } from "./calls.ts";
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
  // Channelz costs a count for each call and message, and its service is not served here.
  "grpc.enable_channelz": 0,
};

/** A server of grpc-js with every RPC, the standard health service and reflection. It has no connections yet. */
export interface RpcServer {
  server: Server;
  /** Applies the rules for requests to the HTTP/2 servers of grpc-js; called once, when it has created them. */
  guard(): void;
  /** Sets the health service to NOT_SERVING and ends streams; then `close` closes the connections. */
  stop(close: () => Promise<void>): Promise<void>;
}

/** Creates the server for a port that grpc-js opens, or for connections that another server accepts. */
export async function createRpcServer({
  dispatcher,
  isReady,
  draining,
}: Omit<ServerTransportOptions, "address">): Promise<RpcServer> {
  redirectGrpcLog(dispatcher.log);
  const server = new Server(OPTIONS);
  addRoutes(server, dispatcher);
  addReflection(server, dispatcher.routes);
  const services = [...new Set(dispatcher.routes.map(({ method }) => method.parent.typeName))];
  const health = await addHealth(server, { services, isReady });
  draining?.addEventListener("abort", health.check);
  const requestTimeout = limitRequestTime(dispatcher.log);
  return {
    server,
    guard() {
      for (const http2Server of http2Servers(server).keys()) {
        requestTimeout.add(http2Server);
        // Precedes the listener of grpc-js.
        http2Server.prependListener("stream", (stream, headers, _flags, raw) => {
          joinAuthorization(headers, raw);
          stream.on("close", releaseCall);
        });
      }
    },
    async stop(close) {
      health.stop();
      dispatcher.endStreams();
      await close();
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

/**
 * The HTTP/2 servers in an internal map of grpc-js, which give access to raw headers. Their sessions must be ended here, because without
 * channelz, `forceShutdown` ends no session.
 */
export function http2Servers(server: Server): ReadonlyMap<Http2Server, { sessions: ReadonlySet<ServerHttp2Session> }> {
  return (server as unknown as { http2Servers: ReturnType<typeof http2Servers> }).http2Servers;
}

const ignore = () => {};

/**
 * Removes the listeners of a closed stream, so that its call can be collected at once. The stream itself stays until the next major
 * collection, because old tables of a `Map` in Node still refer to it.
 */
function releaseCall(this: ServerHttp2Stream): void {
  // Removed first: while `removeListener` has listeners, Node removes all other listeners one by one.
  this.removeAllListeners("removeListener");
  this.removeAllListeners();
  this.on("error", ignore);
}

/** Sends the messages of grpc-js to the log at level debug: grpc-js prints errors that it also throws. */
function redirectGrpcLog(log: Log): void {
  setLogger({ debug: ignore, info: ignore, error: (message: unknown) => log.debug({ message }, "grpc-js") });
}
