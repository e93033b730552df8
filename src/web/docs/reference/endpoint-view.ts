import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { prose } from "../blocks.ts";
import { heading } from "../heading.ts";
import { type EndpointName, pathOf } from "../pages.ts";
import { statusBadge } from "../status-badge.ts";
import type { ExampleClient } from "./examples.ts";
import { fieldLists } from "./fields.ts";
import { AUTHENTICATION, idOf, methodsOf } from "./names.ts";
import { type Endpoint, endpointsOf } from "./openapi.ts";
import { type EndpointView, exampleClientOf, samplesOf } from "./samples.ts";
import { failuresOfEndpoint, successOf, type TitledText } from "./statuses.ts";
import { translated } from "./texts.ts";
import { urlLine } from "./url.ts";

/** The endpoints that "Try a call" sends requests to. */
const TRIABLE: readonly EndpointName[] = ["token", "revoke", "uninstall"];

/** One endpoint of the OpenAPI document: its purpose, URL and request first. The sections have samples beside them, too. */
export function endpointPage(t: Messages, name: EndpointName, view: EndpointView): Html {
  const endpoints = endpointsOf(view.client.issuer);
  const endpoint = endpoints.find(({ operation }) => operation === name)!;
  const path = pathOf(`endpoints/${name}`);
  const { requests, responses, failure } = samplesOf(t, { endpoint, name, view });
  const client = exampleClientOf(view);
  // The requests of services and for metadata have no values of an app.
  const hasApp = endpoint.authentication !== "service" && name !== "metadata";
  const texts = requestOf(t, endpoint, client);
  const [first, ...others] = requests;
  const [purpose = "", ...details] = descriptionOf(t, endpoint);
  const { url } = t.docs.reference;
  const address = { id: "endpoint-url", label: url, value: view.client.issuer + endpoint.path };
  const sections = [
    ...[null, ...others].map((sample, at) => sectionOf(texts[at], sample)),
    ...responseOf(t, endpoint, client).map((text, at) => sectionOf(text, responses[at] ?? null)),
    sectionOf(failuresOfEndpoint(t, { name, endpoint, endpoints }), failure),
  ];
  return html`<h1>${titleOf(t, endpoint)}</h1>
<p class="lead">${prose(purpose)}</p>
<section class="endpoint-start"><div id="${idOf(endpoint)}">${urlLine(t, { ...address, before: methodsOf(endpoint, endpoints) })}</div>${first}</section>
${headOf(t, { endpoint, endpoints, name, details, choice: hasApp && appChoice(t, { ...view, path }) })}
<div class="endpoint-body">${sections}</div>`;
}

/** The sentences of the description. The first is the purpose of the endpoint. */
function descriptionOf({ docs }: Messages, { description }: Endpoint): string[] {
  return (docs.reference.texts[description] ?? description).split(/(?<=\.) (?=\p{Lu})/u);
}

/** A title, a sample and a text: the sample is beside the other two, or between them on narrow screens. */
function sectionOf({ title, text }: Partial<TitledText> = {}, sample: Html | null = null): Html {
  return html`<section>${title && html`<div class="endpoint-title">${title}</div>`}${sample}<div class="endpoint-text">${text}</div></section>\n`;
}

/** The title of the page of an endpoint. */
export function titleOf({ docs }: Messages, { summary }: Endpoint): string {
  return docs.reference.texts[summary] ?? summary;
}

interface Head {
  endpoint: Endpoint;
  /** All operations of the document. */
  endpoints: readonly Endpoint[];
  name: EndpointName;
  /** The sentences after the purpose. */
  details: readonly string[];
  /** The choice of the app in the samples. */
  choice: HtmlValue;
}

/** The details of the endpoint, how a request authenticates, and the format of its body. */
function headOf(t: Messages, { endpoint, endpoints, name, details, choice }: Head): Html {
  const { authentication, authentications, body, bodyText, postBodyText } = t.docs.reference;
  const takesBody = endpoints.some(({ path, method }) => path === endpoint.path && method === "POST");
  const way = name === "authorize" ? "browser" : endpoint.authentication;
  const credentials = endpoint.authentication !== "none";
  return html`<div class="endpoint-head">${details.length > 0 && html`<p>${prose(details.join(" "))}</p>`}
<dl class="endpoint-facts"><div><dt>${credentials ? html`<a href="${`${pathOf("endpoints")}#${AUTHENTICATION}`}">${authentication}</a>` : authentication}</dt><dd>${prose(authentications[way])}</dd></div>${
    takesBody &&
    html`<div><dt>${body}</dt><dd>${prose(endpoint.method === "POST" ? bodyText : postBodyText)}</dd></div>`
  }</dl>
${choice}
${TRIABLE.includes(name) && html`<p class="endpoint-try">${linkButton(pathOf("try"), t.docs.pages.try.title, "secondary")}</p>`}</div>`;
}

/** The parameters of each alternative of the request. */
function requestOf(t: Messages, endpoint: Endpoint, client: ExampleClient): TitledText[] {
  const place = {
    id: idOf(endpoint),
    title: t.docs.reference.request,
    isResponse: false,
    client,
    byService: endpoint.authentication === "service",
  };
  return fieldLists(t, endpoint.request, place).map(({ id, title, list }) => ({
    title: heading(id, title),
    text: list,
  }));
}

/** The success and its fields. Alternatives have a title each. */
function responseOf(t: Messages, endpoint: Endpoint, client: ExampleClient): TitledText[] {
  const { response: title } = t.docs.reference;
  const id = `${idOf(endpoint)}-response`;
  const lists = fieldLists(t, endpoint.response, { id, title, isResponse: true, client });
  const { status, text } = successOf(endpoint);
  const success = html`<p class="endpoint-success">${statusBadge(status)} ${translated(t, text)}</p>`;
  const start = heading(`${id}-fields`, title);
  if (lists.length < 2) return [{ title: start, text: html`${success}${lists[0]?.list}` }];
  return lists.map(({ list, ...one }, at) => {
    const name = html`<h3 id="${one.id}">${one.title}</h3>`;
    return at === 0 ? { title: start, text: html`${success}${name}${list}` } : { title: name, text: list };
  });
}
