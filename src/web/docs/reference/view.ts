import { badge } from "../../components/badges.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { Messages } from "../../messages.en.ts";
import { prose } from "../blocks.ts";
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
<p>${prose(reference.lead)}</p><p>${prose(reference.servers(origin))}</p>
<ul class="plain">${contents}</ul>
${endpoints.map((one) => endpointSection(t, one))}`;
}

function endpointSection(t: Messages, endpoint: Endpoint): Html {
  const { reference } = t.docs;
  const { summary, description, request, response, statuses } = endpoint;
  const { columns, texts } = reference;
  const rows = statuses.map(({ status, text }) => [html`<code>${status}</code>`, translated(t, text)]);
  return html`<section><h2 id="${idOf(endpoint)}">${texts[summary] ?? summary}</h2>
<p>${nameOf(endpoint)}</p>
${description && html`<p>${translated(t, description)}</p>`}
${request.map((group) => fieldsOf(t, group, reference.request))}
${response.map((group) => fieldsOf(t, group, reference.response))}
<h3>${reference.statuses}</h3>
${listTable({ caption: `${reference.statuses}: ${summary}`, columns: columns.statuses, rows, none: "" })}</section>`;
}

function fieldsOf(t: Messages, { name, fields }: FieldGroup, title: string): Html | null {
  const { columns, required, optional } = t.docs.reference;
  if (fields.length === 0) return null;
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>`,
    field.required ? badge("label", required) : html`<span class="muted">${optional}</span>`,
    translated(t, field.text),
  ]);
  return html`<h3>${title}${name && html` <code>${name}</code>`}</h3>
${listTable({ caption: `${title} ${name}`, columns: columns.fields, rows, none: "" })}`;
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
