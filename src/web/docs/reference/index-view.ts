import { type Html, html } from "../../components/html.ts";
import type { Messages } from "../../messages.en.ts";
import { appChoice } from "../app-choice.ts";
import { blocksOf, prose } from "../blocks.ts";
import type { Block } from "../content.ts";
import { limitExample } from "../errors/examples.ts";
import type { SampleView } from "../guides/samples/blocks.ts";
import { heading } from "../heading.ts";
import { ENDPOINT_NAMES, pathOf } from "../pages.ts";
import { CLIENT_ID as PLACEHOLDER } from "../quickstart/read.ts";
import { titleOf } from "./endpoint-view.ts";
import { AUTHENTICATION, idOf, methodsOf } from "./names.ts";
import { endpointsOf } from "./openapi.ts";
import { sharedFailures } from "./statuses.ts";
import { urlLine } from "./url.ts";

/**
 * The list of the endpoints, generated from the OpenAPI document, and what all of them share. The rows have the ids under which one page
 * described all endpoints before.
 */
export function endpointsPage(t: Messages, view: SampleView): Html {
  const { title, lead, baseUrl, baseUrlText, all, authenticate, conventions, conventionList, formats, limits } =
    t.docs.reference;
  const { issuer } = view.client;
  const endpoints = endpointsOf(issuer);
  const rows = ENDPOINT_NAMES.map((name) => {
    const endpoint = endpoints.find(({ operation }) => operation === name)!;
    return html`<li id="${idOf(endpoint)}"><span class="endpoint-name">${methodsOf(endpoint, endpoints)} <code>${endpoint.path}</code></span> <a href="${pathOf(`endpoints/${name}`)}">${titleOf(t, endpoint)}</a></li>`;
  });
  return html`<h1>${title}</h1>
<p class="lead">${prose(lead)}</p>
${heading("base-url", baseUrl)}
${urlLine(t, { id: "base-url-text", label: baseUrl, value: issuer })}
<p>${prose(baseUrlText)}</p>
${heading("all", all)}
<ul class="endpoint-list">${rows}</ul>
${heading(AUTHENTICATION, authenticate.title)}
${appChoice(t, { ...view, path: pathOf("endpoints"), section: AUTHENTICATION })}
${blocksOf(
  t,
  authenticate.ways.flatMap((way) => authenticationOf(view, way)),
)}
${heading("conventions", conventions)}
${blocksOf(t, [{ list: conventionList }])}
${heading("formats", formats.title)}
${blocksOf(t, [formats.lead, { columns: formats.columns, rows: formats.rows }, formats.prefix])}
${heading("rate-limits", limits.title)}
${blocksOf(t, [limits.lead, { columns: limits.columns, rows: limits.rows, even: true }, limits.text, limitSample(limits.sample, issuer)])}
${sharedFailures(t, endpoints)}`;
}

/** The path and the credentials of each way to authenticate, before the parameters of the request. */
function credentialsOf({ clientId, confidential }: SampleView["client"]): Readonly<Record<string, string>> {
  // An app uses only one of the ways; the other one keeps its placeholder.
  const [basic, open] = confidential ? [clientId, PLACEHOLDER] : [PLACEHOLDER, clientId];
  return {
    basic: `/oauth/token \\\n  --user "${basic}:$CLIENT_SECRET"`,
    public: `/oauth/token \\\n  --data-urlencode "client_id=${open}"`,
    service: '/oauth/introspect \\\n  --user "KEY_ID:$SERVICE_KEY"',
  };
}

function authenticationOf(
  { client }: SampleView,
  { id, text, label }: { id: string; text: string; label: string },
): Block[] {
  return [
    text,
    { id: `auth-${id}`, label, code: `curl ${client.issuer}${credentialsOf(client)[id]} …`, syntax: "shell" },
  ];
}

function limitSample(label: string, issuer: string): Block {
  return { id: "limit-response", label, code: limitExample(issuer), syntax: "http", status: "429" };
}
