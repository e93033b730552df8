import type { IncomingMessage, ServerResponse } from "node:http";
import type { DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import {
  compressionGzip,
  universalRequestFromNodeRequest,
  universalResponseToNodeResponse,
} from "@connectrpc/connect-node";
import type { FastifyInstance } from "fastify";
import type { Log } from "../observe/log.ts";
import type { Edge } from "./edge.ts";
import { canceled, type Exchange } from "./exchange.ts";
import { REQUEST_ID } from "./metadata.ts";
import type { Route } from "./services.ts";

type Handler = ConnectRouter["handlers"][number];

const EXCHANGE = createContextKey<Exchange | null>(null);

/**
 * Every RPC as a route that speaks Connect and gRPC-Web, in binary and in JSON. gRPC itself needs HTTP/2 and has a port of its own.
 * These are the pieces of `@connectrpc/connect-fastify`, put together so that a failure outside an RPC is logged by us and never
 * answered as an empty 200.
 */
export async function connectRoutes(app: FastifyInstance, { edge }: { edge: Edge }): Promise<void> {
  // Bodies are left unread until the caller is admitted.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  for (const handler of handlersOf(edge)) {
    app.all(handler.requestPath, (request, reply) => {
      reply.hijack();
      answer(handler, request.raw, reply.raw).catch((error: unknown) => abandon(edge.log, reply.raw, error));
    });
  }
}

function handlersOf(edge: Edge): Handler[] {
  const router = createConnectRouter({ grpc: false, acceptCompression: [compressionGzip] });
  for (const route of edge.routes) {
    const options = {
      readMaxBytes: route.maxBytes,
      requestGate: (context: HandlerContext) => admit(edge, route, context),
    };
    if (route.kind === "unary") {
      const method = route.method as DescMethodUnary;
      router.rpc(method, (request, context) => exchangeOf(context).answer(route, () => request), options);
    } else {
      const method = route.method as DescMethodServerStreaming;
      router.rpc(method, (request, context) => exchangeOf(context).stream(route, () => request), options);
    }
  }
  return router.handlers;
}

/** Runs before the body is read. */
function admit(edge: Edge, route: Route, context: HandlerContext): Promise<void> {
  const exchange = edge.open(route, {
    mount: "connect",
    metadata: (name) => context.requestHeader.get(name),
    timeoutMs: context.timeoutMs() ?? null,
    findCaller: edge.findServiceKey,
  });
  context.values.set(EXCHANGE, exchange);
  context.responseHeader.set(REQUEST_ID, exchange.requestId);
  // Also how the exchange hears of a body that could not be read: then nothing below is called.
  const { signal } = context;
  signal.addEventListener("abort", () => exchange.end(reasonOf(signal)), { once: true });
  return exchange.admit();
}

/** Why the call has ended; Connect aborts with the very error that it is about to write, and only then writes it. */
function reasonOf({ reason }: AbortSignal): ConnectError {
  if (!(reason instanceof ConnectError)) return canceled();
  // Its parser calls bytes that are no message an internal error; over gRPC and in JSON they are the caller's fault.
  if (reason.code === Code.Internal && reason.rawMessage.startsWith("parse binary: ")) {
    Object.assign(reason, { code: Code.InvalidArgument });
  }
  return reason;
}

function exchangeOf({ values }: HandlerContext): Exchange {
  const exchange = values.get(EXCHANGE);
  if (exchange === null) throw new Error("the call has not passed the gate");
  return exchange;
}

async function answer(handler: Handler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const universal = universalRequestFromNodeRequest(request, response, undefined, createContextValues());
  await universalResponseToNodeResponse(await handler(universal), response);
}

/** Something that is no answer of an RPC: a request that cannot be read as one, or a client that has gone. */
function abandon(log: Log, response: ServerResponse, err: unknown): void {
  log.debug({ err }, "rpc request abandoned");
  if (response.headersSent) response.destroy();
  else response.writeHead(400, { connection: "close" }).end();
}
