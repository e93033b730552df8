import type { Scope } from "../../../gen/latchkey/v1/app_service_pb.ts";
import { type Html, html } from "../components/html.ts";
import type { Messages } from "../messages.en.ts";
import { prose } from "./blocks.ts";
import { changelogPage } from "./changelog/view.ts";
import type { CodeLanguage } from "./code-language.ts";
import { errorCodesPage } from "./errors/view.ts";
import { withoutApp } from "./guides/samples/blocks.ts";
import { guidePage, scopesPage, tokensPage, webhooksPage } from "./guides/view.ts";
import { librariesPage } from "./libraries/view.ts";
import { type DocPage, type EndpointName, endpointOn } from "./pages.ts";
import { quickstartPage } from "./quickstart/view.ts";
import { endpointPage } from "./reference/endpoint-view.ts";
import { endpointsPage } from "./reference/index-view.ts";

interface Source {
  /** PUBLIC_URL */
  origin: string;
  /** DOCS_API_URL */
  apiUrl?: string | null | undefined;
  /** The language of the samples. Default: that of a reader without a choice. */
  code?: CodeLanguage | null;
  /** The scopes of the platform, null if they could not be read. Default: the page leaves them out. */
  catalogue?: readonly Scope[] | null;
}

/** The text of a page with placeholders in its samples, without the choice of an app: for the search, and as Markdown. */
export function pageBody(t: Messages, page: DocPage, { origin, apiUrl, code = null, catalogue }: Source): Html {
  const { guides } = t.docs;
  const view = { ...withoutApp(origin, code, apiUrl), unavailable: true };
  const samples = { ...view, language: code ?? "curl" } as const;
  const endpoint = endpointOn(page);
  if (endpoint !== null) return endpointPage(t, endpoint, samples);
  const bodies = {
    quickstart: () => quickstartPage(t, samples),
    "test-merchants": () => guidePage(t, guides["test-merchants"], view),
    try: () => html`${prose(t.docs.try.lead)}`,
    authorization: () => guidePage(t, guides.authorization, view),
    "go-live": () => guidePage(t, guides["go-live"], view),
    scopes: () => (catalogue === undefined ? guidePage(t, guides.scopes, view) : scopesPage(t, view, catalogue)),
    retries: () => guidePage(t, guides.retries, view),
    tokens: () => tokensPage(t, view),
    webhooks: () => webhooksPage(t, view),
    libraries: () => librariesPage(t, view),
    changelog: () => changelogPage(t, view),
    endpoints: () => endpointsPage(t, view),
    errors: () => errorCodesPage(t, origin),
  } satisfies Record<Exclude<DocPage, `endpoints/${EndpointName}`>, () => Html>;
  return bodies[page as keyof typeof bodies]();
}
