import type { FastifyInstance } from "fastify";
import type { Html } from "../components/html.ts";
import { createContext, type RequestContext, type Web } from "../request-context.ts";
import { overviewPage, sendArticle } from "./article.ts";
import { errorCodesPage } from "./errors/view.ts";
import { guidePage, scopesPage } from "./guides/view.ts";
import { type DocPage, pathOf } from "./pages.ts";
import { endpointsPage } from "./reference/view.ts";

type Render = (context: RequestContext) => Html | Promise<Html>;

/** `/docs`: the documentation for app developers. `/docs/errors` is the target of every `error_uri`. */
export function addDocsRoutes(app: FastifyInstance, web: Web): void {
  const page = (path: string, title: (context: RequestContext) => string, render: Render) =>
    app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
      const context = createContext(web, request);
      return sendArticle(reply, context, { title: title(context), body: await render(context) });
    });
  const article = (name: DocPage, render: Render) => page(pathOf(name), ({ t }) => t.docs.pages[name].title, render);
  page("/docs", ({ t }) => t.docs.overview, overviewPage);
  article("endpoints", ({ t }) => endpointsPage(t, web.publicUrl));
  article("errors", ({ t }) => errorCodesPage(t));
  article("retries", ({ t }) => guidePage(t, t.docs.guides.retries));
  article("scopes", async (context) => scopesPage(context.t, await findCatalogue(context)));
  article("test-merchants", ({ t }) => guidePage(t, t.docs.guides["test-merchants"]));
}

/** The scopes that apps can register; null during an outage of the core. */
async function findCatalogue({ web, call }: RequestContext) {
  try {
    return (await web.clients.apps.listScopes({}, call)).scopes;
  } catch (failure) {
    web.log.warn({ err: failure }, "the scope catalogue could not be read for the documentation");
    return null;
  }
}
