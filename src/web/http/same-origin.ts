import type { IncomingHttpHeaders } from "node:http";

/**
 * False for a form of another origin, also of sandboxed frames and data: URLs (`Origin: null`). `layout/layout.ts` sets the referrer policy
 * under which the forms of this service send their origin. Programs send neither `Origin` nor `Sec-Fetch-Site` and need only the CSRF token.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin === undefined || headers.origin === publicUrl;
}

/** The path and the query of the own page that led to the request; null if another page or none did. */
export function ownReferer({ referer = "" }: IncomingHttpHeaders, publicUrl: string): string | null {
  return referer.startsWith(`${publicUrl}/`) ? referer.slice(publicUrl.length) : null;
}

/** True for the safe methods of pages (RFC 9110 §9.2.1). */
export function isRead({ method }: { method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
