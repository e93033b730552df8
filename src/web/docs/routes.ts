import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Html } from "../components/html.ts";
import { supportLink } from "../components/support-link.ts";
import { isInTeam } from "../layout/teams.ts";
import { createContext, type RequestContext, type Web } from "../request-context.ts";
import { findReader, type ReaderAccount, sendArticle } from "./article.ts";
import { addChangelogFeed } from "./changelog/feed.ts";
import { changelogPage } from "./changelog/view.ts";
import { readChosenApp } from "./chosen-app.ts";
import { chosenCode } from "./chosen-code.ts";
import type { CodeLanguage } from "./code-language.ts";
import { errorCodesPage } from "./errors/view.ts";
import { addFeedbackRoute } from "./feedback/routes.ts";
import { findCatalogue } from "./guides/catalogue.ts";
import { type SampleView, withoutApp } from "./guides/samples/blocks.ts";
import { guidePage, scopesPage, tokensPage, webhooksPage } from "./guides/view.ts";
import { librariesPage } from "./libraries/view.ts";
import { addMarkdownRoutes } from "./markdown/routes.ts";
import { overviewPage } from "./overview/view.ts";
import { type DocPage, ENDPOINT_NAMES, pathOf } from "./pages.ts";
import { addQuickstartRoutes } from "./quickstart/routes.ts";
import { quickstartPage } from "./quickstart/view.ts";
import { endpointPage } from "./reference/endpoint-view.ts";
import { endpointsPage } from "./reference/index-view.ts";
import { addSearchRoute } from "./search/routes.ts";
import { addTryRoutes } from "./try/routes.ts";

interface Reader {
  context: RequestContext;
  account: ReaderAccount;
  request: FastifyRequest;
  reply: FastifyReply;
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
      const body = await render({ context, account, code, request, reply });
      return sendArticle(reply, context, { account, title: title(context), body });
    });
  const article = (name: DocPage, render: Render) => page(pathOf(name), ({ t }) => t.docs.pages[name].title, render);
  addQuickstartRoutes(app, web);
  addTryRoutes(app, web);
  addSearchRoute(app, web);
  addFeedbackRoute(app, web);
  addMarkdownRoutes(app, web);
  addChangelogFeed(app, web);
  page(
    "/docs",
    ({ t }) => t.docs.overview,
    async (reader) => overviewPage(reader.context, await readSamples(reader)),
  );
  article("quickstart", showQuickstart);
  article("endpoints", async (reader) => endpointsPage(reader.context.t, await readSamples(reader)));
  for (const name of ENDPOINT_NAMES)
    article(`endpoints/${name}`, async (reader) =>
      endpointPage(reader.context.t, name, await readWithLanguage(reader)),
    );
  article("errors", ({ context }) => errorCodesPage(context.t, context.web.publicUrl));
  article("authorization", (reader) => showGuide(reader, "authorization"));
  article("retries", (reader) => showGuide(reader, "retries"));
  article("scopes", showScopes);
  const guide = (name: "go-live" | "test-merchants") =>
    article(name, ({ context: { t, web }, code }) =>
      guidePage(t, t.docs.guides[name], withoutApp(web.publicUrl, code)),
    );
  article("libraries", async (reader) =>
    librariesPage(reader.context.t, await readSamples(reader), supportLink(reader.context)),
  );
  article("changelog", ({ context: { t, web }, code }) => changelogPage(t, withoutApp(web.publicUrl, code)));
  guide("go-live");
  guide("test-merchants");
  article("tokens", ({ context: { t, web }, code }) => tokensPage(t, withoutApp(web.publicUrl, code)));
  article("webhooks", ({ context: { t, web }, code }) => webhooksPage(t, withoutApp(web.publicUrl, code)));
}

async function showQuickstart(reader: Reader): Promise<Html> {
  return quickstartPage(reader.context.t, await readWithLanguage(reader));
}

/** A guide with samples for an app of the reader. */
async function showGuide(reader: Reader, name: "authorization" | "retries"): Promise<Html> {
  const { t } = reader.context;
  return guidePage(t, t.docs.guides[name], await readSamples(reader), { choice: name });
}

async function showScopes(reader: Reader): Promise<Html> {
  const [view, catalogue] = await Promise.all([readSamples(reader), findCatalogue(reader.context)]);
  return scopesPage(reader.context.t, view, catalogue);
}

/** The values of the samples, and their language. */
async function readSamples({ context, account, code, ...exchange }: Reader): Promise<SampleView> {
  const read = await readChosenApp(context, account, exchange);
  // Accounts that cannot have apps get no hint at them.
  const unavailable = read.unavailable || (!!account && !isInTeam(account));
  return { ...read, unavailable, language: code, signedIn: !!account && isInTeam(account) };
}

async function readWithLanguage(reader: Reader) {
  const read = await readSamples(reader);
  return { ...read, language: read.language ?? ("curl" as const) };
}
