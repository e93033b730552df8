import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";

/** What was spoken is no request that any RPC could answer; told in the shape of Connect's errors. */
interface ConnectPortError {
  code: string;
  message: string;
}

const UNREADABLE: ConnectPortError = { code: "invalid_argument", message: "this is no HTTP request that can be read" };
const FAULTS: Record<number, ConnectPortError> = {
  404: { code: "unimplemented", message: "there is nothing at this address" },
  408: { code: "deadline_exceeded", message: "the request did not arrive in time" },
  413: { code: "resource_exhausted", message: "the body is too large" },
  431: { code: "resource_exhausted", message: "the headers are too large" },
  500: { code: "internal", message: "internal error" },
};

const STATUS_BY_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const SPOKEN = /^(?:HPE|ERR_HTTP)_/;

/** Has the framework answer as an RPC does: in a shape that Connect's clients know, and kept by no cache (RFC 6749 §5.1: tokens and secrets). */
export function answerInConnectShape(app: FastifyInstance): void {
  // Each body is the plugin's to read: what it does not know is 415 there, and at a probe nobody's business.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404));
  app.setErrorHandler(({ statusCode }: { statusCode?: number }, _request, reply) => {
    return sendError(reply, statusCode !== undefined && statusCode < 500 ? statusCode : 500);
  });
}

/** Answers what no hook sees, such as an address that cannot be decoded. */
export function sendError(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .send(FAULTS[status] ?? UNREADABLE);
}

/** Answers a connection whose bytes are no request or do not come in time, by hand, and closes it. */
export function answerClientError({ code = "" }: { code?: string }, socket: Socket): void {
  if (!SPOKEN.test(code) || !socket.writable) return void socket.destroy();
  const status = STATUS_BY_CODE[code] ?? 400;
  const body = JSON.stringify(FAULTS[status] ?? UNREADABLE);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "cache-control: no-store",
    "connection: close",
    "\r\n",
  ];
  socket.end(`${head.join("\r\n")}${body}`);
}
