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
import { toConnectError } from "../errors.ts";
import { REQUEST_ID } from "../metadata.ts";
import { canceled, deadlineExceeded, type Exchange } from "./call-lifecycle.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { toGrpcStatus } from "./grpc-status.ts";
import { tooLarge } from "./limits.ts";
import type { Route, StreamRoute, UnaryRoute } from "./services.ts";

type Bytes = Buffer;

type IncomingCall = Pick<ServerUnaryCall<Bytes, Bytes>, "metadata" | "getDeadline" | "sendMetadata"> & EventEmitter;

interface Served {
  definition: MethodDefinition<Bytes, Bytes>;
  handler: handleUnaryCall<Bytes, Bytes> | handleServerStreamingCall<Bytes, Bytes>;
}

/** One RPC as grpc-js serves it. The bytes of a request stay bytes until its caller is admitted. */
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
    const exchange = open(dispatcher, route, call);
    const request = decodeOnce(route, call.request);
    const bytes = answerAtOnce(exchange, route, request);
    if (bytes !== null) return callback(null, bytes);
    answerUnary(exchange, route, request).then(
      (bytes) => callback(null, bytes),
      (error: unknown) => callback(toGrpcStatus(toConnectError(error))),
    );
  };
}

/** Null also where something is wrong with the call: the way that takes its time says what. */
function answerAtOnce(exchange: Exchange, route: UnaryRoute, request: () => Message): Bytes | null {
  try {
    return exchange.answerAtOnce(route, request) as Bytes | null;
  } catch {
    return null;
  }
}

async function answerUnary(exchange: Exchange, route: UnaryRoute, request: () => Message): Promise<Bytes> {
  await exchange.admit();
  return encode(route, await exchange.answer(route, request));
}

function serveStream(dispatcher: Dispatcher, route: StreamRoute): handleServerStreamingCall<Bytes, Bytes> {
  return (call) => {
    const exchange = open(dispatcher, route, call);
    // Where the wait for the reader was broken off, it is the call's end that says why.
    answerStream(exchange, route, call).catch((error: unknown) =>
      call.emit("error", toGrpcStatus(exchange.endedBy ?? toConnectError(error))),
    );
  };
}

async function answerStream(
  exchange: Exchange,
  route: StreamRoute,
  call: ServerWritableStream<Bytes, Bytes>,
): Promise<void> {
  await exchange.admit();
  for await (const message of exchange.stream(route, () => decode(route, call.request))) {
    if (!call.write(encode(route, message))) await once(call, "drain", { signal: exchange.signal });
  }
  call.end();
}

function open(dispatcher: Dispatcher, route: Route, call: IncomingCall): Exchange {
  const deadline = Number(call.getDeadline());
  const exchange = dispatcher.open(route, {
    mount: "grpc",
    metadata: (name) => call.metadata.get(name).join(", ") || null,
    timeoutMs: Number.isFinite(deadline) ? deadline - Date.now() : null,
    findCaller: dispatcher.findServiceKey,
  });
  // grpc-js cancels at the deadline too, and may be quicker than our own timer.
  // It tells the end of an answered call the same way.
  call.on("cancelled", () => {
    if (!exchange.finished) exchange.end(Date.now() < deadline ? canceled() : deadlineExceeded());
  });
  const headers = new Metadata();
  headers.set(REQUEST_ID, exchange.requestId);
  call.sendMetadata(headers);
  return exchange;
}

/** Decodes when it is first asked to; what is wrong is told at each asking. */
function decodeOnce(route: Route, bytes: Bytes): () => Message {
  let message: Message | null = null;
  return () => {
    message ??= decode(route, bytes);
    return message;
  };
}

function decode({ method, maxBytes }: Route, bytes: Bytes): Message {
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  try {
    return fromBinary(method.input, bytes);
  } catch {
    // Why the decoder stumbled says nothing to a caller whose library wrote the bytes, and may quote them.
    throw new ConnectError(`the request is no ${method.input.typeName}`, Code.InvalidArgument);
  }
}

function encode({ method }: Route, message: Message): Bytes {
  const bytes = toBinary(method.output, message);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
