import type { FastifyInstance } from "fastify";
import type { Html } from "../components/html.ts";
import type { Fields } from "../http/fields.ts";
import { queryOf } from "../http/guard.ts";
import { isInTeam } from "../layout/teams.ts";
import { createContext, type RequestContext, type Web } from "../request-context.ts";
import { findReader, overviewPage, type ReaderAccount, sendArticle } from "./article.ts";
import { chosenCode } from "./chosen-code.ts";
import type { CodeLanguage } from "./code-language.ts";
import { errorCodesPage } from "./errors/view.ts";
import { findCatalogue } from "./guides/catalogue.ts";
import { guidePage, scopesPage, webhooksPage } from "./guides/view.ts";
import { type DocPage, pathOf } from "./pages.ts";
import { readQuickstart } from "./quickstart/read.ts";
import { quickstartPage } from "./quickstart/view.ts";
import { endpointsPage } from "./reference/view.ts";
import { addSearchRoute } from "./search/routes.ts";
import { addTryRoutes } from "./try/routes.ts";

interface Reader {
  context: RequestContext;
  account: ReaderAccount;
  query: Fields;
  /** The language of the samples; null without a choice. */
  code: CodeLanguage | null;
}

type Render = (reader: Reader) => Html | Promise<Html>;

/** `/docs`: the documentation for app developers. `/docs/errors` is the target of every `error_uri`. */
export function addDocsRoutes(app: FastifyInstance, web: Web): void {
  const page = (path: string, title: (context: RequestContext) => string, render: Render) =>
    app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
      const context = createContext(web, request);
      const account = await findReader(context);
      const code = chosenCode(context, request, reply);
      const body = await render({ context, account, query: queryOf(request), code });
      return sendArticle(reply, context, { account, title: title(context), body });
    });
  const article = (name: DocPage, render: Render) => page(pathOf(name), ({ t }) => t.docs.pages[name].title, render);
  addTryRoutes(app, web);
  addSearchRoute(app, web);
  page(
    "/docs",
    ({ t }) => t.docs.overview,
    ({ context }) => overviewPage(context),
  );
  article("quickstart", showQuickstart);
  article("endpoints", showEndpoints);
  article("errors", ({ context }) => errorCodesPage(context.t, context.web.publicUrl));
  article("authorization", ({ context: { t } }) => guidePage(t, t.docs.guides.authorization));
  article("go-live", ({ context: { t } }) => guidePage(t, t.docs.guides["go-live"]));
  article("retries", ({ context: { t } }) => guidePage(t, t.docs.guides.retries));
  article("scopes", async ({ context }) => scopesPage(context.t, await findCatalogue(context)));
  article("webhooks", ({ context, code }) => webhooksPage(context.t, code));
  article("test-merchants", ({ context: { t } }) => guidePage(t, t.docs.guides["test-merchants"]));
}

async function showQuickstart(reader: Reader): Promise<Html> {
  return quickstartPage(reader.context.t, await readSamples(reader));
}

async function showEndpoints(reader: Reader): Promise<Html> {
  return endpointsPage(reader.context.t, await readSamples(reader));
}

/** The values of the samples, and their language. */
async function readSamples({ context, account, query, code }: Reader) {
  const read = await readQuickstart(context, account, query.one("app"));
  return { ...read, language: code ?? ("curl" as const), signedIn: !!account && isInTeam(account) };
}
