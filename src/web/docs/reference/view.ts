import { codeBlock } from "../../components/code-block.ts";
import type { CodeSyntax } from "../../components/highlight.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
import { heading } from "../heading.ts";
import { exampleOf } from "./examples.ts";
import { type Endpoint, endpointsOf, type FieldGroup } from "./openapi.ts";

/** The endpoints, generated from the OpenAPI document of the gateway. @param origin PUBLIC_URL */
export function endpointsPage(t: Messages, origin: string): Html {
  const { reference } = t.docs;
  const endpoints = endpointsOf(origin);
  const contents = endpoints.map(
    (one) =>
      html`<li><a href="${`#${idOf(one)}`}">${reference.texts[one.summary] ?? one.summary}</a> ${nameOf(one)}</li>`,
  );
  return html`<h1>${reference.title}</h1>
<p class="lead">${prose(reference.lead)}</p><p>${prose(reference.servers(origin))}</p>
<ul class="endpoint-list">${contents}</ul>
${endpoints.map((one) => endpointSection(t, one, origin))}`;
}

/** The description of an endpoint, beside its example. */
function endpointSection(t: Messages, endpoint: Endpoint, origin: string): Html {
  const { reference } = t.docs;
  const { summary, description, request, response, statuses } = endpoint;
  const { statusColumns, texts } = reference;
  // POST of an endpoint that GET has described.
  const isAlias = exampleOf(endpoint, origin) === null;
  const parameters = request.map((group) => fieldsOf(t, group, isAlias ? "" : reference.request));
  const rows = statuses.map(({ status, text }) => [html`<code>${status}</code>`, translated(t, text)]);
  return html`<section class="endpoint"><div>${heading(idOf(endpoint), texts[summary] ?? summary)}
<p>${nameOf(endpoint)}</p>
${description && html`<p>${translated(t, description)}</p>`}
${isAlias ? html`<details><summary>${reference.request}</summary>${parameters}</details>` : parameters}
${response.map((group) => fieldsOf(t, group, reference.response))}
<details><summary>${reference.statuses}</summary>
${listTable({ caption: `${reference.statuses}: ${summary}`, columns: statusColumns, rows, none: "" })}</details></div>
${exampleBlocks(t, endpoint, origin)}</section>`;
}

function exampleBlocks(t: Messages, endpoint: Endpoint, origin: string): Html | null {
  const example = exampleOf(endpoint, origin);
  if (example === null) return null;
  const { exampleRequest, exampleResponse, texts } = t.docs.reference;
  const { request, response } = example;
  const block = (name: string, code: string, syntax: CodeSyntax) => {
    const label = `${name}: ${texts[endpoint.summary] ?? endpoint.summary}`;
    const bar = html`<span class="sample-title">${name}</span>`;
    return codeBlock(t, { id: `${idOf(endpoint)}-${syntax}`, label, code, syntax }, bar);
  };
  return html`<div class="endpoint-example">${block(exampleRequest, request, request.startsWith("curl") ? "shell" : "http")}
${response !== "" && block(exampleResponse, response, "json")}</div>`;
}

function fieldsOf(t: Messages, { name, fields }: FieldGroup, title: string): Html | null {
  const { required, optional } = t.docs.reference;
  if (fields.length === 0) return null;
  const items = fields.map(
    (field) =>
      html`<div><dt><code>${field.name}</code> <span>${field.type}</span> ${field.required ? html`<strong>${required}</strong>` : html`<span>${optional}</span>`}</dt><dd>${translated(t, field.text)}</dd></div>`,
  );
  return html`${(title || name) && html`<h3>${title}${name && html` <code>${name}</code>`}</h3>`}<dl class="fields">${items}</dl>`;
}

/** A text of the document in the language of the page. */
function translated({ docs }: Messages, text: string): Html {
  return prose(docs.reference.texts[text] ?? text);
}

function nameOf({ method, path }: Endpoint): Html {
  return html`<code>${method} ${path}</code>`;
}

function idOf({ method, path }: Endpoint): string {
  return `${method}${path.replaceAll(/[^a-z]+/g, "-")}`.toLowerCase();
}
