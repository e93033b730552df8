import { create } from "@bufbuild/protobuf";
import type { Account } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import {
  ConsentAppSchema,
  type GetInstallPageResponse,
  InstallStart,
} from "../../../../gen/latchkey/v1/consent_service_pb.ts";
import { appHeader, appLinks, notReviewed, websiteHost } from "../../components/app-card.ts";
import { accountLine } from "../../components/consent/account-view.ts";
import { stepsLine } from "../../components/consent/steps-view.ts";
import { csrfField, type FieldError } from "../../components/form.ts";
import { type Html, html, safeLink } from "../../components/html.ts";
import { icon } from "../../components/icon.ts";
import { merchantChoice } from "../../components/merchant-choice.ts";
import { notice } from "../../components/notice.ts";
import { linkButton } from "../../components/page-header.ts";
import { scopeFold } from "../../components/scope-fold.ts";
import { isStopped, stoppedHeading, stopReasons, toConnectedApps } from "../../components/stopped-connection.ts";
import type { Frame } from "../../layout/frame.ts";

export interface InstallView {
  install: GetInstallPageResponse;
  clientId: string;
  csrfToken: string;
  errors: readonly FieldError[];
  account: Account;
  /** The scope that the merchant came to allow; empty if there is none. */
  allow: string;
  /** The id of the merchant from whose page the link comes; empty if there is none. */
  merchant: string;
}

export function installPage(frame: Frame, view: InstallView): Html {
  const { t } = frame;
  const { install, account } = view;
  const app = install.app ?? create(ConsentAppSchema);
  return html`<article class="card consent install">
<div class="card-top">${stepsLine(t, "install", "about")}
${accountLine(t, account, `/install/${view.clientId}`)}</div>
${appHeader(frame, app, headingOf(frame, view), { isPair: true })}
${app.purpose && html`<p class="lines" dir="auto">${app.purpose}</p>`}
${notReviewed(frame, app)}
${stepOf(frame, view)}
</article>`;
}

function stepOf(frame: Frame, view: InstallView): Html {
  const { install } = view;
  const stopped = stoppedMerchant(install);
  if (stopped !== undefined)
    return html`${stopReasons(frame, stopped)}<div class="decision">${notNow(frame)}${toConnectedApps(frame, stopped)}</div>`;
  return html`${toAllow(frame, view)}${install.start === InstallStart.AT_APP ? atTheApp(frame, view) : form(frame, view)}`;
}

/** The only merchant, if the app is paused or suspended there. */
function stoppedMerchant({ merchants }: GetInstallPageResponse) {
  const [only] = merchants;
  return merchants.length === 1 && only !== undefined && isStopped(only) ? only : undefined;
}

/** The scope that the merchant came to allow. */
function scopeToAllow({ install, allow }: Pick<InstallView, "install" | "allow">) {
  return install.scopes.find(({ name }) => name === allow);
}

/** How to allow a scope that was not allowed before. */
function toAllow({ t }: Frame, view: InstallView): Html | null {
  const scope = scopeToAllow(view);
  if (scope === undefined) return null;
  // The form keeps the scope, so that the consent page has it ticked.
  const text = view.install.start === InstallStart.AT_APP ? t.install.toTick : t.install.toAllow;
  return notice("plain", text(scope.title || scope.name));
}

/** The heading, which is the title of the page and names the only shop. */
export function headingOf(frame: Pick<Frame, "t">, view: Pick<InstallView, "install" | "allow">): string {
  const { t } = frame;
  const { app, merchants, start } = view.install;
  const name = app?.name ?? "";
  const stopped = stoppedMerchant(view.install);
  if (stopped !== undefined) return stoppedHeading(frame, name, stopped);
  if (scopeToAllow(view) !== undefined) return t.install.headingMore(name);
  const [only] = merchants;
  if (merchants.length === 1 && only?.connectionExpired) return t.install.headingAgain(name, only.name);
  if (merchants.length === 1 && only !== undefined && only.grantedScopes.length > 0)
    return t.merchant.connectedHeading(name, only.name);
  if (start === InstallStart.AT_APP) {
    const { headingAtApp, headingInApp } = t.install;
    return safeLink(app?.website ?? "") === null ? headingInApp(name) : headingAtApp(name);
  }
  if (only === undefined || merchants.length > 1) return t.install.heading(name);
  return t.install.headingFor(name, only.name);
}

/** The scopes as on the sign-in page: folded, because the consent page lists them. */
function scopesOf({ t }: Frame, { scopes }: GetInstallPageResponse): Html | null {
  return scopes.length === 0 ? null : scopeFold(t, scopes);
}

/** True if the account cannot install the app for any merchant. */
export function isForbidden({ start, merchants }: GetInstallPageResponse): boolean {
  return start !== InstallStart.AT_APP && merchants.length === 0;
}

/** Website, support contact and privacy policy of the app, as the last line before the answer. */
function contacts(frame: Frame, { app }: GetInstallPageResponse): Html {
  return html`<li>${icon("info")}${appLinks(frame, app ?? create(ConsentAppSchema))}</li>`;
}

function atTheApp(frame: Frame, { install }: InstallView): Html {
  const { t } = frame;
  const { app } = install;
  const name = app?.name ?? "";
  const href = safeLink(app?.website ?? "");
  const { startsInApp, startsNowhere } = t.install;
  const next = href === null ? startsNowhere(name) : startsInApp(name, websiteHost(app?.website));
  return html`${scopesOf(frame, install)}
<ul class="next"><li>${icon("leave")}<span>${next}</span></li>
<li>${icon("lock")}<span>${nothingYet(frame, install)}</span></li>
${contacts(frame, install)}</ul>
<div class="decision">${notNow(frame)}${href !== null && html`<a class="button" href="${href}" rel="noopener noreferrer">${t.install.openWebsite}</a>`}</div>`;
}

/** The install page itself neither shares nor changes anything. */
function nothingYet({ t }: Frame, { merchants }: GetInstallPageResponse): string {
  const isConnected = merchants.some(({ grantedScopes }) => grantedScopes.length > 0);
  return isConnected ? t.install.unchangedYet : t.install.nothingYet;
}

/** The way out, which changes nothing. */
function notNow({ t }: Frame): Html {
  return linkButton("/", t.install.notNow, "secondary");
}

function form(frame: Frame, view: InstallView): Html {
  const { install, clientId, csrfToken, errors, merchant } = view;
  const { merchants } = install;
  const chosen = merchants.some((one) => one.merchantId === merchant && !isStopped(one)) ? merchant : "";
  const { t } = frame;
  const next = install.start === InstallStart.PLATFORM ? t.install.platform : t.install.launch(install.launchOrigin);
  return html`<form method="post" action="${`/install/${clientId}`}" novalidate data-once>
${csrfField(csrfToken)}${scopeToAllow(view) && html`<input type="hidden" name="allow" value="${view.allow}">`}
${merchantChoice(t, { merchants, chosen, errors, focusError: true })}
${scopesOf(frame, install)}
<ul class="next"><li>${icon(install.start === InstallStart.PLATFORM ? "shield" : "leave")}<span>${next}</span></li>
<li>${icon("lock")}<span>${nothingYet(frame, install)}</span></li>
${contacts(frame, install)}</ul>
<div class="decision">${notNow(frame)}<button type="submit">${t.install.submit}</button></div>
</form>`;
}
