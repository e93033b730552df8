import type { FastifyReply, FastifyRequest } from "fastify";
import { safeNextPath } from "../../http/next-path.ts";
import type { RequestContext } from "../../request-context.ts";

/** The lifetime of the cookie in seconds. Longer than that of the link, because the page of an expired link sends another one. */
const LIFETIME = 86_400;

/**
 * Keeps the page to continue with in the browser that asks for the link, so that the link itself leads nowhere else. A link that is opened
 * in another browser continues at the start page.
 */
export function keepNext(context: RequestContext, reply: FastifyReply, next: string | null): void {
  if (next === null) forgetNext(context, reply);
  else {
    const value = Buffer.from(next).toString("base64url");
    reply.header("set-cookie", context.web.cookies.write("next", value, LIFETIME));
  }
}

/** The page to continue with; null if the browser did not ask for a link, or came from nowhere. */
export function readNext({ web }: RequestContext, { headers }: FastifyRequest): string | null {
  const value = web.cookies.read(headers.cookie, "next");
  return value === null ? null : safeNextPath(Buffer.from(value, "base64url").toString());
}

export function forgetNext({ web }: RequestContext, reply: FastifyReply): void {
  reply.header("set-cookie", web.cookies.clear("next"));
}
