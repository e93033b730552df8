import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Html } from "../components/html.ts";
import { queryOf } from "../http/guard.ts";
import { isInTeam } from "../layout/teams.ts";
import { createContext, type RequestContext, type Web } from "../request-context.ts";
import { findReader, overviewPage, type ReaderAccount, sendArticle } from "./article.ts";
import { errorCodesPage } from "./errors/view.ts";
import { guidePage, scopesPage, webhooksPage } from "./guides/view.ts";
import { type DocPage, pathOf } from "./pages.ts";
import { readQuickstart } from "./quickstart/read.ts";
import type { CodeLanguage } from "./quickstart/samples/sample.ts";
import { PROGRAMS, quickstartPage } from "./quickstart/view.ts";
import { endpointsPage } from "./reference/view.ts";
import { addTryRoutes } from "./try/routes.ts";

interface Reader {
  context: RequestContext;
  account: ReaderAccount;
  request: FastifyRequest;
}

type Render = (reader: Reader) => Html | Promise<Html>;

/** `/docs`: the documentation for app developers. `/docs/errors` is the target of every `error_uri`. */
export function addDocsRoutes(app: FastifyInstance, web: Web): void {
  const page = (path: string, title: (context: RequestContext) => string, render: Render) =>
    app.get(path, { exposeHeadRoute: true }, async (request, reply) => {
      const context = createContext(web, request);
      const account = await findReader(context);
      const body = await render({ context, account, request });
      return sendArticle(reply, context, { account, title: title(context), body });
    });
  const article = (name: DocPage, render: Render) => page(pathOf(name), ({ t }) => t.docs.pages[name].title, render);
  addTryRoutes(app, web);
  page(
    "/docs",
    ({ t }) => t.docs.overview,
    ({ context }) => overviewPage(context),
  );
  article("quickstart", showQuickstart);
  article("endpoints", ({ context }) => endpointsPage(context.t, web.publicUrl));
  article("errors", ({ context }) => errorCodesPage(context.t));
  article("retries", ({ context: { t } }) => guidePage(t, t.docs.guides.retries));
  article("scopes", async ({ context }) => scopesPage(context.t, await findCatalogue(context)));
  article("webhooks", ({ context }) => webhooksPage(context.t));
  article("test-merchants", ({ context: { t } }) => guidePage(t, t.docs.guides["test-merchants"]));
}

async function showQuickstart({ context, account, request }: Reader): Promise<Html> {
  const query = queryOf(request);
  const code = query.one("code") ?? "";
  const language = Object.hasOwn(PROGRAMS, code) ? (code as CodeLanguage) : "curl";
  const read = await readQuickstart(context, account, query.one("app"));
  return quickstartPage(context.t, { ...read, language, signedIn: !!account && isInTeam(account) });
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
