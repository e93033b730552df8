import {
  type App,
  FindingWeight,
  type ValidateAuthorizeUrlResponse,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { copyButton } from "../../components/copy.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import { breakable } from "../../components/long-values.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { PageContext } from "../../router/page-router.ts";
import { installHint } from "../app/view.ts";
import { pathOf } from "../own-app.ts";
import { STATE } from "./corrected-url.ts";
import type { ShownFinding } from "./findings.ts";

interface CheckView {
  url: string;
  /** The result of the check; null before the first check. */
  result: ValidateAuthorizeUrlResponse | null;
  /** The findings of the result, in the order of the page. */
  findings: readonly ShownFinding[];
  missing: boolean;
  /** True if the link is an install link. The result is then that of its client_id. */
  isInstallLink: boolean;
  /** The app of an install link; null if it belongs to none of the account's teams. */
  installed: App | null;
  /** The redirect URIs of the app, if the one of the link is not registered. */
  registered: readonly string[];
  /** The URL with fewer errors, and the number of those left; null if there is none. */
  correction: { url: string; left: number } | null;
}

/** The code of the finding about a redirect URI that the app does not have. */
export const UNREGISTERED = "redirect_uri_unregistered";
/** The code of the finding about the state of the app, which is its detail. */
const UNUSABLE = "client_unusable";
const UNSUPPORTED = "response_type_unsupported";

export function checkPage(context: PageContext, view: CheckView): Html {
  const { t } = context;
  const { url, result, missing } = view;
  const texts = t.portal.check;
  const errors = missing ? [{ field: "url", text: texts.missing }] : [];
  return html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
${errorSummary(t, errors)}
<form class="card" method="post" action="/portal/check" novalidate>${csrfField(context.csrfToken)}
${areaField({ name: "url", label: texts.url, hint: texts.urlHint(`${context.web.publicUrl}/oauth/authorize`), value: url, rows: 5 }, errors)}
<button type="submit">${texts.submit}</button></form>
${result !== null && (view.isInstallLink ? installLink(context, result, view) : outcome(context, result, view))}`;
}

/** Says that the link is an app's install link, and for whom it works or why it does not. */
function installLink(
  context: PageContext,
  { findings }: ValidateAuthorizeUrlResponse,
  { installed: app, findings: ofLink }: CheckView,
): Html {
  const texts = context.t.portal.check;
  const heading = html`<h2 id="result" tabindex="-1" data-focus>${texts.installLink}</h2>`;
  const faults = ofLink.map((one) => notice("bad", html`${textOf(context, one)} <code>${one.detail}</code>`));
  if (app === null)
    return html`<section class="card" aria-labelledby="result">${heading}${faults}<p>${texts.installUnknown}</p></section>`;
  const unusable = findings.find(({ code }) => code === UNUSABLE);
  const result = unusable
    ? notice("bad", textOf(context, unusable))
    : faults.length === 0 && installResult(context, app);
  return html`<section class="card" aria-labelledby="result">${heading}
<p>${texts.app} <a href="${pathOf(app)}">${app.profile?.name}</a></p>
${faults}${result}
<p class="muted">${texts.installText}</p></section>`;
}

/** For whom the install link of a usable app works, and how the install starts. */
function installResult({ t }: PageContext, app: App): Html {
  const { hintNowhere, notYet } = t.portal.app.installLink;
  if (app.installUrl === "") return notice("warn", notYet);
  const hint = installHint(t, app);
  return hint === hintNowhere ? notice("warn", hint) : notice("good", `${t.portal.check.installWorks} ${hint}`);
}

function outcome(
  context: PageContext,
  result: ValidateAuthorizeUrlResponse,
  { findings, registered, correction }: CheckView,
): Html {
  const texts = context.t.portal.check;
  const errors = findings.filter(({ weight }) => weight === FindingWeight.FAULT);
  const advice = findings.filter(({ weight }) => weight === FindingWeight.ADVICE);
  const good = errors.length === 0;
  const heading = html`<h2 id="result" tabindex="-1" data-focus>${good ? texts.valid : texts.errors(errors.length)}</h2>`;
  const item = (one: ShownFinding) => finding(context, one, { parameters: result.parameters, registered });
  return html`<section class="card" aria-labelledby="result">
${good ? html`<div class="notice notice-good">${heading}</div>` : heading}
${result.appName !== "" && html`<p>${texts.app} <a href="${`/portal/apps/${result.clientId}`}">${result.appName}</a>${result.testOnly && ` · ${texts.testOnly}`}</p>`}
${!good && html`<p class="notice notice-fault">${texts.invalidText}</p><ol class="findings">${errors.map((one) => item(one))}</ol>`}
${correction && correctedSection(context, correction)}
${advice.length > 0 && html`<h3>${texts.advice}</h3><ul class="findings">${advice.map((one) => item(one))}</ul>`}
</section>
${result.parameters.length > 0 && parameters(context, result)}`;
}

/** The corrected URL to copy. The value that only the app can create is marked. */
function correctedSection({ t }: PageContext, { url, left }: NonNullable<CheckView["correction"]>): Html {
  const texts = t.portal.check;
  const [before = "", after] = url.split(`state=${STATE}`);
  const shown = after === undefined ? url : html`${before}state=<mark>${STATE}</mark>${after}`;
  return html`<div class="corrected"><h3>${texts.corrected}</h3>
<p class="muted">${left > 0 && `${texts.correctedLeft(left)} `}${after !== undefined && texts.correctedState(STATE)}</p>
<div class="copy-row"><code class="secret" id="corrected-url">${shown}</code>
${copyButton(t, { id: "corrected-url", label: texts.corrected })}</div></div>`;
}

function finding(
  context: PageContext,
  one: ShownFinding,
  { parameters, registered }: Pick<ValidateAuthorizeUrlResponse, "parameters"> & Pick<CheckView, "registered">,
): Html {
  const { check } = context.t.portal;
  const { code, parameter, error, similar = [] } = one;
  const text = textOf(context, one);
  const detail = code === UNUSABLE ? "" : one.detail;
  const sent = code === UNSUPPORTED ? parameters.find(({ name }) => name === parameter)?.value : undefined;
  const isCompared = code === UNREGISTERED && registered.length > 0;
  const uris = registered.map((uri) => html`<br><code class="detail">${withDifference(uri, [detail])}</code>`);
  return html`<li><p>${parameter && html`<strong><code>${parameter}</code></strong> `}${sent && `${check.sent(sent)} `}${text}${isCompared && ` ${check.marked}`}
${detail && html`<br><code class="detail">${isCompared ? withDifference(detail, registered) : detail}</code>`}${isCompared && html`<br>${check.registered} ${uris}`}${similar.length > 0 && html`<br>${check.didYouMean(similar.join(" "))}`}</p>
${error && html`<p class="muted"><small>${check.response} <code>${error}</code></small></p>`}${isOnPage(one) && html`<p class="muted"><small>${check.onPage}</small></p>`}</li>`;
}

function textOf({ t, platformName }: PageContext, { code, detail, difference }: ShownFinding): Html | string {
  const { codes, unusable, scopeRefused, differences } = t.portal.check;
  if (difference?.kind === "case") return differences.case;
  if (difference !== undefined) return differences[difference.kind](difference);
  if (code === "scope_refused") return scopeRefused(t.scopes.decisions(platformName).refused.mark);
  if (code === UNUSABLE) return unusable(platformName)[detail.toLowerCase()] ?? noTestMerchant(t);
  return codes[code] ?? code;
}

function noTestMerchant({ portal: { check } }: PageContext["t"]): Html {
  return html`${check.noTestMerchant} <a href="/portal/test-merchants">${check.createTestMerchant}</a>`;
}

/** True for an error that the endpoint must not redirect, because it does not trust the redirect URI. @see RFC 6749 §4.1.2.1 */
function isOnPage({ weight, parameter, error }: ShownFinding): boolean {
  return weight === FindingWeight.FAULT && error === "" && (parameter === "client_id" || parameter === "redirect_uri");
}

/** A value whose first character that differs from the most similar of the others is marked, without a line break before it. */
function withDifference(value: string, others: readonly string[]): Html {
  const characters = [...value];
  const sameAs = (other: string) => {
    const compared = [...other];
    const at = characters.findIndex((character, index) => character !== compared[index]);
    return at === -1 ? characters.length : at;
  };
  const at = Math.max(...others.map(sameAs));
  const between = (from: number, to?: number) => characters.slice(from, to).join("");
  if (at === characters.length) return breakable(value);
  const before = Math.max(0, at - 1);
  return html`${breakable(between(0, before))}<span class="nowrap">${between(before, at)}<mark>${characters[at]}</mark></span>${between(at + 1)}`;
}

function parameters({ t }: PageContext, { parameters: pairs }: ValidateAuthorizeUrlResponse): Html {
  const texts = t.portal.check;
  const rows = pairs.map(({ name, value }) => [html`<code>${name}</code>`, html`<code>${value}</code>`]);
  return html`<section class="card"><h2>${texts.parameters}</h2>
${listTable({ caption: texts.parameters, columns: [texts.name, { label: texts.value, phone: "bare" }], rows, none: "" })}</section>`;
}
