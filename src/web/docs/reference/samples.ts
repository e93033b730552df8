import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs } from "../code-language.ts";
import type { Quickstart } from "../quickstart/read.ts";
import { statusBadge } from "../status-badge.ts";
import { type Example, type ExampleClient, exampleOf } from "./examples.ts";
import { idOf } from "./names.ts";
import type { Endpoint } from "./openapi.ts";

export interface EndpointView extends Quickstart {
  /** The language of the examples. */
  language: CodeLanguage;
  signedIn: boolean;
}

/** The id of the samples, to which the tabs return. */
const SAMPLES_ID = "examples";

/** The values of the chosen app, or placeholders with a scope that fits the sample responses. */
function clientOf({ app, client }: EndpointView): ExampleClient {
  return app === null ? { ...client, scope: "orders:read" } : client;
}

/** The requests of an endpoint in the chosen language, and the response. */
export function samplesOf(t: Messages, endpoint: Endpoint, path: string, view: EndpointView): Html | null {
  const { app, language } = view;
  const example = exampleOf(endpoint, clientOf(view), language);
  if (example === null) return null;
  const { exampleRequest, exampleExchange, exampleRefresh } = t.docs.reference;
  const hrefOf = (code: CodeLanguage) => `${pathWith(path, { app: app?.clientId ?? "", code })}#${SAMPLES_ID}`;
  const request = (id: string, title: string, code: string) => {
    const label = `${t.docs.quickstart.languages}: ${title}`;
    const languages = Object.keys(CODE_LANGUAGES) as CodeLanguage[];
    const tabs = example.translated && codeTabs({ label, languages, current: language, hrefOf });
    const sample = { id: `${idOf(endpoint)}-${id}`, label: title, code, syntax: example.syntax };
    return codeBlock(t, sample, html`<span class="sample-title">${title}</span>${tabs}`);
  };
  const requests =
    example.refresh === ""
      ? request("request", exampleRequest, example.request)
      : html`${request("request", exampleExchange, example.request)}${request("refresh", exampleRefresh, example.refresh)}`;
  return html`<div class="endpoint-example" id="${SAMPLES_ID}">${requests}${answerOf(t, `${idOf(endpoint)}-response`, example)}</div>`;
}

/** The sample of a response. One without a body is shown by its status. */
function answerOf(t: Messages, id: string, { response: code, responseSyntax: syntax, status }: Example): Html {
  const { exampleResponse: label, noBody } = t.docs.reference;
  const bar = html`<span><span class="sample-title">${label}</span> ${statusBadge(status)}</span>`;
  if (code !== "") return codeBlock(t, { id, label, code, syntax }, bar);
  return html`<div class="sample"><div class="sample-bar">${bar}<span class="sample-note">${noBody}</span></div></div>`;
}
