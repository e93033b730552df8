import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  constants,
  type Http2Server,
  type Http2Session,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from "node:http2";
import { status } from "@grpc/grpc-js";
import type { Log } from "../../../observe/log.ts";
import { isGrpc } from "./content-type.ts";

/** Maximum seconds from the first to the last byte of a request. */
const REQUEST_TIMEOUT_S = 8;
/** The same for reflection, whose clients keep their request stream open between queries. */
const REFLECTION_TIMEOUT_S = 60;
const REFLECTION = "/grpc.reflection.";

const TIMED_OUT: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-status": status.DEADLINE_EXCEEDED,
  "grpc-message": "the request did not arrive in time",
};

/** The headers of a request that select its timeout. */
interface RequestHeaders {
  ":path"?: string;
  "content-type"?: string;
}

/** The message of Node's diagnostics channels for HTTP/2 server streams. */
interface StreamMessage {
  stream: ServerHttp2Stream;
  headers?: RequestHeaders;
}

/** Requests with the same timeout, grouped by the second in which they started, oldest first. */
interface RequestKind {
  timeoutS: number;
  /** The headers that end a call; null to reset the stream without a response. */
  response: OutgoingHttpHeaders | null;
  streams: Map<ServerHttp2Stream, number>;
}

export interface RequestTimeout {
  /** Applies to the future connections of that server. */
  add(server: Http2Server): void;
  stop(): void;
}

/**
 * Ends calls whose request does not arrive in time. grpc-js has no such timeout, and does not close the stream of a request that it answers
 * before its end. Costs one map entry per stream and one timer per second.
 */
export function limitRequestTime(log: Log): RequestTimeout {
  const calls = kindOf(REQUEST_TIMEOUT_S, TIMED_OUT);
  const reflections = kindOf(REFLECTION_TIMEOUT_S, TIMED_OUT);
  // Requests that are not gRPC. Late requests of this kind are reset without a response, because their HTTP handler owns the response.
  const others = kindOf(REQUEST_TIMEOUT_S, null);
  const kinds = [calls, reflections, others];
  // The channels cover every HTTP/2 server of the process.
  const sessions = new WeakSet<Http2Session>();
  // Counts timer ticks instead of reading a clock: a pause of the process does not expire requests.
  let second = 0;
  const started = (message: unknown) => {
    const { stream, headers = {} } = message as StreamMessage;
    if (stream.session === undefined || !sessions.has(stream.session)) return;
    const isReflection = headers[":path"]?.startsWith(REFLECTION) === true;
    const kind = !isGrpc(headers["content-type"]) ? others : isReflection ? reflections : calls;
    kind.streams.set(stream, second);
  };
  const closed = (message: unknown) => {
    const { stream } = message as StreamMessage;
    for (const { streams } of kinds) if (streams.delete(stream)) return;
  };
  const timer = setInterval(() => {
    second++;
    const ended = kinds.reduce((sum, kind) => sum + endLate(kind, second), 0);
    if (ended > 0) log.debug({ ended }, "requests did not arrive in time");
  }, 1_000).unref();
  subscribe("http2.server.stream.start", started);
  subscribe("http2.server.stream.close", closed);
  return {
    add: (server) => void server.on("session", (session) => sessions.add(session)),
    stop() {
      clearInterval(timer);
      unsubscribe("http2.server.stream.start", started);
      unsubscribe("http2.server.stream.close", closed);
    },
  };
}

function kindOf(timeoutS: number, response: OutgoingHttpHeaders | null): RequestKind {
  return { timeoutS, response, streams: new Map() };
}

/** Ends the streams whose request is incomplete after the timeout, and forgets those whose request is complete. */
function endLate({ timeoutS, response, streams }: RequestKind, second: number): number {
  let ended = 0;
  for (const [stream, began] of streams) {
    if (began >= second - timeoutS) break;
    streams.delete(stream);
    if (hasArrived(stream)) continue;
    end(stream, response);
    ended++;
  }
  return ended;
}

function hasArrived(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.readableEnded || stream.endAfterHeaders || stream.state.remoteClose === 1;
}

function end(stream: ServerHttp2Stream, response: OutgoingHttpHeaders | null): void {
  if (!stream.headersSent && response !== null) stream.respond(response, { endStream: true });
  // RFC 9113 §8.1: NO_ERROR after a complete response that does not need the rest of the request.
  stream.close(stream.writableEnded ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL);
}
