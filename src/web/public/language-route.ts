import type { FastifyInstance } from "fastify";
import { queryOf } from "../http/guard.ts";
import { isLanguage } from "../http/language.ts";
import { safeNextPath } from "../http/next-path.ts";
import { seeOther, type Web } from "../request-context.ts";

const ONE_YEAR = 31_536_000;

/** `/language`: stores the chosen language and returns to the page. */
export function addLanguageRoute(app: FastifyInstance, web: Web): void {
  // The route has no HEAD, because it sets a cookie.
  app.get("/language", async (request, reply) => {
    const query = queryOf(request);
    const to = query.one("to");
    if (isLanguage(to)) reply.header("set-cookie", web.cookies.write("language", to, ONE_YEAR));
    return seeOther(reply, safeNextPath(query.one("next")) ?? "/");
  });
}
