import type { Server, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { respondToClientError } from "./errors.ts";

/** The first bytes of an HTTP/2 client. @see RFC 9113 §3.4 */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

type Serve = (socket: Socket) => void;

export interface Http2DetectionOptions {
  /** How long a client may take to show its protocol, in milliseconds. */
  timeoutMs: number;
  serveHttp2: Serve;
}

/** Closes the connections that have not shown their protocol. */
export interface Http2Detection {
  stop(): void;
}

/**
 * Serves HTTP/1.1 and HTTP/2 on one port without TLS. Connections that begin with the preface of HTTP/2 go to `serveHttp2`; all others go
 * to the listening HTTP/1.1 server. Node's HTTP/2 server falls back to HTTP/1.1 by ALPN only.
 * @see RFC 9113 §3.3
 */
export function detectHttp2(server: Server, { timeoutMs, serveHttp2 }: Http2DetectionOptions): Http2Detection {
  const serveHttp1 = takeListeners(server, "connection");
  const waiting = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    waiting.add(socket);
    const decide = (serve: Serve, seen: Buffer) => {
      leave();
      socket.unshift(seen);
      serve(socket);
    };
    let seen: Buffer = Buffer.alloc(0);
    const look = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      seen = seen.length === 0 ? chunk : Buffer.concat([seen, chunk]);
      const length = Math.min(seen.length, PREFACE.length);
      if (PREFACE.compare(seen, 0, length, 0, length) !== 0) decide(serveHttp1, seen);
      else if (length === PREFACE.length) decide(serveHttp2, seen);
    };
    const destroy = () => void socket.destroy();
    const timer = setTimeout(() => {
      leave();
      socket.on("error", destroy);
      respondToClientError({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
      // The client may never close its side.
      socket.destroySoon();
    }, timeoutMs).unref();
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(socket);
      socket.off("readable", look).off("end", destroy).off("error", destroy).off("close", leave);
    };
    socket.on("readable", look).on("end", destroy).on("error", destroy).on("close", leave);
  });
  return {
    stop() {
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** As `detectHttp2`, but over TLS, where the client names its protocol in the handshake. @see RFC 7301 */
export function dispatchByAlpn(server: Server, serveHttp2: Serve): void {
  const serveHttp1 = takeListeners(server, "secureConnection");
  server.on("secureConnection", (socket: TLSSocket) => {
    if (socket.alpnProtocol === "h2") serveHttp2(socket);
    else serveHttp1(socket);
  });
}

/** Removes the server's listeners of `event`. @returns a function that calls these listeners */
function takeListeners(server: Server, event: "connection" | "secureConnection"): Serve {
  const listeners = server.listeners(event) as Serve[];
  server.removeAllListeners(event);
  return (socket) => {
    for (const listener of listeners) listener.call(server, socket);
  };
}
