import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { status } from "@grpc/grpc-js";
import type { Log } from "../../../observe/log.ts";

/** Maximum seconds from the first to the last byte of a request. */
const REQUEST_TIMEOUT_S = 8;
/** Reflection clients keep their request stream open between queries. */
const REFLECTION_TIMEOUT_S = 60;
const REFLECTION = "/grpc.reflection.";

const TIMED_OUT: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-status": status.DEADLINE_EXCEEDED,
  "grpc-message": "the request did not arrive in time",
};

/** The message of Node's diagnostics channels for HTTP/2 server streams. */
interface StreamMessage {
  stream: ServerHttp2Stream;
  headers?: { ":path"?: string };
}

/**
 * Ends calls whose request does not arrive in time: grpc-js has no such timeout, and does not close the stream of a request that it
 * answers early. Costs one map entry per stream and one timer per second.
 */
export function limitRequestTime({ port, log }: { port: number; log: Log }): { stop(): void } {
  // In insertion order, by the second of their start.
  const calls = new Map<ServerHttp2Stream, number>();
  const reflections = new Map<ServerHttp2Stream, number>();
  // Counts timer ticks instead of reading a clock: a pause of the process does not expire requests.
  let second = 0;
  const started = (message: unknown) => {
    const { stream, headers } = message as StreamMessage;
    (headers?.[":path"]?.startsWith(REFLECTION) === true ? reflections : calls).set(stream, second);
  };
  const closed = (message: unknown) => {
    const { stream } = message as StreamMessage;
    if (!calls.delete(stream)) reflections.delete(stream);
  };
  const timer = setInterval(() => {
    second++;
    const ended =
      endLate(calls, port, second - REQUEST_TIMEOUT_S) + endLate(reflections, port, second - REFLECTION_TIMEOUT_S);
    if (ended > 0) log.debug({ ended }, "requests did not arrive in time");
  }, 1_000).unref();
  subscribe("http2.server.stream.start", started);
  subscribe("http2.server.stream.close", closed);
  return {
    stop() {
      clearInterval(timer);
      unsubscribe("http2.server.stream.start", started);
      unsubscribe("http2.server.stream.close", closed);
    },
  };
}

/** Ends the streams started before that second whose request is incomplete, and forgets the others. */
function endLate(streams: Map<ServerHttp2Stream, number>, port: number, before: number): number {
  let ended = 0;
  for (const [stream, began] of streams) {
    if (began >= before) break;
    streams.delete(stream);
    // The channels cover every HTTP/2 server of the process.
    if (hasArrived(stream) || stream.session?.socket.localPort !== port) continue;
    end(stream);
    ended++;
  }
  return ended;
}

function hasArrived(stream: ServerHttp2Stream): boolean {
  return stream.destroyed || stream.readableEnded || stream.endAfterHeaders || stream.state.remoteClose === 1;
}

function end(stream: ServerHttp2Stream): void {
  if (!stream.headersSent) stream.respond(TIMED_OUT, { endStream: true });
  // RFC 9113 §8.1: NO_ERROR after a complete response that does not need the rest of the request.
  stream.close(stream.writableEnded ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL);
}
