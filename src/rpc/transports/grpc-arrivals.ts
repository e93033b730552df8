import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { constants, type OutgoingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import { status } from "@grpc/grpc-js";
import type { Log } from "../../observe/log.ts";

/** Seconds that a request may take to arrive, from its first byte to its last. */
const LONGEST_S = 8;
/** Reflection is asked one question after the other, and its clients keep the stream at hand meanwhile. */
const LONGEST_TALK_S = 60;
const TALK = "/grpc.reflection.";

const LATE: OutgoingHttpHeaders = {
  ":status": 200,
  "content-type": "application/grpc+proto",
  "grpc-status": status.DEADLINE_EXCEEDED,
  "grpc-message": "the request did not arrive in time",
};

/** What Node tells of every stream of an HTTP/2 server. */
interface Told {
  stream: ServerHttp2Stream;
  headers?: { ":path"?: string };
}

/**
 * Ends calls whose request does not arrive: grpc-js waits for it as long as the connection lasts, and tells nobody of a call before. Nor does it
 * close the stream of a request that it has answered before its end. A stream costs an entry in a map here; the clock is looked at once a second.
 */
export function boundArrivals({ port, log }: { port: number; log: Log }): { stop(): void } {
  // The oldest first, with the second in which each began.
  const calls = new Map<ServerHttp2Stream, number>();
  const talks = new Map<ServerHttp2Stream, number>();
  // Counted, not read: a process that was held up gives what has arrived meanwhile its time.
  let second = 0;
  const started = (told: unknown) => {
    const { stream, headers } = told as Told;
    (headers?.[":path"]?.startsWith(TALK) === true ? talks : calls).set(stream, second);
  };
  const closed = (told: unknown) => {
    const { stream } = told as Told;
    if (!calls.delete(stream)) talks.delete(stream);
  };
  const timer = setInterval(() => {
    second++;
    const ended = endLate(calls, port, second - LONGEST_S) + endLate(talks, port, second - LONGEST_TALK_S);
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

/** Of the streams that began before that second, ends those whose request is not there; the others need no watching any more. */
function endLate(streams: Map<ServerHttp2Stream, number>, port: number, before: number): number {
  let ended = 0;
  for (const [stream, began] of streams) {
    if (began >= before) break;
    streams.delete(stream);
    // The process may have other servers, which have rules of their own.
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
  if (!stream.headersSent) stream.respond(LATE, { endStream: true });
  // RFC 9113 §8.1: the answer is whole, and the rest of the request is not wanted.
  stream.close(stream.writableEnded ? constants.NGHTTP2_NO_ERROR : constants.NGHTTP2_CANCEL);
}
