import type { FastifyInstance } from "fastify";
import { queryOf } from "../http/guard.ts";
import { isLanguage } from "../http/language.ts";
import { setLanguageCookie } from "../http/language-cookie.ts";
import { safeNextPath } from "../http/next-path.ts";
import { seeOther, type Web } from "../request-context.ts";

/** `/language`: stores the chosen language and returns to the page. */
export function addLanguageRoute(app: FastifyInstance, web: Web): void {
  // The route has no HEAD, because it sets a cookie.
  app.get("/language", async (request, reply) => {
    const query = queryOf(request);
    const to = query.one("to");
    if (isLanguage(to)) setLanguageCookie(web, reply, to);
    return seeOther(reply, safeNextPath(query.one("next")) ?? "/");
  });
}
