import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether a request that changes something may have come from one of our own pages. A browser always sends `Origin` with a form, and
 * `null` stands for a page that hides where it is from: a frame in a sandbox, a data: URL. Our own pages send their origin because
 * `view/layout.ts` relaxes the referrer policy for requests to ourselves. Programs send neither header; for them the CSRF token alone
 * decides.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === publicUrl;
}

/** True for the methods that change nothing (RFC 9110 §9.2.1) and that pages answer. */
export function isRead({ method }: { method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
