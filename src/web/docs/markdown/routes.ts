import type { FastifyInstance, FastifyReply } from "fastify";
import { setPageHeaders } from "../../http/page-headers.ts";
import { createContext, type RequestContext, type Web } from "../../request-context.ts";
import { chosenCode } from "../chosen-code.ts";
import { CODE_LANGUAGES, type CodeLanguage } from "../code-language.ts";
import { findCatalogue } from "../guides/catalogue.ts";
import { pageBody } from "../page-body.ts";
import {
  DOC_GROUPS,
  DOC_PAGES,
  type DocGroup,
  type DocPage,
  hasMarkdown,
  LLMS_PATH,
  markdownPathOf,
} from "../pages.ts";
import { toMarkdown } from "./convert.ts";

/** How long a browser reuses a page, in seconds. */
const CACHED = 300;

/** `/docs/<page>.md`: each page as Markdown, with placeholders in its samples. `/docs/llms.txt`: the list of these pages. */
export function addMarkdownRoutes(app: FastifyInstance, web: Web): void {
  for (const page of DOC_PAGES.filter(hasMarkdown))
    app.get(markdownPathOf(page), { exposeHeadRoute: true }, async (request, reply) => {
      const context = createContext(web, request);
      return sendText(reply, context, {
        mediaType: "text/markdown",
        text: await pageText(context, page, chosenCode(context, request, reply)),
      });
    });
  app.get(LLMS_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    return sendText(reply, context, { mediaType: "text/plain", text: indexText(context) });
  });
}

interface Text {
  mediaType: string;
  text: string;
}

function sendText(reply: FastifyReply, { language }: RequestContext, { mediaType, text }: Text): FastifyReply {
  setPageHeaders(reply);
  return reply
    .headers({
      "content-type": `${mediaType}; charset=utf-8`,
      "content-language": language,
      "cache-control": `private, max-age=${CACHED}`,
      vary: "accept-language, cookie",
    })
    .send(text);
}

/** A page, and below its title the other languages of its samples. */
async function pageText(context: RequestContext, page: DocPage, code: CodeLanguage | null): Promise<string> {
  const { t, web } = context;
  const catalogue = page === "scopes" ? await findCatalogue(context) : undefined;
  const body = pageBody(t, page, { origin: web.publicUrl, apiUrl: web.docsApiUrl, code, catalogue });
  const text = toMarkdown(body, web.publicUrl);
  const hasLanguages = body.toString().includes("?code=");
  const note = hasLanguages ? `\n\n> ${t.docs.markdown.languages(Object.keys(CODE_LANGUAGES).join(", "))}` : "";
  return text.replace(/^# .*/, (title) => title + note);
}

/** The pages by group, in the format of llms.txt. @see https://llmstxt.org */
function indexText({ t, web, platformName }: RequestContext): string {
  const { docs } = t;
  const groups = (Object.entries(DOC_GROUPS) as [DocGroup, readonly DocPage[]][]).map(([group, pages]) => {
    const links = pages.filter(hasMarkdown).map((page) => {
      const { title, summary } = docs.pages[page];
      return `- [${title}](${web.publicUrl}${markdownPathOf(page)}): ${summary}`;
    });
    return [`## ${docs.groups[group]}`, "", ...links].join("\n");
  });
  const openapi = `- [OpenAPI](${web.publicUrl}/openapi.json): ${docs.markdown.openapi}`;
  return `${[`# ${platformName}: ${docs.title}`, `> ${docs.lead(platformName)}`, ...groups, openapi].join("\n\n")}\n`;
}
