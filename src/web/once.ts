import type { FastifyReply, FastifyRequest } from "fastify";
import { type Once, openOnce, sealOnce } from "./http/once.ts";
import { seeOther, type Visit } from "./visit.ts";

/** Seconds: as long as a redirect may take. */
const LIFETIME = 120;

/** Where to go on after a form, to a page that shows something once. */
export interface ShownOnce {
  /** A path of ours, without a query. */
  to: string;
  once: Once;
}

/**
 * Sends the browser on to a page that shows something once, such as the secret of what was just made: loading that page again, or going back
 * to it, makes nothing again.
 */
export function tellOnce(reply: FastifyReply, { web, session }: Visit, { to, once }: ShownOnce) {
  if (session !== null) {
    reply.header("set-cookie", web.cookies.write("once", sealOnce(session, to, once), LIFETIME));
  }
  return seeOther(reply, to);
}

/** What this page is to show once, and takes it out of the browser; null where it was shown already, or nothing was to be. */
export function takeOnce(request: FastifyRequest, reply: FastifyReply, { web, session }: Visit): Once | null {
  const sealed = web.cookies.read(request.headers.cookie, "once");
  if (sealed === null || session === null) return null;
  const once = openOnce(session, request.url.split("?")[0] ?? "", sealed);
  if (once !== null) reply.header("set-cookie", web.cookies.clear("once"));
  return once;
}
