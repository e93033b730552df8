import type { FastifyInstance } from "fastify";
import { setPageHeaders } from "../../http/page-headers.ts";
import { createContext, type Web } from "../../request-context.ts";
import { findReader } from "../article.ts";
import { readChosenApp } from "../chosen-app.ts";
import type { CodeLanguage } from "../code-language.ts";
import { pathOf } from "../pages.ts";
import { PROGRAMS, programText } from "./view.ts";

/** `/docs/quickstart/<file>`: each whole program of the quickstart as a file to download, with the same values as on the page. */
export function addQuickstartRoutes(app: FastifyInstance, web: Web): void {
  for (const code of Object.keys(PROGRAMS) as CodeLanguage[]) {
    const { file, mediaType } = PROGRAMS[code];
    app.get(`${pathOf("quickstart")}/${file}`, { exposeHeadRoute: true }, async (request, reply) => {
      const context = createContext(web, request);
      const { app: chosen, client } = await readChosenApp(context, await findReader(context), { request, reply });
      setPageHeaders(reply);
      return reply
        .headers({
          "content-type": `${mediaType}; charset=utf-8`,
          "content-disposition": `attachment; filename="${file}"`,
          "content-language": context.language,
        })
        .send(`${programText(context.t, { app: chosen, client, language: code })}\n`);
    });
  }
}
