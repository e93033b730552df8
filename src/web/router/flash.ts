import type { FastifyReply, FastifyRequest } from "fastify";
import { seeOther, type Visit } from "../request-context.ts";
import { type Once, openOnce, sealOnce } from "./flash-cookie.ts";

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

/** A visit of a page that may show something once. */
interface Shown<V> {
  visit: V;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Shows a page with what it is to show once; null where it was shown already, or nothing was to be. It is taken out of the browser when the page
 * is there, so that one that failed can be loaded again. A HEAD shows nothing, so it takes nothing.
 */
export async function showOnce<V extends Visit, Page>(
  { visit, request, reply }: Shown<V>,
  show: (visit: V & { once: Once | null }) => Promise<Page>,
): Promise<Page> {
  const { web, session } = visit;
  const sealed = web.cookies.read(request.headers.cookie, "once");
  const path = request.url.split("?")[0] ?? "";
  const once = sealed === null || session === null ? null : openOnce(session, path, sealed);
  const page = await show({ ...visit, once });
  if (once !== null && request.method !== "HEAD") reply.header("set-cookie", web.cookies.clear("once"));
  return page;
}
