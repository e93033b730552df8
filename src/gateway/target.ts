import type { IncomingMessage } from "node:http";
import { HttpError } from "./http-error.ts";

const MAX_URL_BYTES = 16 * 1024;

/**
 * Escapes the percent signs of a path with invalid percent encoding. Fastify responds to such a path without calling any hook. An escaped
 * path reaches the hooks, and `findTargetError` rejects it.
 */
export function escapeBroken(url: string): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

/** RFC 9112 §3.2: `uri-host [ ":" port ]`, or nothing. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d{0,5})?$/i;
/** RFC 9112 §6.1: chunked applied to another coding. Node itself rejects a final coding other than chunked. */
const CODED_CHUNKS = /,\s*chunked\s*$/i;

interface Received extends IncomingMessage {
  originalUrl?: string;
}

/** Validates target, Host, transfer coding and expectation of a request; null if they are valid. */
export function findTargetError({
  url = "",
  originalUrl = url,
  headers,
  rawHeaders,
  httpVersion,
}: Received): HttpError | null {
  if (originalUrl.length > MAX_URL_BYTES) return new HttpError(414);
  if (originalUrl !== url) return new HttpError(400, "The path is not percent-encoded UTF-8.");
  // The router would treat the target `*` as the root path.
  if (!url.startsWith("/") && !/^https?:\/\//i.test(url)) return new HttpError(400);
  // RFC 9112 §3.2: Node keeps the first of several Host headers; a proxy may have used another.
  if (rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length > 1) {
    return new HttpError(400, "The header host is included more than once.");
  }
  // RFC 9112 §3.2: Host is required in HTTP/1.1 only.
  if (headers.host === undefined && httpVersion === "1.1") return new HttpError(400, "The header host is missing.");
  if (!HOST.test(headers.host ?? "")) return new HttpError(400, "The header host is not a valid host.");
  if (CODED_CHUNKS.test(headers["transfer-encoding"] ?? "")) {
    return new HttpError(400, "The only supported transfer coding is chunked.");
  }
  const expectation = headers.expect?.toLowerCase() ?? "100-continue";
  return expectation === "100-continue" ? null : new HttpError(417);
}
