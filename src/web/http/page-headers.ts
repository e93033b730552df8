import type { FastifyReply } from "fastify";

/** The allowed targets of a page's forms, redirects included. */
export type FormTarget =
  /** This origin. */
  | { kind: "self" }
  /** An app, by its origin or scheme. */
  | { kind: "app"; origin: string }
  /** Any app, because the app is not known before sign-in. */
  | { kind: "any-app" };

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/**
 * Sets the security headers of all responses, redirects and errors included. @param live true if the script of the page may send requests
 * to this origin
 */
export function setPageHeaders(
  reply: FastifyReply,
  target: FormTarget = { kind: "self" },
  { live = false }: { live?: boolean } = {},
): void {
  const policy = live ? `${POLICY}; connect-src 'self'` : POLICY;
  reply.headers({
    "content-security-policy": `${policy}; form-action ${formActionOf(target)}`,
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-resource-policy": "same-origin",
    "x-request-id": reply.request.id,
  });
}

/**
 * Chromium checks `form-action` for all redirects after a form, also for the app's own redirects to other hosts, so the whole scheme of the
 * app is allowed. For loopback apps this is `http:`, because a policy cannot contain `[::1]`.
 */
function formActionOf(target: FormTarget): string {
  switch (target.kind) {
    case "self":
      return "'self'";
    case "app":
      return sourcesOf("'self'", "https:", schemeOf(target.origin));
    case "any-app":
      return sourcesOf("'self'", "https:", "http:");
  }
}

function sourcesOf(...sources: (string | null)[]): string {
  return [...new Set(sources.filter((source) => source !== null))].join(" ");
}

/** The scheme of an origin as a source expression; null if it is no valid source expression. */
function schemeOf(origin: string): string | null {
  const scheme = /^[^/?#:]*:/.exec(origin)?.[0].toLowerCase() ?? "";
  return scheme === "http:" || scheme === "https:" || PRIVATE_SCHEME.test(scheme) ? scheme : null;
}
