import type { FastifyReply, FastifyRequest } from "fastify";
import { type RequestContext, seeOther } from "../request-context.ts";
import { type Flash, openFlash, sealFlash } from "./flash-cookie.ts";

/** The maximum duration of the redirect in seconds. */
const LIFETIME = 120;

/** A redirect to a page that shows values once. */
export interface FlashRedirect {
  /** A path of this server. The flash is bound to this path without its query and fragment. */
  to: string;
  flash: Flash;
}

/** Redirects to a page that shows a value once, such as a new secret. Reloading that page does not create another secret. */
export function redirectWithFlash(reply: FastifyReply, { web, session }: RequestContext, { to, flash }: FlashRedirect) {
  if (session !== null) {
    reply.header(
      "set-cookie",
      web.cookies.write("flash", sealFlash(session, to.split(/[?#]/)[0] ?? "", flash), LIFETIME),
    );
  }
  return seeOther(reply, to);
}

/** The value of the cookie after a sign-out. No session encrypts it, so it only selects a text. */
const SIGNED_OUT = "signed-out";

/** Redirects to the start page, which says once that the account is signed out. */
export function redirectSignedOut(reply: FastifyReply, { web }: RequestContext): FastifyReply {
  reply.header("set-cookie", web.cookies.write("flash", SIGNED_OUT, LIFETIME));
  return seeOther(reply, "/");
}

/** True for the page after a sign-out. Clears the cookie as `withFlash` does. */
export function takeSignedOut({ web }: RequestContext, request: FastifyRequest, reply: FastifyReply): boolean {
  if (web.cookies.read(request.headers.cookie, "flash") !== SIGNED_OUT) return false;
  if (request.method !== "HEAD") reply.header("set-cookie", web.cookies.clear("flash"));
  return true;
}

interface FlashRequest<C> {
  context: C;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Renders a page with its flash, and clears the cookie only afterwards, so that a page that failed can be reloaded. HEAD keeps the cookie.
 * @param show must not send the page: a cookie cannot be cleared after it
 */
export async function withFlash<C extends RequestContext, P>(
  { context, request, reply }: FlashRequest<C>,
  show: (context: C & { flash: Flash | null }) => Promise<P>,
): Promise<P> {
  const { web, session } = context;
  const sealed = web.cookies.read(request.headers.cookie, "flash");
  const path = request.url.split("?")[0] ?? "";
  const flash = sealed === null || session === null ? null : openFlash(session, path, sealed);
  const page = await show({ ...context, flash });
  if (flash !== null && request.method !== "HEAD") reply.header("set-cookie", web.cookies.clear("flash"));
  return page;
}
