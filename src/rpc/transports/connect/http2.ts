import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";
import { ServerCredentials } from "@grpc/grpc-js";
import { isGrpc } from "../grpc/content-type.ts";
import { createRpcServer, http2Servers } from "../grpc/rpc-server.ts";
import type { ServerTransportOptions } from "../server-transport.ts";

/** Handles the requests that are not gRPC, through Node's compatibility layer. */
export type HandleRequest = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Serves HTTP/2 connections that another server has accepted. */
export interface Http2Connections {
  accept(socket: Socket): void;
  /** Sends GOAWAY, waits up to `graceMs` for pending requests, then closes the connections. */
  stop(graceMs: number): Promise<void>;
}

/**
 * grpc-js serves gRPC requests, with the limits of the gRPC port; `handleRequest` serves all other requests. grpc-js owns the connections,
 * so its limits and its shutdown apply to all streams.
 */
export async function createHttp2Connections(
  options: Omit<ServerTransportOptions, "address">,
  handleRequest: HandleRequest,
): Promise<Http2Connections> {
  const { server, guard, stop } = await createRpcServer(options);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  for (const http2Server of http2Servers(server).keys()) divert(http2Server, handleRequest);
  guard();
  let stopped = false;
  return {
    accept(socket) {
      if (stopped) return void socket.destroy();
      // An HTTP/1.1 server leaves its side of a socket open when the client closes the other side.
      socket.allowHalfOpen = false;
      socket.on("error", () => {});
      injector.injectConnection(socket);
    },
    async stop(graceMs) {
      stopped = true;
      await stop(async () => {
        // grpc-js does not wait for connections that it has not accepted itself.
        const sessions = [...http2Servers(server).values()].flatMap((entry) => [...entry.sessions]);
        const closed = sessions.map((session) => new Promise((resolve) => session.once("close", resolve)));
        injector.drain(graceMs);
        await Promise.all(closed);
        server.forceShutdown();
      });
    },
  };
}

type ServeStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, flags: number, raw: string[]) => void;

/** Passes streams that are not gRPC to `handleRequest` instead of grpc-js, which responds 415 to them. */
function divert(http2Server: Http2Server, handleRequest: HandleRequest): void {
  const [serveGrpc] = http2Server.listeners("stream") as ServeStream[];
  if (serveGrpc === undefined) throw new TypeError("grpc-js does not listen for streams");
  // This server never listens. It only turns streams into requests and responses.
  const requests = createServer(handleRequest);
  const serveStream: ServeStream = (stream, headers, flags, raw) => {
    if (isGrpc(headers["content-type"])) serveGrpc(stream, headers, flags, raw);
    else requests.emit("stream", stream, headers, flags, raw);
  };
  http2Server.removeAllListeners("stream").on("stream", serveStream);
}
