import type { FastifyInstance } from "fastify";
import { queryOf } from "../../http/guard.ts";
import { type Language, MESSAGES } from "../../http/language.ts";
import { createContext, type Web } from "../../request-context.ts";
import { findReader, sendArticle } from "../article.ts";
import { findCatalogue } from "../guides/catalogue.ts";
import { SEARCH_PATH } from "../pages.ts";
import { findSections } from "./find.ts";
import { type DocSection, sectionsOf } from "./sections.ts";
import { suggestionsFor } from "./suggest.ts";
import { termsOf } from "./terms.ts";
import { searchPage } from "./view.ts";

/** `/docs/search`: finds the sections of all pages, and the scopes of the platform, that contain the words of the query. */
export function addSearchRoute(app: FastifyInstance, web: Web): void {
  const known = new Map<Language, DocSection[]>();
  const sectionsIn = (language: Language) => {
    const sections = known.get(language) ?? sectionsOf(MESSAGES[language], web.publicUrl);
    known.set(language, sections);
    return sections;
  };
  app.get(SEARCH_PATH, { exposeHeadRoute: true }, async (request, reply) => {
    const context = createContext(web, request);
    const { t, language } = context;
    const query = (queryOf(request).one("q") ?? "").trim();
    const terms = termsOf(query);
    const [account, scopes] = await Promise.all([
      findReader(context),
      terms.length === 0 ? null : findCatalogue(context),
    ]);
    const catalogue = (scopes ?? []).map(
      ({ name, title, description }): DocSection => ({
        page: "scopes",
        id: "catalogue",
        heading: name,
        isCode: true,
        above: t.docs.scopes.catalogue,
        text: [title, description].filter(Boolean).join(". "),
      }),
    );
    const sections = [...sectionsIn(language), ...catalogue];
    const hits = findSections(sections, terms);
    const suggestions = terms.length > 0 && hits.length === 0 ? suggestionsFor(sections, query) : [];
    const title = query === "" ? t.docs.search.title : `${query} · ${t.docs.search.title}`;
    return sendArticle(reply, context, { account, title, body: searchPage(t, { query, terms, hits, suggestions }) });
  });
}
