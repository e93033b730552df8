import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";

/** An HTTP error in the JSON format of Connect errors. */
interface ConnectPortError {
  code: string;
  message: string;
}

const UNREADABLE: ConnectPortError = { code: "invalid_argument", message: "malformed HTTP request" };
const ERRORS: Record<number, ConnectPortError> = {
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
const HTTP_ERROR = /^(?:HPE|ERR_HTTP)_/;

/** Makes Fastify respond with Connect errors, sets no-store on every response (RFC 6749 §5.1), and closes connections while draining. */
export function respondInConnectFormat(app: FastifyInstance, draining?: AbortSignal): void {
  // The Connect plugin reads the bodies and responds 415 to unknown types; probes ignore bodies.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    if (draining?.aborted) closeConnection(reply);
    done();
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, 404));
  app.setErrorHandler(({ statusCode }: { statusCode?: number }, _request, reply) => {
    return sendError(reply, statusCode !== undefined && statusCode < 500 ? statusCode : 500);
  });
}

/** Closes the connection after this response. HTTP/2 has no such header; its connections close when the port stops. */
export function closeConnection(reply: FastifyReply): FastifyReply {
  return reply.request.raw.httpVersionMajor === 1 ? reply.header("connection", "close") : reply;
}

/** Sends a Connect error for a request that reaches no hook, such as an undecodable path. */
export function sendError(reply: FastifyReply, status: number): FastifyReply {
  return reply
    .code(status)
    .header("cache-control", "no-store")
    .send(ERRORS[status] ?? UNREADABLE);
}

/** Responds to a malformed or timed-out request directly on the socket, and closes it. */
export function respondToClientError({ code = "" }: { code?: string }, socket: Socket): void {
  if (!HTTP_ERROR.test(code) || !socket.writable) return void socket.destroy();
  const status = STATUS_BY_CODE[code] ?? 400;
  const body = JSON.stringify(ERRORS[status] ?? UNREADABLE);
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
