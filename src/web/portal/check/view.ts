import {
  type AuthorizeUrlFinding,
  FindingWeight,
  type ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { PageContext } from "../../router/page-router.ts";

interface CheckView {
  url: string;
  /** The result of the check; null before the first check. */
  result: ValidateAuthorizeUrlResponse | null;
  missing: boolean;
  /** The redirect URIs of the app, if the one of the link is not registered. */
  registered: readonly string[];
}

/** The code of the finding about a redirect URI that the app does not have. */
export const UNREGISTERED = "redirect_uri_unregistered";

export function checkPage(context: PageContext, { url, result, missing, registered }: CheckView): Html {
  const { t } = context;
  const texts = t.portal.check;
  const errors = missing ? [{ field: "url", text: texts.missing }] : [];
  return html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
${errorSummary(t, errors)}
<form class="card" method="post" action="/portal/check" novalidate>${csrfField(context.csrfToken)}
${areaField({ name: "url", label: texts.url, hint: texts.urlHint(`${context.web.publicUrl}/oauth/authorize`), value: url, rows: 5 }, errors)}
<button type="submit">${texts.submit}</button></form>
${result !== null && outcome(context, result, registered)}`;
}

function outcome(context: PageContext, result: ValidateAuthorizeUrlResponse, registered: readonly string[]): Html {
  const texts = context.t.portal.check;
  const errors = result.findings.filter(({ weight }) => weight === FindingWeight.FAULT);
  const advice = result.findings.filter(({ weight }) => weight === FindingWeight.ADVICE);
  const good = errors.length === 0;
  return html`<section class="card" aria-labelledby="result">
<h2 id="result" tabindex="-1" data-focus>${good ? texts.valid : texts.errors(errors.length)}</h2>
${result.appName !== "" && html`<p>${texts.app} <a href="${`/portal/apps/${result.clientId}`}">${result.appName}</a>${result.testOnly && ` · ${texts.testOnly}`}</p>`}
<p class="notice ${good ? "notice-good" : "notice-fault"}">${good ? texts.validText : texts.invalidText}</p>
${!good && html`<ol class="findings">${errors.map((one) => finding(context, one, registered))}</ol>`}
${advice.length > 0 && html`<h3>${texts.advice}</h3><ul class="findings">${advice.map((one) => finding(context, one, []))}</ul>`}
</section>
${result.parameters.length > 0 && parameters(context, result)}`;
}

function finding(
  { t }: PageContext,
  { code, parameter, detail, error }: AuthorizeUrlFinding,
  registered: readonly string[],
): Html {
  const { check } = t.portal;
  const text = Object.hasOwn(check.codes, code) ? check.codes[code]! : code;
  const isShown = code === UNREGISTERED && registered.length > 0;
  const uris = registered.map((uri) => html`<br><code class="detail">${uri}</code>`);
  return html`<li><p>${parameter && html`<strong><code>${parameter}</code></strong> `}${text}
${detail && html`<br><code class="detail">${detail}</code>`}${isShown && html`<br>${check.registered} ${uris}`}</p>
${error && html`<p class="muted"><small>${check.response} <code>${error}</code></small></p>`}</li>`;
}

function parameters({ t }: PageContext, { parameters: pairs }: ValidateAuthorizeUrlResponse): Html {
  const texts = t.portal.check;
  const rows = pairs.map(({ name, value }) => [html`<code>${name}</code>`, html`<code>${value}</code>`]);
  return html`<section class="card"><h2>${texts.parameters}</h2>
${listTable({ caption: texts.parameters, columns: [texts.name, { label: texts.value, phone: "bare" }], rows, none: "" })}</section>`;
}
