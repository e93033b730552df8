import type { FastifyInstance } from "fastify";
import { queryOf } from "../../http/guard.ts";
import { setPageHeaders } from "../../http/page-headers.ts";
import type { Messages } from "../../messages.en.ts";
import { createContext, type RequestContext, type Web } from "../../request-context.ts";
import { findReader, sendArticle } from "../article.ts";
import { findCatalogue } from "../guides/catalogue.ts";
import { SEARCH_PATH, SUGGESTIONS_PATH } from "../pages.ts";
import { findSections } from "./find.ts";
import { optionsOf } from "./options.ts";
import { type DocSection, sectionsOf } from "./sections.ts";
import { correctedQuery, suggestionsFor } from "./suggest.ts";
import { termsOf } from "./terms.ts";
import { searchPage } from "./view.ts";

/** While a reader types, one call per minute reads the catalogue of scopes. */
const CATALOGUE_REUSED_MS = 60_000;
/** How long a browser reuses the suggestions for a query, in seconds. */
const SUGGESTIONS_CACHED = 300;

/**
 * `/docs/search`: finds the sections of all pages, and the scopes of the platform, that contain the words of the query.
 * `/docs/search/suggestions`: the best of them as options of a list, for the script of the search.
 */
export function addSearchRoute(app: FastifyInstance, web: Web): void {
  // A change of the platform's name makes new texts.
  const known = new WeakMap<Messages, DocSection[]>();
  const sectionsIn = (t: Messages) => {
    const sections = known.get(t) ?? sectionsOf(t, web.publicUrl, web.docsApiUrl);
    known.set(t, sections);
    return sections;
  };
  const prepare = async (context: RequestContext, query: string, reusedMs?: number) => {
    const terms = termsOf(query);
    const catalogue = terms.length === 0 ? [] : await scopesOf(context, reusedMs);
    return { terms, sections: [...sectionsIn(context.t), ...catalogue] };
  };
  app.get(SEARCH_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const { t } = context;
    const query = (queryOf(request).one("q") ?? "").trim();
    const [account, { terms, sections }] = await Promise.all([findReader(context), prepare(context, query)]);
    const corrected = correctedQuery(sections, terms);
    const searched = corrected === null ? terms : termsOf(corrected);
    const found = { query, corrected, terms: searched, hits: findSections(sections, searched) };
    const title = query === "" ? t.docs.search.title : `${query} · ${t.docs.search.title}`;
    return sendArticle(reply, context, { account, title, body: searchPage(t, found) });
  });
  app.get(SUGGESTIONS_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const query = (queryOf(request).one("q") ?? "").trim();
    const { terms, sections } = await prepare(context, query, CATALOGUE_REUSED_MS);
    const hits = findSections(sections, terms);
    const suggestions = hits.length === 0 ? suggestionsFor(sections, query) : [];
    setPageHeaders(reply);
    return reply
      .headers({
        "content-type": "text/html; charset=utf-8",
        "cache-control": `private, max-age=${SUGGESTIONS_CACHED}`,
        vary: "accept-language, cookie",
      })
      .send(optionsOf(context.t, { query, terms, hits, suggestions }).toString());
  });
}

/** The scopes of the platform as sections of the page about scopes. */
async function scopesOf(context: RequestContext, reusedMs?: number): Promise<DocSection[]> {
  const scopes = await findCatalogue(context, reusedMs);
  return (scopes ?? []).map(({ name, title, description }) => ({
    page: "scopes",
    id: "catalogue",
    heading: name,
    isCode: true,
    above: context.t.docs.scopes.catalogue,
    text: [title, description].filter(Boolean).join(". "),
  }));
}
