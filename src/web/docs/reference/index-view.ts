import { badge } from "../../components/badges.ts";
import { codeBlock, foldedCodeBlock } from "../../components/code-block.ts";
import type { Sample } from "../../components/highlight.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { prose } from "../blocks.ts";
import { CODE_LANGUAGES, type CodeLanguage, codeTabs } from "../code-language.ts";
import { anchor, heading } from "../heading.ts";
import { pathOf } from "../pages.ts";
import type { Quickstart } from "../quickstart/read.ts";
import { type ExampleClient, exampleOf } from "./examples.ts";
import { type Endpoint, endpointsOf, type Field, type FieldGroup } from "./openapi.ts";
import { failuresSection, statusesOf } from "./statuses.ts";
import { translated } from "./texts.ts";

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
      html`<li>${nameOf(one, endpoints)} <a href="${`#${idOf(one)}`}">${reference.texts[one.summary] ?? one.summary}</a></li>`,
  );
  return html`<h1>${reference.title}</h1>
<p class="lead">${prose(reference.lead)}</p><p>${prose(reference.servers(issuer))}</p>
${appChoice(t, { ...view, path: PATH })}
<ul class="endpoint-list">${contents}</ul>
${sections.map((one) => endpointSection(t, one, { view, endpoints }))}
${failuresSection(t, endpoints)}`;
}

/** The endpoints that "Try a call" sends requests to. */
const TRIABLE = ["/oauth/token", "/oauth/revoke", "/oauth/uninstall"];

/** POST of an endpoint that GET describes. */
function isAlias({ method, path }: Endpoint): boolean {
  return method === "POST" && path === "/oauth/authorize";
}

interface SectionView {
  view: EndpointsView;
  /** All operations of the document. */
  endpoints: readonly Endpoint[];
}

/** The requests and the response of an endpoint, beside their samples. */
function endpointSection(t: Messages, endpoint: Endpoint, { view, endpoints }: SectionView): Html {
  const { reference } = t.docs;
  const { summary, description, request, response } = endpoint;
  const id = idOf(endpoint);
  const { requests, answer } = samplesOf(t, endpoint, view);
  const place = { id, title: reference.request, isResponse: false };
  const [first, ...others] = groupsOf(t, request, place);
  const head = html`${heading(id, reference.texts[summary] ?? summary)}
<p>${nameOf(endpoint, endpoints)} ${TRIABLE.includes(endpoint.path) && html`<a class="endpoint-try" href="${pathOf("try")}">${t.docs.pages.try.title}</a>`}</p>
${description && html`<p>${translated(t, description)}</p>`}
${first}`;
  const fields = foldedFields(t, response, { id: `${id}-response`, title: reference.response, isResponse: true });
  const statuses = statusesOf(t, endpoint, endpoints);
  // With one request, the sample of the response stands below it.
  const parts =
    others.length === 0
      ? part(html`${head}${fields}${statuses}`, html`${requests[0]}${answer}`)
      : html`${part(head, requests[0])}${others.map((group, at) => part(group, requests[at + 1]))}${part(html`${fields}${statuses}`, answer)}`;
  return html`<section class="endpoint">${parts}</section>`;
}

/** A text beside its samples. */
function part(text: Html, samples: HtmlValue): Html {
  return html`<div class="endpoint-part"><div>${text}</div><div class="endpoint-example">${samples}</div></div>`;
}

/** The values of the chosen app, or placeholders with a scope that fits the sample responses. */
function clientOf({ app, client }: EndpointsView): ExampleClient {
  return app === null ? { ...client, scope: "orders:read" } : client;
}

interface Samples {
  requests: HtmlValue[];
  answer: HtmlValue;
}

/** The samples of the requests in the chosen language, and the sample of the response. */
function samplesOf(t: Messages, endpoint: Endpoint, view: EndpointsView): Samples {
  const { app, language } = view;
  const example = exampleOf(endpoint, clientOf(view), language);
  if (example === null) return { requests: [], answer: null };
  const { exampleRequest, exampleRefresh, exampleResponse, texts } = t.docs.reference;
  const id = idOf(endpoint);
  const summary = texts[endpoint.summary] ?? endpoint.summary;
  const titleOf = (name: string) => html`<span class="sample-title">${name}</span>`;
  const request = (name: string, code: string, [sampleId, target]: readonly [string, string]) => {
    const label = `${name}: ${summary}`;
    const tabs = codeTabs({
      label: `${t.docs.quickstart.languages}: ${label}`,
      languages: Object.keys(CODE_LANGUAGES) as CodeLanguage[],
      current: language,
      hrefOf: (one) => `${pathWith(PATH, { app: app?.clientId ?? "", code: one })}#${target}`,
    });
    const sample = { id: sampleId, label, code, syntax: example.syntax };
    return codeBlock(t, sample, example.translated ? tabs : titleOf(name));
  };
  const { response: code, responseSyntax: syntax, status, refresh } = example;
  const bar = html`<span>${titleOf(exampleResponse)} ${badge("good", status)}</span>`;
  const response = { id: `${id}-response`, label: `${exampleResponse}: ${summary}`, code, syntax };
  const first = request(exampleRequest, example.request, [`${id}-request`, id]);
  const second =
    refresh !== "" && request(exampleRefresh, refresh, [`${id}-refresh`, `${groupId(id, REFRESH_GROUP)}-fields`]);
  return { requests: [first, second], answer: answerOf(t, response, bar) };
}

/** The maximum number of lines in a sample of a response that is not folded. */
const LINES_MAX = 24;

/** The sample of a response. One without a body is shown by its status. */
function answerOf(t: Messages, sample: Sample, bar: Html): Html {
  const { noBody, wholeResponse } = t.docs.reference;
  if (sample.code === "")
    return html`<div class="sample"><div class="sample-bar">${bar}<span class="sample-note">${noBody}</span></div></div>`;
  const { length } = sample.code.split("\n");
  if (length <= LINES_MAX) return codeBlock(t, sample, bar);
  return foldedCodeBlock(t, sample, { summary: wholeResponse(length), bar });
}

/** The schema of the second request of the token endpoint. */
const REFRESH_GROUP = "RefreshTokenGrant";

/** Where a list of fields is placed on the page. */
interface Place {
  title: string | Html;
  /** The prefix of the ids of its fields. */
  id: string;
  isResponse: boolean;
}

/** The fields of a request or response: one list per alternative. */
function groupsOf(t: Messages, groups: readonly FieldGroup[], place: Place): Html[] {
  const filled = groups.filter(({ fields }) => fields.length > 0);
  const [only, ...others] = filled;
  if (only !== undefined && others.length === 0) return [groupOf(t, only.fields, place)];
  return filled.map(({ name, fields }) => {
    const title = html`${place.title}: ${t.docs.reference.groups[name] ?? name}`;
    return groupOf(t, fields, { ...place, title, id: groupId(place.id, name) });
  });
}

/** The maximum number of fields of which none is folded. */
const OPEN_MAX = 8;

/** The fields of a response, folded if there are many. A link to a field unfolds them. */
function foldedFields(t: Messages, groups: readonly FieldGroup[], place: Place): HtmlValue {
  const lists = groupsOf(t, groups, place);
  const { length } = groups.flatMap(({ fields }) => fields);
  if (length <= OPEN_MAX) return lists;
  return html`<details class="fields-fold"><summary>${t.docs.reference.fields(length)}</summary>${lists}</details>`;
}

/** The element id of one of several lists of fields. */
const groupId = (id: string, group: string) => `${id}-${group.toLowerCase()}`;

/** The parameters that authenticate an app, which HTTP Basic can replace. */
const CREDENTIALS = ["client_id", "client_secret"];

/** The parameters that few apps send, which a request with many parameters folds. */
const RARE = ["merchant_hint", "prompt", "install_token"];

const isCredential = ({ name, required }: Field) => CREDENTIALS.includes(name) && !required;

/**
 * A list of fields, each of which has an id to link to. Credentials are folded, because several requests have the same, and so are the
 * rare ones of many parameters.
 */
function groupOf(t: Messages, fields: readonly Field[], { title, id, isResponse }: Place): Html {
  const { required, optional, credentials, rare: rareTitle } = t.docs.reference;
  // A request marks required fields; a response marks fields that can be absent.
  const presence = (field: Field) => {
    if (field.required) return isResponse ? null : html`<strong>${required}</strong>`;
    return isResponse ? html`<span>${optional}</span>` : null;
  };
  const itemOf = (field: Field) => {
    const fieldId = `${id}-${field.name}`;
    return html`<div id="${fieldId}"><dt>${anchor(fieldId, html`<code>${field.name}</code>`)} <span>${field.type}</span> ${presence(field)}</dt><dd>${translated(t, field.text)}</dd></div>`;
  };
  const fold = (summary: string, some: readonly Field[]) =>
    some.length > 0 &&
    html`<details class="fields-fold"><summary>${prose(summary)}</summary><dl class="fields">${some.map(itemOf)}</dl></details>`;
  const known = isResponse ? [] : fields.filter(isCredential);
  const rare = isResponse || fields.length <= OPEN_MAX ? [] : fields.filter(({ name }) => RARE.includes(name));
  const shown = fields.filter((field) => !known.includes(field) && !rare.includes(field));
  return html`<h3 id="${`${id}-fields`}">${title}</h3>
${fold(credentials, known)}
<dl class="fields">${shown.map(itemOf)}</dl>
${fold(rareTitle(rare.map(({ name }) => `\`${name}\``).join(", ")), rare)}`;
}

/** The name of an endpoint: all methods of its path, then the path. */
function nameOf({ path }: Endpoint, endpoints: readonly Endpoint[]): Html {
  const methods = endpoints
    .filter((one) => one.path === path)
    .map(({ method }) => html`<span class="method method-${method.toLowerCase()}">${method}</span> `);
  return html`<span class="endpoint-name"><span class="endpoint-methods">${methods}</span> <code>${path}</code></span>`;
}

function idOf({ method, path }: Endpoint): string {
  return `${method}${path.replaceAll(/[^a-z]+/g, "-")}`.toLowerCase();
}
