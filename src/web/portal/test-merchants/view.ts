import type { Merchant } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { App } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { actionRow, rowFacts } from "../../components/action-row.ts";
import { copyAction } from "../../components/copy.ts";
import { inputField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { emptyState, factList, noResults, pager, pathWith } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { isUnderReview, launchUrlPath } from "../own-app.ts";
import { teamField } from "../team/current.ts";

interface TestMerchantsView {
  merchants: readonly Merchant[];
  apps: readonly App[];
  q: string;
  token: string;
  next: string;
  name: string;
  errors: readonly FieldError[];
}

const PATH = "/portal/test-merchants";

export function testMerchantsPage(context: PageContext, view: TestMerchantsView): Html {
  const { t } = context;
  const texts = t.portal.testMerchants;
  const { merchants, q, token, next, name, errors } = view;
  // Rendered once, because each row of the page has the same apps.
  const options = view.apps.map(
    (app) => html`<option value="${app.clientId}">${app.profile?.name || t.app.unnamed}</option>`,
  );
  // Right after a merchant was created, the next step is to install an app on it.
  const isNew = context.flash?.done !== undefined && merchants.length > 0;
  const rows = merchants.map((merchant, at) => row(context, merchant, { options, primary: isNew && at === 0 }));
  const found = q !== "" || token !== "" ? noResults(t, q) : null;
  const none = found ?? emptyState({ icon: "flask", title: texts.none, text: texts.noneHint });
  const filtered = q !== "" || token !== "" || next !== "";
  return html`${pageHeader(context, { title: texts.title, lead: texts.lead })}
${errorSummary(t, errors)}
<div class="two-columns"><div><section class="card">${filtered && listFilter(context, { path: PATH, filter: { q }, search: { name: "q", label: texts.search, value: q } })}
${rows.length === 0 ? none : html`<ul class="rows test-merchants" aria-label="${texts.title}">${rows}</ul>`}</section>
${pager(context, { path: PATH, filter: { q }, token, next })}</div>
<section class="card"><h2>${texts.create}</h2>
<form method="post" action="${PATH}" novalidate>${csrfField(context.csrfToken)}${teamField(context)}
${inputField({ name: "name", label: texts.name, hint: texts.nameHint(context.platformName), value: name }, errors)}
<button type="submit" class="${isNew && "secondary"}">${texts.submit}</button></form>
<p class="muted after"><small>${texts.limits(context.platformName)}</small></p></section></div>`;
}

interface Install {
  options: readonly Html[];
  /** True if the button is the next step of the page. */
  primary: boolean;
}

function row(context: PageContext, { merchantId, name, createdAt }: Merchant, install: Install): Html {
  const texts = context.t.portal.testMerchants;
  const apps = pathWith("/connected-apps", { merchant: merchantId });
  const details = rowFacts([
    html`<code>${merchantId}</code>`,
    html`${texts.createdAt}: ${formatDay(context, createdAt)}`,
    html`<a href="${apps}" aria-label="${texts.connectedOf(name)}">${texts.connected}</a>`,
  ]);
  const action = installForm(context, { merchantId, name }, install);
  return html`<li>${actionRow({ icon: "store", title: html`<span dir="auto">${name}</span>`, details, action })}</li>`;
}

function installForm(
  context: PageContext,
  { merchantId, name }: Pick<Merchant, "merchantId" | "name">,
  { options, primary }: Install,
): Html {
  const { t, csrfToken } = context;
  const texts = t.portal.testMerchants;
  if (options.length === 0) return html`<span class="muted">${texts.noApps}</span>`;
  return html`<form class="cell-form" method="post" action="${`${PATH}/${merchantId}/install`}">${csrfField(csrfToken)}${teamField(context)}
<select name="client_id" aria-label="${texts.choose(name)}">${options}</select>
<button type="submit" class="${primary ? "button-small" : "secondary button-small"}">${texts.install}</button></form>`;
}

/** Stands for the value that the app creates. */
const STATE = "STATE";

/** The page for an app without a launch URL: the authorization URL for this merchant. */
export function startAtAppPage(context: PageContext, app: App, merchantId: string): Page {
  const { t } = context;
  const texts = t.portal.testMerchants;
  const name = app.profile?.name || t.app.unnamed;
  const profile = app.profile;
  const url = new URL("/oauth/authorize", context.web.publicUrl);
  url.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: profile?.redirectUris[0] ?? "",
    scope: profile?.scopes.map((scope) => scope.name).join(" ") ?? "",
    state: STATE,
    merchant_hint: merchantId,
  }).toString();
  const [before, after] = url.href.split(`&state=${STATE}&`);
  const body = html`${pageHeader(context, { crumbs: [{ href: PATH, label: t.portal.sections.testMerchants }], title: texts.startsInApp(name), lead: texts.startsInAppLead(name, context.platformName) })}
<section class="card"><h2>${texts.startsInAppUrl}</h2>
<p>${texts.startsInAppText}</p>
<code class="secret" id="authorize-url">${before}&amp;state=<mark>${STATE}</mark>&amp;${after}</code>
${factList([
  [html`<mark>${STATE}</mark>`, texts.startsInAppState],
  [html`<code>merchant_hint</code>`, texts.startsInAppMerchant],
])}
<p class="muted after">${texts.startsInAppHint}</p>
<div class="buttons">${copyAction(t, { id: "authorize-url", label: texts.startsInAppCopy })}${!isUnderReview(app) && linkButton(launchUrlPath(app), texts.addLaunchUrl, "secondary")}${linkButton(PATH, texts.back, "secondary")}</div></section>`;
  return { title: texts.startsInApp(name), body };
}
