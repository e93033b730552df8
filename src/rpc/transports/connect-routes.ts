import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import { compressionGzip } from "@connectrpc/connect-node";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { REQUEST_ID } from "../metadata.ts";
import { canceled, type Exchange, LONGEST_TIMER_MS } from "./call-lifecycle.ts";
import { sendError } from "./connect-faults.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { jsonReading } from "./json-requests.ts";
import type { Route } from "./services.ts";

const EXCHANGE = createContextKey<Exchange | null>(null);
const ANSWER = createContextKey<ServerResponse | null>(null);

/** Every RPC as a route that speaks Connect and gRPC-Web, in binary and in JSON. gRPC itself needs HTTP/2 and has a port of its own. */
export async function connectRoutes(app: FastifyInstance, { dispatcher }: { dispatcher: Dispatcher }): Promise<void> {
  const answers = new WeakMap<FastifyRequest, ServerResponse>();
  app.addHook("onRequest", (request, reply, done) => {
    answers.set(request, reply.raw);
    if (request.method !== "POST") reply.header("allow", "POST");
    dropFarDeadline(request.raw.headers);
    // The plugin would answer a request without a readable URL by an empty 200.
    if (URL.canParse(`http://${request.headers.host ?? ""}${request.raw.url}`)) done();
    else sendError(reply.header("connection", "close"), 400);
  });
  await app.register(fastifyConnectPlugin, {
    routes: (router) => addRoutes(router, dispatcher),
    grpc: false,
    acceptCompression: [compressionGzip],
    contextValues: (request) => createContextValues().set(ANSWER, answers.get(request) ?? null),
  });
}

const UNIT_MS: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };

/** A deadline further off than a timer can hold is as good as none; the plugin's own timer would ring at once. */
function dropFarDeadline(headers: IncomingHttpHeaders): void {
  const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(String(headers["grpc-timeout"])) ?? [];
  if (Number(digits) * (UNIT_MS[unit] ?? 0) > LONGEST_TIMER_MS) delete headers["grpc-timeout"];
  const connect = String(headers["connect-timeout-ms"]);
  if (/^\d{1,10}$/.test(connect) && Number(connect) > LONGEST_TIMER_MS) delete headers["connect-timeout-ms"];
}

function addRoutes(router: ConnectRouter, dispatcher: Dispatcher): void {
  for (const route of dispatcher.routes) {
    const options = {
      readMaxBytes: route.maxBytes,
      jsonOptions: jsonReading(route.method.input),
      requestGate: (context: HandlerContext) => admit(dispatcher, route, context),
    };
    if (route.kind === "unary") {
      const method = route.method as DescMethodUnary;
      router.rpc(method, (request, context) => exchangeOf(context).answer(route, () => request), options);
    } else {
      const method = route.method as DescMethodServerStreaming;
      router.rpc(method, (request, context) => exchangeOf(context).stream(route, () => request), options);
    }
  }
}

/** Runs before the body is read. */
function admit(dispatcher: Dispatcher, route: Route, context: HandlerContext): Promise<void> {
  const exchange = dispatcher.open(route, {
    mount: "connect",
    metadata: (name) => context.requestHeader.get(name),
    timeoutMs: context.timeoutMs() ?? null,
    findCaller: dispatcher.findServiceKey,
  });
  context.values.set(EXCHANGE, exchange);
  context.responseHeader.set(REQUEST_ID, exchange.requestId);
  // Also how the exchange hears of a body that could not be read: then nothing below is called.
  const { signal } = context;
  signal.addEventListener("abort", () => exchange.end(reasonOf(signal)), { once: true });
  if (route.kind === "stream") cutSlowReader(exchange, context.values.get(ANSWER));
  return exchange.admit();
}

/** Connect waits for ever for a reader that takes nothing, so not even the stream's end would reach it. */
function cutSlowReader(exchange: Exchange, answer: ServerResponse | null): void {
  const cut = () => {
    if (answer === null || exchange.endedBy?.code !== Code.ResourceExhausted) return;
    // As one that hung up, of whom the plugin says nothing; a write that fails otherwise it prints, and the log has this call already.
    answer.on("error", () => {});
    answer.emit("error", Object.assign(new Error("the reader was cut"), { code: "ECONNRESET" }));
    answer.socket?.destroy();
  };
  exchange.signal.addEventListener("abort", cut, { once: true });
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
