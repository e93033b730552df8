import { type EventEmitter, once } from "node:events";
import { fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  type MethodDefinition,
  type ServerUnaryCall,
  type ServerWritableStream,
} from "@grpc/grpc-js";
import { canceled, deadlineExceeded, toConnectError } from "../../errors.ts";
import { REQUEST_ID } from "../../metadata.ts";
import type { CallLifecycle } from "../call-lifecycle.ts";
import type { Dispatcher } from "../dispatcher.ts";
import { tooLarge } from "../limits.ts";
import { type Route, type StreamRoute, toBytes, type UnaryRoute } from "../routes.ts";
import { toGrpcStatus } from "./status.ts";

type Bytes = Buffer;

type GrpcCall = Pick<ServerUnaryCall<Bytes, Bytes>, "metadata" | "getDeadline" | "sendMetadata"> & EventEmitter;

interface Served {
  definition: MethodDefinition<Bytes, Bytes>;
  handler: handleUnaryCall<Bytes, Bytes> | handleServerStreamingCall<Bytes, Bytes>;
}

/** Serves one RPC with grpc-js. Decodes a request only after its caller is admitted. */
export function serveRoute(dispatcher: Dispatcher, route: Route): Served {
  const definition = {
    path: `/${route.name}`,
    requestStream: false,
    responseStream: route.kind === "stream",
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  };
  return {
    definition,
    handler: route.kind === "unary" ? serveUnary(dispatcher, route) : serveStream(dispatcher, route),
  };
}

const same = (bytes: Bytes): Bytes => bytes;

function serveUnary(dispatcher: Dispatcher, route: UnaryRoute): handleUnaryCall<Bytes, Bytes> {
  return (call, callback) => {
    const lifecycle = open(dispatcher, route, call);
    answerUnary(lifecycle, route, call.request).then(
      (bytes) => callback(null, bytes),
      (error: unknown) => callback(toGrpcStatus(toConnectError(error))),
    );
  };
}

async function answerUnary(lifecycle: CallLifecycle, route: UnaryRoute, request: Bytes): Promise<Bytes> {
  await lifecycle.admit();
  return lifecycle.answer(
    route,
    () => decode(route, request),
    (response) => toBuffer(toBytes(route, response)),
  );
}

function serveStream(dispatcher: Dispatcher, route: StreamRoute): handleServerStreamingCall<Bytes, Bytes> {
  return (call) => {
    const lifecycle = open(dispatcher, route, call);
    // If the wait for `drain` is aborted, `endedBy` has the cause.
    answerStream(lifecycle, route, call).catch((error: unknown) =>
      call.emit("error", toGrpcStatus(lifecycle.endedBy ?? toConnectError(error))),
    );
  };
}

async function answerStream(
  lifecycle: CallLifecycle,
  route: StreamRoute,
  call: ServerWritableStream<Bytes, Bytes>,
): Promise<void> {
  await lifecycle.admit();
  for await (const message of lifecycle.stream(route, () => decode(route, call.request))) {
    if (!call.write(toBuffer(toBinary(route.method.output, message))))
      await once(call, "drain", { signal: lifecycle.signal });
  }
  call.end();
}

/** The response headers. All calls share the object, because grpc-js reads it before `sendMetadata` returns. */
const headers = new Metadata();

function open(dispatcher: Dispatcher, route: Route, call: GrpcCall): CallLifecycle {
  const deadline = Number(call.getDeadline());
  const lifecycle = dispatcher.open(route, {
    transport: "grpc",
    metadata: (name) => call.metadata.get(name).join(", ") || null,
    timeoutMs: Number.isFinite(deadline) ? deadline - Date.now() : null,
    findCaller: dispatcher.findServiceKey,
  });
  // grpc-js also emits `cancelled` at the deadline, possibly before our timer, and at the end of an answered call.
  call.on("cancelled", () => {
    if (!lifecycle.finished) lifecycle.end(Date.now() < deadline ? canceled() : deadlineExceeded());
  });
  headers.set(REQUEST_ID, lifecycle.requestId);
  call.sendMetadata(headers);
  return lifecycle;
}

function decode({ method, maxBytes }: Route, bytes: Bytes): Message {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  try {
    return fromBinary(method.input, bytes);
  } catch {
    // The decoder's message may quote the request.
    throw new ConnectError(`the request is no ${method.input.typeName}`, Code.InvalidArgument);
  }
}

/** grpc-js requires a Buffer. */
function toBuffer(bytes: Uint8Array): Bytes {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
