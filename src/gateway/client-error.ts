import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Log } from "../observe/log.ts";
import { HttpError } from "./edge-fault.ts";
import { errorUriOf } from "./error-uri.ts";
import { strictTransport } from "./strict-transport.ts";

const STATUS_BY_CODE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Faults of the HTTP that was spoken: the parser's, and those of its clock. */
const SPOKEN = /^(?:HPE|ERR_HTTP)_/;

/**
 * Answers a connection whose bytes are no request or do not come in time, and closes it. There is no Fastify
 * request yet, so the answer is written by hand, in the same shape as every other.
 * @param origin PUBLIC_URL
 */
export function answerClientError(
  log: Log,
  origin: string,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    const { code = "" } = error;
    // A reset, or a TLS handshake that failed: there is nobody who could read an answer, and to write one would wait for ever.
    if (!SPOKEN.test(code) || !socket.writable) return void socket.destroy();
    const status = STATUS_BY_CODE[code] ?? 400;
    const requestId = randomUUID();
    log.info({ requestId, status, code }, "not an HTTP request");
    writeError(socket, { fault: new HttpError(status), requestId, origin });
  };
}

/** Answers a CONNECT, which no route can have: nothing is forwarded here. */
export function refuseTunnel(socket: Socket, origin: string): void {
  writeError(socket, { fault: new HttpError(405, undefined, "GET, POST"), requestId: randomUUID(), origin });
}

interface WrittenError {
  fault: HttpError;
  requestId: string;
  origin: string;
}

function writeError(socket: Socket, { fault, requestId, origin }: WrittenError): void {
  const body = JSON.stringify({
    error: "invalid_request",
    error_description: fault.message,
    error_uri: errorUriOf("invalid_request", origin),
    request_id: requestId,
  });
  const headers = {
    ...(fault.allow === null ? {} : { allow: fault.allow }),
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...strictTransport(origin),
    "x-request-id": requestId,
    connection: "close",
  };
  socket.end(`${headOf(fault.status, headers)}${body}`);
}

function headOf(status: number, headers: Record<string, string | number>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "\r\n"].join("\r\n");
}
