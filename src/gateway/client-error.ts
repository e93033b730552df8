import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../observe/log.ts";
import { HttpError } from "./http-error.ts";
import { errorUriOf } from "./map-error.ts";
import { strictTransport } from "./strict-transport.ts";

const STATUS_BY_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Error codes of Node's HTTP parser and its timeouts. */
const HTTP_ERROR = /^(?:HPE|ERR_HTTP)_/;

/**
 * Handles malformed and timed-out requests, then closes the connection. Such requests never reach Fastify, so the usual JSON error is
 * written directly to the socket.
 * @param origin PUBLIC_URL
 */
export function handleClientError(
  log: Log,
  origin: string,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    const { code = "" } = error;
    // After a connection reset or a failed TLS handshake, a write would never complete.
    if (!HTTP_ERROR.test(code) || !socket.writable) return void socket.destroy();
    const status = STATUS_BY_CODE[code] ?? 400;
    const requestId = randomUUID();
    log.info({ requestId, status, code }, "malformed HTTP request");
    writeError(socket, { error: new HttpError(status), requestId, origin });
  };
}

/** Responds 405 to CONNECT: the server is not a proxy. */
export function rejectConnect(socket: Socket, origin: string): void {
  writeError(socket, { error: new HttpError(405, undefined, "GET, POST"), requestId: randomUUID(), origin });
}

interface WrittenError {
  error: HttpError;
  requestId: string;
  origin: string;
}

function writeError(socket: Socket, { error, requestId, origin }: WrittenError): void {
  const body = JSON.stringify({
    error: "invalid_request",
    error_description: error.message,
    error_uri: errorUriOf("invalid_request", origin),
    request_id: requestId,
  });
  const headers = {
    ...(error.allow === null ? {} : { allow: error.allow }),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...strictTransport(origin),
    "x-request-id": requestId,
    connection: "close",
  };
  socket.end(`${headOf(error.status, headers)}${body}`);
}

function headOf(status: number, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "\r\n"].join("\r\n");
}
