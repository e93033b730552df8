import { badge, type Tone } from "../../components/badges.ts";
import { codeBlock } from "../../components/code-block.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable, pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { prose } from "../blocks.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs } from "../code-language.ts";
import { anchor, heading } from "../heading.ts";
import type { Quickstart } from "../quickstart/read.ts";
import { type ExampleClient, exampleOf } from "./examples.ts";
import { type Endpoint, endpointsOf, type Field, type FieldGroup } from "./openapi.ts";

const PATH = "/docs/endpoints";

export interface EndpointsView extends Quickstart {
  /** The language of the examples. */
  language: CodeLanguage;
  signedIn: boolean;
}

/** The endpoints, generated from the OpenAPI document of the gateway, with examples for an app of the reader. */
export function endpointsPage(t: Messages, view: EndpointsView): Html {
  const { reference } = t.docs;
  const { issuer } = view.client;
  const endpoints = endpointsOf(issuer);
  const sections = endpoints.filter((one) => !isAlias(one));
  const contents = sections.map(
    (one) =>
      html`<li><a href="${`#${idOf(one)}`}">${reference.texts[one.summary] ?? one.summary}</a> ${nameOf(one, endpoints)}</li>`,
  );
  return html`<h1>${reference.title}</h1>
<p class="lead">${prose(reference.lead)}</p><p>${prose(reference.servers(issuer))}</p>
${appChoice(t, { ...view, path: PATH })}
<ul class="endpoint-list">${contents}</ul>
${sections.map((one) => endpointSection(t, one, { view, endpoints }))}`;
}

/** POST of an endpoint that GET describes. */
function isAlias({ method, path }: Endpoint): boolean {
  return method === "POST" && path === "/oauth/authorize";
}

interface SectionView {
  view: EndpointsView;
  /** All operations. */
  endpoints: readonly Endpoint[];
}

/** The description of an endpoint, beside its example. */
function endpointSection(t: Messages, endpoint: Endpoint, { view, endpoints }: SectionView): Html {
  const { reference } = t.docs;
  const { summary, description, path, request, response } = endpoint;
  const { statusColumns, texts } = reference;
  const statuses = endpoints.filter((one) => one.path === path).flatMap((one) => one.statuses);
  const unique = [...new Map(statuses.map((one) => [one.status, one])).values()];
  const rows = unique
    .sort((a, b) => a.status.localeCompare(b.status))
    .map(({ status, text }) => [badge(toneOf(status), status), translated(t, text)]);
  return html`<section class="endpoint"><div>${heading(idOf(endpoint), texts[summary] ?? summary)}
<p>${nameOf(endpoint, endpoints)}</p>
${description && html`<p>${translated(t, description)}</p>`}
${fieldsOf(t, request, { title: reference.request, id: idOf(endpoint), isResponse: false })}
${fieldsOf(t, response, { title: reference.response, id: `${idOf(endpoint)}-response`, isResponse: true })}
<details><summary>${reference.statuses}</summary>
${listTable({ caption: `${reference.statuses}: ${summary}`, columns: statusColumns, rows, none: "" })}</details></div>
${exampleBlocks(t, endpoint, view)}</section>`;
}

/** Green: the request did its work. Amber: the app corrects or repeats it. Red: an error of the service. */
function toneOf(status: string): Tone {
  if (status < "400") return "good";
  return status < "500" ? "warn" : "bad";
}

/** The values of an app, or placeholders with a scope that responses can have. */
function clientOf({ app, client }: EndpointsView): ExampleClient {
  return app === null ? { ...client, scope: "orders:read" } : client;
}

function exampleBlocks(t: Messages, endpoint: Endpoint, view: EndpointsView): Html | null {
  const { app, language } = view;
  const example = exampleOf(endpoint, clientOf(view), language);
  if (example === null) return null;
  const { exampleRequest, exampleRefresh, exampleResponse, texts } = t.docs.reference;
  const id = idOf(endpoint);
  const labelOf = (name: string) => `${name}: ${texts[endpoint.summary] ?? endpoint.summary}`;
  const titleOf = (name: string) => html`<span class="sample-title">${name}</span>`;
  const request = {
    id: `${id}-request`,
    label: labelOf(exampleRequest),
    code: example.request,
    syntax: example.syntax,
  };
  const tabs = codeTabs({
    label: `${t.docs.quickstart.languages}: ${texts[endpoint.summary] ?? endpoint.summary}`,
    languages: Object.keys(CODE_LANGUAGES) as CodeLanguage[],
    current: language,
    hrefOf: (code) => `${pathWith(PATH, { app: app?.clientId ?? "", code })}#${id}`,
  });
  const response = {
    id: `${id}-response`,
    label: labelOf(exampleResponse),
    code: example.response,
    syntax: example.responseSyntax,
  };
  const refresh = {
    id: `${id}-refresh`,
    label: exampleRefresh,
    code: example.refresh,
    syntax: example.syntax,
  };
  const responseTitle = html`<span>${titleOf(exampleResponse)} ${badge("good", example.status)}</span>`;
  // A response without a body has its status only.
  return html`<div class="endpoint-example">${codeBlock(t, request, example.translated ? tabs : titleOf(exampleRequest))}
${example.response === "" ? html`<div class="sample"><div class="sample-bar">${responseTitle}</div></div>` : codeBlock(t, response, responseTitle)}
${example.refresh !== "" && codeBlock(t, refresh)}</div>`;
}

/** The place of a list of fields. */
interface Place {
  title: string | Html;
  /** The start of the ids of its fields. */
  id: string;
  isResponse: boolean;
}

/** The fields of a request or response. */
function fieldsOf(t: Messages, groups: readonly FieldGroup[], place: Place): Html {
  const [only, ...others] = groups;
  if (only !== undefined && others.length === 0) return groupOf(t, only.fields, place);
  const alternatives = groups.map(({ name, fields }) => {
    const title = html`${place.title}: ${t.docs.reference.groups[name] ?? name}`;
    return groupOf(t, fields, { ...place, title, id: `${place.id}-${name.toLowerCase()}` });
  });
  return html`${alternatives}`;
}

/** Fields with their own addresses. */
function groupOf(t: Messages, fields: readonly Field[], { title, id, isResponse }: Place): Html {
  const { required, optional } = t.docs.reference;
  if (fields.length === 0) return html``;
  // A request names what it needs, a response what can be absent.
  const presence = (field: Field) => {
    if (field.required) return isResponse ? null : html`<strong>${required}</strong>`;
    return isResponse ? html`<span>${optional}</span>` : null;
  };
  const items = fields.map((field) => {
    const fieldId = `${id}-${field.name}`;
    return html`<div id="${fieldId}"><dt>${anchor(fieldId, html`<code>${field.name}</code>`)} <span>${field.type}</span> ${presence(field)}</dt><dd>${translated(t, field.text)}</dd></div>`;
  });
  return html`<h3>${title}</h3><dl class="fields">${items}</dl>`;
}

/** A text of the document in the language of the page. */
function translated({ docs }: Messages, text: string): Html {
  return prose(docs.reference.texts[text] ?? text);
}

/** The methods of a path, and the path. */
function nameOf({ path }: Endpoint, endpoints: readonly Endpoint[]): Html {
  const methods = endpoints
    .filter((one) => one.path === path)
    .map(({ method }) => html`<span class="method method-${method.toLowerCase()}">${method}</span> `);
  return html`<span class="endpoint-name">${methods}<code>${path}</code></span>`;
}

function idOf({ method, path }: Endpoint): string {
  return `${method}${path.replaceAll(/[^a-z]+/g, "-")}`.toLowerCase();
}
