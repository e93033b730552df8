import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { DescMethodServerStreaming, DescMethodUnary, Message } from "@bufbuild/protobuf";
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
import { canceled } from "../../errors.ts";
import { REQUEST_ID } from "../../metadata.ts";
import { type CallLifecycle, MAX_TIMER_MS } from "../call-lifecycle.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { joinAuthorization } from "../repeated-authorization.ts";
import { type Route, toMessage, type UnaryRoute } from "../routes.ts";
import { closeConnection, sendError } from "./errors.ts";
import { jsonReading } from "./json-requests.ts";

const LIFECYCLE = createContextKey<CallLifecycle | null>(null);
const ANSWER = createContextKey<ServerResponse | null>(null);

/** Serves every RPC over Connect and gRPC-Web, in binary and JSON. grpc-js serves gRPC. */
export async function connectRoutes(app: FastifyInstance, { dispatcher }: { dispatcher: Dispatcher }): Promise<void> {
  const answers = new WeakMap<FastifyRequest, ServerResponse>();
  app.addHook("onRequest", (request, reply, done) => {
    answers.set(request, reply.raw);
    joinAuthorization(request.raw.headers, request.raw.rawHeaders);
    if (request.method !== "POST") reply.header("allow", "POST");
    dropFarDeadline(request.raw.headers);
    // The plugin responds to a malformed URL with an empty 200, and does not respond without an authority.
    const authority = request.headers[":authority"] ?? request.headers.host;
    if (authority !== undefined && URL.canParse(`http://${authority}${request.raw.url}`)) done();
    else sendError(closeConnection(reply), 400);
  });
  await app.register(fastifyConnectPlugin, {
    routes: (router) => addRoutes(router, dispatcher),
    grpc: false,
    acceptCompression: [compressionGzip],
    contextValues: (request) => createContextValues().set(ANSWER, answers.get(request) ?? null),
  });
}

const UNIT_MS: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };

/** Removes a deadline beyond the longest timer delay, because the plugin's timer would fire immediately. */
function dropFarDeadline(headers: IncomingHttpHeaders): void {
  const [, digits, unit = ""] = /^(\d{1,8})([HMSmun])$/.exec(String(headers["grpc-timeout"])) ?? [];
  if (Number(digits) * (UNIT_MS[unit] ?? 0) > MAX_TIMER_MS) delete headers["grpc-timeout"];
  const connect = String(headers["connect-timeout-ms"]);
  if (/^\d{1,10}$/.test(connect) && Number(connect) > MAX_TIMER_MS) delete headers["connect-timeout-ms"];
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
      router.rpc(method, (request, context) => answer(route, request, lifecycleOf(context)), options);
    } else {
      const method = route.method as DescMethodServerStreaming;
      router.rpc(method, (request, context) => lifecycleOf(context).stream(route, () => request), options);
    }
  }
}

function answer(route: UnaryRoute, request: Message, lifecycle: CallLifecycle): Promise<Message> {
  return lifecycle.answer(
    route,
    () => request,
    (response) => toMessage(route, response),
  );
}

/** Admits the call before the body is read. */
function admit(dispatcher: Dispatcher, route: Route, context: HandlerContext): Promise<void> {
  const lifecycle = dispatcher.open(route, {
    transport: "connect",
    metadata: (name) => context.requestHeader.get(name),
    timeoutMs: context.timeoutMs() ?? null,
    findCaller: dispatcher.findServiceKey,
  });
  context.values.set(LIFECYCLE, lifecycle);
  context.responseHeader.set(REQUEST_ID, lifecycle.requestId);
  // Reports an unreadable body too, for which the handler is not called.
  const { signal } = context;
  signal.addEventListener("abort", () => lifecycle.end(reasonOf(signal)), { once: true });
  if (route.kind === "stream") cutSlowReader(lifecycle, context.values.get(ANSWER));
  return lifecycle.admit();
}

/** Destroys the connection of a slow reader: Connect waits for it without a timeout. */
function cutSlowReader(lifecycle: CallLifecycle, answer: ServerResponse | null): void {
  const cut = () => {
    if (answer === null || lifecycle.endedBy?.code !== Code.ResourceExhausted) return;
    // ECONNRESET keeps the plugin from printing the failed write; the call is already logged.
    answer.on("error", () => {});
    answer.emit("error", Object.assign(new Error("the reader was cut"), { code: "ECONNRESET" }));
    answer.socket?.destroy();
  };
  lifecycle.signal.addEventListener("abort", cut, { once: true });
}

/** The error of an aborted call: Connect aborts the signal with the error before it writes the error. */
function reasonOf({ reason }: AbortSignal): ConnectError {
  // A client may reset its HTTP/2 stream with any error code.
  if (!(reason instanceof ConnectError) || reason.rawMessage.startsWith("http/2 stream closed")) return canceled();
  // Connect reports undecodable bytes as internal; over gRPC and in JSON they are invalid_argument.
  if (reason.code === Code.Internal && reason.rawMessage.startsWith("parse binary: ")) {
    Object.assign(reason, { code: Code.InvalidArgument });
  }
  return reason;
}

function lifecycleOf({ values }: HandlerContext): CallLifecycle {
  const lifecycle = values.get(LIFECYCLE);
  if (lifecycle === null) throw new Error("the call was not admitted");
  return lifecycle;
}
