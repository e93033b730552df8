import type { FastifyReply } from "fastify";

/** Where a page's forms may lead, redirects after them included. */
export type FormTarget =
  /** Nowhere but here. */
  | { kind: "self" }
  /** To an app, whose address is known by its origin or scheme. */
  | { kind: "app"; origin: string }
  /** To whatever app the person signs in for. */
  | { kind: "any-app" };

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** The headers of everything that the pages answer, redirects and errors included. @param live its script may ask this origin */
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
 * Chromium holds `form-action` against every redirect that follows a form, those of the app's own servers included: an app whose
 * callback sends the merchant on to its dashboard on another host would end at a dead button. So an app's scheme is allowed and not
 * its origin alone; `http:` is for loopback apps, of which `[::1]` cannot be written in a policy at all.
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

/** The scheme of an origin, as a source of a policy; null if it cannot be one. */
function schemeOf(origin: string): string | null {
  const scheme = /^[^/?#:]*:/.exec(origin)?.[0].toLowerCase() ?? "";
  return scheme === "http:" || scheme === "https:" || PRIVATE_SCHEME.test(scheme) ? scheme : null;
}
