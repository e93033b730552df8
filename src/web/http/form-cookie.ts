import type { FastifyReply } from "fastify";
import type { RequestContext } from "../request-context.ts";
import { csrfTokenFor, newFormSecret } from "./csrf.ts";

/** The CSRF token of a form without a session. Sets the cookie to which the token is bound, if the request has none. */
export function formToken({ web }: RequestContext, reply: FastifyReply): string {
  const known = web.cookies.read(reply.request.headers.cookie, "form");
  if (known !== null) return csrfTokenFor("form", known);
  const secret = newFormSecret();
  reply.header("set-cookie", web.cookies.write("form", secret, null));
  return csrfTokenFor("form", secret);
}
