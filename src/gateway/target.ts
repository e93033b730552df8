import type { IncomingMessage } from "node:http";
import { HttpError } from "./edge-fault.ts";

const MAX_URL_BYTES = 16 * 1024;

/**
 * The address, with the percent signs of its path escaped where they encode nothing. Fastify itself would answer such a path outside of every
 * hook and route; so it comes to where it seems to lead, and `findTargetError` refuses it there.
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
/** RFC 9112 §6.1: below chunks in another coding the body is not what it seems. What does not end in chunks Node refuses itself. */
const CODED_CHUNKS = /,\s*chunked\s*$/i;

interface Received extends IncomingMessage {
  originalUrl?: string;
}

/** What is wrong with a request before it is looked at what it asks for; null: nothing. */
export function findTargetError({
  url = "",
  originalUrl = url,
  headers,
  rawHeaders,
  httpVersion,
}: Received): HttpError | null {
  if (originalUrl.length > MAX_URL_BYTES) return new HttpError(414);
  if (originalUrl !== url) return new HttpError(400, "The path is not percent-encoded UTF-8.");
  // The router would take "*" for the root.
  if (!url.startsWith("/") && !/^https?:\/\//i.test(url)) return new HttpError(400);
  // RFC 9112 §3.2: Node keeps the first of two, a proxy in front may have gone by the other.
  if (rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length > 1) {
    return new HttpError(400, "The header host is included more than once.");
  }
  // HTTP/1.1 alone demands it.
  if (headers.host === undefined && httpVersion === "1.1") return new HttpError(400, "The header host is missing.");
  if (!HOST.test(headers.host ?? "")) return new HttpError(400, "The header host names no host.");
  if (CODED_CHUNKS.test(headers["transfer-encoding"] ?? "")) {
    return new HttpError(400, "The only transfer coding is chunked.");
  }
  const expectation = headers.expect?.toLowerCase() ?? "100-continue";
  return expectation === "100-continue" ? null : new HttpError(417);
}
