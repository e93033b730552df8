import { isOAuthCode } from "../../../oauth/errors.ts";
import { foldedCodeBlock } from "../../components/code-block.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { emptyState, pathWith } from "../../components/list.ts";
import { linkButton } from "../../components/page-header.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { blocksOf, failuresOf, prose } from "../blocks.ts";
import type { Refused } from "./consent.ts";
import type { HttpExchange } from "./http-call.ts";
import { type Issued, sealIssued } from "./issued.ts";
import { type Choice, grantableScopes, type OwnThings } from "./read.ts";
import { apiRequest, stepsOf, tokensOf } from "./steps.ts";

const PATH = "/docs/try";

/** A page of the flow after the choice. */
export interface StepPage {
  title: string;
  /** The content below the title. */
  body: Html;
}

/** The choice of an app and a test merchant. The app of the query or of the other pages is chosen at first. */
export function choosePage({ t, query, chosenApp }: PageContext, { apps, merchants }: OwnThings): Html {
  const texts = t.docs.try;
  const heading = html`<h1>${texts.title}</h1><p class="lead">${prose(texts.lead)}</p>${stepsOf(t, "choose")}`;
  if (apps.length === 0)
    return html`${heading}${emptyState({ icon: "apps", title: texts.noApp, action: linkButton("/portal/apps/new", texts.createApp) })}`;
  if (merchants.length === 0)
    return html`${heading}${emptyState({ icon: "flask", title: texts.noMerchant, action: linkButton("/portal/test-merchants", texts.createMerchant) })}`;
  const appOptions = apps.map(({ clientId, profile }) => ({
    value: clientId,
    label: `${profile?.name || t.app.unnamed} (${clientId})`,
  }));
  const merchantOptions = merchants.map(({ merchantId, name }) => ({
    value: merchantId,
    label: `${name} (${merchantId})`,
  }));
  return html`${heading}<form class="card" method="get" action="${PATH}">
${selectField({ name: "app", label: texts.app, options: appOptions, value: query.one("app") ?? chosenApp ?? "" })}
${selectField({ name: "merchant", label: texts.merchant, options: merchantOptions })}
<button type="submit">${texts.continue}</button></form>
${failuresOf(t, { title: texts.failsTitle, rows: Object.entries(texts.fixes("/portal")).map(([code, fix]) => [`[\`${code}\`](/docs/errors#${code})`, fix]) })}`;
}

/** The consent of the developer for the test merchant, and the app's secret. */
export function allowPage(context: PageContext, choice: Choice): StepPage {
  const { t, csrfToken } = context;
  const { app, merchant } = choice;
  const texts = t.docs.try;
  const name = app.profile?.name || t.app.unnamed;
  const scopes = grantableScopes(choice);
  const items = scopes.map((scope, at) => {
    const text = html`${scope.title} <code>${scope.name}</code>`;
    const id = `scope-${at}`;
    const required = !scope.optional && html` <small>${t.portal.app.difference.required}</small>`;
    return html`<li class="check"><input type="checkbox" id="${id}" name="scope" value="${scope.name}" checked ${required && html`disabled`}> <label for="${id}">${text}${required}</label></li>`;
  });
  const ready = scopes.length > 0 && (app.profile?.redirectUris.length ?? 0) > 0;
  const form = html`<form class="card" method="post" action="${`${PATH}/authorize`}" autocomplete="off" data-once>${csrfField(csrfToken)}
<input type="hidden" name="app" value="${app.clientId}"><input type="hidden" name="merchant" value="${merchant.merchantId}">
<p>${texts.allow(name, merchant.name)}</p><ul class="plain-list">${items}</ul>
${app.confidential && secretField(context)}
<button type="submit">${texts.allowSubmit}</button></form>`;
  const edit = html`<p class="notice notice-warn">${texts.incomplete} <a href="${`/portal/apps/${app.clientId}/edit`}">${texts.edit}</a></p>`;
  const body = html`<p class="lead">${prose(texts.allowLead)}</p>${stepsOf(t, "allow")}${ready ? form : edit}`;
  return { title: texts.allowTitle, body };
}

/** @param fault the error of the secret in the last call */
function secretField({ t }: PageContext, fault: string | null = null): Html {
  const texts = t.docs.try;
  const errors = fault === null ? [] : [{ field: "client_secret", text: fault }];
  const field = { name: "client_secret", label: texts.secret, hint: texts.secretHint, type: "password" } as const;
  return inputField(field, errors);
}

/** The page that is shown if the core issued no code. */
export function refusedPage({ t }: PageContext, { app }: Choice, { error, description }: Refused): StepPage {
  const texts = t.docs.try;
  const link = isOAuthCode(error) && html` <a href="${`/docs/errors#${error}`}"><code>${error}</code></a>`;
  const body = html`${stepsOf(t, "allow")}<p class="notice notice-fault" role="alert">${description}${link}</p>
<p><a href="${pathWith(PATH, { app: app.clientId })}">${texts.again}</a></p>`;
  return { title: texts.refused, body };
}

/** The request beside the response, and below them the request as a command. */
function exchangeOf(t: Messages, { request, curl, response, statusLine: status }: HttpExchange): Html {
  const { request: requestLabel, response: responseLabel, curl: curlLabel, showCurl } = t.docs.try;
  const command = { id: "curl-text", label: curlLabel, code: curl, syntax: "shell", shortens: true } as const;
  return html`<div class="docs-exchange">${blocksOf(t, [
    { id: "request-text", label: requestLabel, code: request, syntax: "http", shortens: true },
    { id: "response-text", label: responseLabel, code: response, syntax: "http", status, shortens: true },
  ])}${foldedCodeBlock(t, command, { summary: showCurl })}</div>`;
}

export type CallName = "exchange" | "refresh" | "revoke" | "uninstall";

interface Result {
  name: CallName;
  choice: Choice;
  exchange: HttpExchange;
  issued: Issued;
  /** True if the app has a secret and the form had none. */
  lacksSecret: boolean;
  /** The chosen scopes, with which a failed exchange is tried again. */
  scopes: readonly string[];
}

/** The outcome of a call, or the error with its fix. */
function outcomeOf({ docs }: Messages, { name, choice, lacksSecret, exchange: { status, body } }: Result): Html {
  const { outcomes, answered, meaning, missingSecret } = docs.try;
  const fixes = docs.try.fixes(`/portal/apps/${choice.app.clientId}#secrets`);
  if (status < 300) return html`<p class="notice notice-good" role="status">${outcomes[name]}</p>`;
  const error = typeof body.error === "string" ? body.error : "";
  const link = isOAuthCode(error) && html`<a href="${`/docs/errors#${error}`}">${meaning} <code>${error}</code></a>`;
  return html`<p class="notice notice-fault" role="status">${answered(status)} ${prose(lacksSecret ? missingSecret : (fixes[error] ?? ""))} ${link}</p>`;
}

/** A request, its response, and the further calls that the tokens allow. */
export function resultPage(context: PageContext, result: Result): StepPage {
  const { t } = context;
  const { name, choice, exchange, issued } = result;
  const texts = t.docs.try;
  const hasTokens = issued.accessToken !== "";
  const again = pathWith(PATH, { app: issued.clientId, merchant: issued.merchantId });
  const call = name === "revoke" && issued.refreshToken === "" ? texts.revokeAccess : texts[name];
  const title = name === "exchange" && hasTokens ? texts.received : call;
  const body = html`<p class="lead">${texts.on(choice.app.profile?.name || t.app.unnamed, choice.merchant.name)}</p>
${stepsOf(t, hasTokens ? "call" : "allow")}
${outcomeOf(t, result)}
${hasTokens ? null : againForm(context, result)}
${tokensOf(t, exchange)}
${hasTokens && html`<p class="try-jump">${linkButton("#next", texts.next, "secondary")}</p>`}
${exchangeOf(t, exchange)}
${hasTokens && exchange.status < 300 && apiRequest(t, { accessToken: issued.accessToken, apiUrl: context.web.docsApiUrl, ended: name === "revoke" || name === "uninstall" })}
${hasTokens && nextCalls(context, result)}
<p>${hasEnded(result) ? linkButton(again, texts.authorizeAgain) : html`<a href="${again}">${texts.authorizeAgain}</a>`}</p>`;
  return { title, body };
}

/** True if the call has ended all access, so that further calls fail. */
function hasEnded({ name, exchange, issued }: Result): boolean {
  const isEnd = name === "uninstall" || (name === "revoke" && issued.refreshToken !== "");
  return isEnd && exchange.status < 300;
}

/** The exchange again, with another secret; null for an app without one. */
function againForm(
  context: PageContext,
  { choice: { app, merchant }, scopes, lacksSecret, exchange }: Result,
): Html | null {
  if (!app.confidential) return null;
  const { t, csrfToken } = context;
  const { wrongSecret, missingSecret } = t.docs.try;
  const fault = exchange.body.error === "invalid_client" ? (lacksSecret ? missingSecret : wrongSecret) : null;
  const chosen = scopes.map((scope) => html`<input type="hidden" name="scope" value="${scope}">`);
  return html`<form class="card" method="post" action="${`${PATH}/authorize`}" autocomplete="off" data-once>${csrfField(csrfToken)}
<input type="hidden" name="app" value="${app.clientId}"><input type="hidden" name="merchant" value="${merchant.merchantId}">${chosen}
${secretField(context, fault)}
<button type="submit">${t.docs.try.tryAgain}</button></form>`;
}

/** The calls with the newest tokens. After the end of the access, they show their errors. */
function nextCalls(context: PageContext, result: Result): Html {
  const { t, csrfToken } = context;
  const { issued, choice } = result;
  const texts = t.docs.try;
  const ended = hasEnded(result);
  const done = result.exchange.status < 300 ? result.name : "";
  const refresh = ended ? texts.refreshFails : texts.refresh;
  const revoke = issued.refreshToken === "" ? "revokeAccess" : "revoke";
  const effect = texts.effects.uninstall(choice.app.profile?.name || t.app.unnamed, choice.merchant.name);
  const actions = [
    issued.refreshToken !== "" &&
      (["refresh", refresh, ended ? "secondary" : "", ended ? "" : texts.effects.refresh] as const),
    !ended && done !== "revoke" && (["revoke", texts[revoke], "danger outline", texts.effects[revoke]] as const),
    choice.app.confidential &&
      done !== "uninstall" &&
      (["uninstall", texts.uninstall, "danger outline", effect] as const),
  ].filter((one) => one !== false);
  const buttons = actions.map(
    ([action, label, tone, effect]) =>
      html`<p class="try-call"><button type="submit" name="action" value="${action}" class="${tone}">${label}</button>${effect && html`<small>${effect}</small>`}</p>`,
  );
  return html`<h2 id="next">${texts.next}</h2><form class="card" method="post" action="${`${PATH}/call`}" autocomplete="off">${csrfField(csrfToken)}
<input type="hidden" name="issued" value="${sealIssued(context, issued)}">
${choice.app.confidential && secretField(context)}${buttons}</form>`;
}
