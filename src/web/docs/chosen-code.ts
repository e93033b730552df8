import type { FastifyReply, FastifyRequest } from "fastify";
import { queryOf } from "../http/guard.ts";
import type { RequestContext } from "../request-context.ts";
import { CODE_LANGUAGES, type CodeLanguage } from "./code-language.ts";

const ONE_YEAR = 31_536_000;

const isCodeLanguage = (text: string | null): text is CodeLanguage =>
  text !== null && Object.hasOwn(CODE_LANGUAGES, text);

/**
 * The language in the query parameter `code`, which a cookie stores for the other pages; else the language in the cookie; null if there is
 * neither.
 */
export function chosenCode({ web }: RequestContext, request: FastifyRequest, reply: FastifyReply): CodeLanguage | null {
  const { cookie } = request.headers;
  const asked = queryOf(request).one("code");
  const remembered = web.cookies.read(cookie, "code");
  if (!isCodeLanguage(asked)) return isCodeLanguage(remembered) ? remembered : null;
  if (asked !== remembered && request.method === "GET")
    reply.header("set-cookie", web.cookies.write("code", asked, ONE_YEAR));
  return asked;
}
