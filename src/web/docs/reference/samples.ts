import { codeBlock } from "../../components/code-block.ts";
import type { Sample } from "../../components/highlight.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs } from "../code-language.ts";
import { jsonExample, redirectExample } from "../errors/examples.ts";
import { type EndpointName, pathOf } from "../pages.ts";
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

/** The samples of a page, each for the section that it stands beside. */
export interface EndpointSamples {
  /** One per alternative of the request. The only request has its response below it. */
  requests: Html[];
  /** One per alternative of the response; null for one that stands below its request. */
  responses: (Html | null)[];
  failure: Html;
}

interface Source {
  endpoint: Endpoint;
  name: EndpointName;
  view: EndpointView;
}

/** A frequent error of each endpoint. */
const FAILURES = {
  authorize: "access_denied",
  token: "invalid_grant",
  revoke: "invalid_client",
  introspect: "invalid_client",
  uninstall: "invalid_client",
  metadata: "temporarily_unavailable",
} as const satisfies Record<EndpointName, string>;

/** The values of the chosen app, or placeholders with a scope that fits the sample responses. */
export function exampleClientOf({ app, client }: Pick<EndpointView, "app" | "client">): ExampleClient {
  return app === null ? { ...client, scope: "orders:read" } : client;
}

/** The samples of an endpoint. */
export function samplesOf(t: Messages, source: Source): EndpointSamples {
  const { endpoint, name, view } = source;
  const client = exampleClientOf(view);
  const example = exampleOf(endpoint, client, view.language)!;
  const { exampleRequest, exampleExchange, exampleRefresh } = t.docs.reference;
  const request = (part: RequestPart) => requestOf(t, { source, example, part });
  const first = { id: "request", below: "examples", code: example.request };
  const answer = answerOf(t, endpoint, example);
  const failure = stackOf(null, [failureOf(t, source)]);
  if (example.refresh === "")
    return {
      requests: [stackOf("examples", [request({ ...first, title: exampleRequest }), answer])],
      responses: [null, ...(name === "introspect" ? [stackOf(null, [inactiveOf(t, endpoint)])] : [])],
      failure,
    };
  const refresh = { id: "refresh", below: "refresh-example", title: exampleRefresh, code: example.refresh };
  return {
    requests: [
      stackOf("examples", [request({ ...first, title: exampleExchange })]),
      stackOf(refresh.below, [request(refresh)]),
    ],
    responses: [stackOf(null, [answer])],
    failure,
  };
}

/** Samples below each other, beside the text of a section. @param id the element to which tabs return */
function stackOf(id: string | null, samples: readonly Html[]): Html {
  return html`<div class="endpoint-example" ${id && html`id="${id}"`}>${samples}</div>`;
}

interface RequestPart {
  id: string;
  /** The id of the element with the sample, to which the tabs return. */
  below: string;
  title: string;
  code: string;
}

/** A request in the chosen language, below links to the other languages. */
function requestOf(t: Messages, { source, example, part }: { source: Source; example: Example; part: RequestPart }) {
  const { endpoint, name, view } = source;
  const path = pathOf(`endpoints/${name}`);
  const hrefOf = (code: CodeLanguage) => `${pathWith(path, { app: view.app?.clientId ?? "", code })}#${part.below}`;
  const label = `${t.docs.quickstart.languages}: ${part.title}`;
  const languages = Object.keys(CODE_LANGUAGES) as CodeLanguage[];
  const tabs = example.translated && codeTabs({ label, languages, current: view.language, hrefOf });
  const sample = { id: `${idOf(endpoint)}-${part.id}`, label: part.title, code: part.code, syntax: example.syntax };
  const bar = html`<span class="sample-title">${part.title}</span>${tabs}`;
  return codeBlock(t, sample, bar);
}

/** The sample of a response. One without a body is shown by its status. */
function answerOf(t: Messages, endpoint: Endpoint, { response: code, responseSyntax: syntax, status }: Example): Html {
  const { exampleResponse: label, noBody } = t.docs.reference;
  const sample = { id: `${idOf(endpoint)}-response`, label, code, syntax };
  if (code !== "") return sampleOf(t, sample, status);
  const bar = html`<div class="sample-bar">${statusBar(label, status)}<span class="sample-note">${noBody}</span></div>`;
  return html`<div class="sample">${bar}</div>`;
}

/** The response of the introspection endpoint for any token that is not valid. */
function inactiveOf(t: Messages, endpoint: Endpoint): Html {
  const { exampleInactive: label } = t.docs.reference;
  const code = JSON.stringify({ active: false }, null, 2);
  return sampleOf(t, { id: `${idOf(endpoint)}-inactive`, label, code, syntax: "json" }, "200");
}

/** The sample of an error: the body of a response, or the URL that the browser returns to. */
function failureOf(t: Messages, { endpoint, name, view: { client } }: Source): Html {
  const { exampleError, exampleReturn } = t.docs.reference;
  const id = `${idOf(endpoint)}-error`;
  const cause = html` <a class="sample-link" href="${`${pathOf("errors")}#${FAILURES[name]}`}"><code>${FAILURES[name]}</code></a>`;
  if (name === "authorize")
    return codeBlock(
      t,
      { id, label: exampleReturn, code: redirectExample(FAILURES[name], client.issuer), syntax: "http" },
      html`<span><span class="sample-title">${exampleReturn}</span> ${statusBadge("303", true)}${cause}</span>`,
    );
  const { status, ...example } = jsonExample(FAILURES[name], client.issuer);
  return sampleOf(t, { id, label: exampleError, ...example }, status, cause);
}

/** @param more content of the bar after the status */
function sampleOf(t: Messages, sample: Sample, status: string, more: Html | null = null): Html {
  return codeBlock(t, sample, html`<span>${statusBar(sample.label, status)}${more}</span>`);
}

function statusBar(title: string, status: string): Html {
  return html`<span><span class="sample-title">${title}</span> ${statusBadge(status)}</span>`;
}
