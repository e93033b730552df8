import type { App, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, badgeRow, installationBadges } from "../../components/badges.ts";
import { copyCode } from "../../components/copy.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList, statList } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { reasonName } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, pathOf } from "../own-app.ts";
import { decisionBadge, scopeDecision } from "../scope-decision.ts";
import { daysLeft, failure, failureAdvice } from "./health.ts";
import { recently } from "./times.ts";

export interface InstallationView {
  app: App;
  installation: Installation;
  catalogue: readonly Scope[];
  /** The rejected input of the pause form. */
  reason: string;
  errors: readonly FieldError[];
}

/** An installation: health, granted scopes, and the developer's pause. */
export function installationPage(context: PageContext, view: InstallationView): Html {
  const { t } = context;
  const { app, installation: one } = view;
  const texts = t.portal.installations;
  const path = `${pathOf(app)}/installations`;
  return html`${pageHeader(context, {
    crumbs: [...appCrumbs(context, app), { href: path, label: texts.title }],
    title: one.merchantName,
    badges: badgeRow([installationBadges(context, one), one.test && badge("label", t.merchant.test)]),
  })}
${errorSummary(t, view.errors)}
${stopped(context, one, `${path}/${one.installationId}`)}
<div class="two-columns"><div>
<section class="card"><h2>${texts.health}</h2>${health(context, one)}</section>
<section class="card"><h2>${texts.scopes}</h2>${scopes(context, view)}<p class="muted"><small>${texts.usage}</small></p></section>
</div><div>
<section class="card"><h2>${texts.details}</h2>${details(context, one)}</section>
${pause(context, view, `${path}/${one.installationId}`)}
</div></div>`;
}

function health(context: PageContext, one: Installation): Html {
  const texts = context.t.portal.installations;
  const { columns } = texts;
  const ended = one.state === InstallationState.UNINSTALLED;
  return html`${statList([
    [columns.refreshed, recently(context, sinceConnected(one, one.lastRefreshedAt), texts.never)],
    [columns.failed, failure(context, one)],
    [columns.expires, ended ? "–" : daysLeft(context, one.tokensExpireAt)],
  ])}
${failureAdvice(context, one)}`;
}

function details(context: PageContext, one: Installation): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const ended = one.state === InstallationState.UNINSTALLED;
  return factList([
    [texts.id, copyCode(t, { id: "installation-id", label: texts.id, value: one.installationId })],
    [texts.merchantId, copyCode(t, { id: "merchant-id", label: texts.merchantId, value: one.merchantId })],
    [texts.version, String(one.version)],
    [texts.connected, formatTimestamp(context, one.connectedAt, "–")],
    ...(ended ? [[texts.ended, formatTimestamp(context, one.endedAt, "–")] as const] : []),
  ]);
}

function scopes({ t }: PageContext, { app, installation, catalogue }: InstallationView): Html {
  const texts = t.portal.installations;
  const item = (name: string) => {
    const title = catalogue.find((scope) => scope.name === name)?.title ?? name;
    const refused = scopeDecision(app, name, catalogue) === "refused";
    return html`<li>${title} <code>${name}</code> ${refused && decisionBadge(t, "refused")}</li>`;
  };
  const granted = installation.grantedScopes;
  const declined = (app.profile?.scopes ?? []).map(({ name }) => name).filter((name) => !granted.includes(name));
  const list = (names: readonly string[]) =>
    names.length === 0 ? html`<span class="muted">${texts.nothing}</span>` : html`<ul>${names.map(item)}</ul>`;
  return factList([
    [texts.granted, list(granted)],
    [texts.declined, list(declined)],
  ]);
}

/** The parties that stopped the installation, the reason, and the button that ends the developer's pause. */
function stopped(context: PageContext, one: Installation, path: string): Html | null {
  const texts = context.t.portal.installations;
  const isMine = one.suspendedByParties.includes(Party.APP);
  // A pause outlives the installation and blocks a re-install, so it can be lifted after an uninstall too.
  const isEnded = one.state === InstallationState.UNINSTALLED;
  if (one.state !== InstallationState.SUSPENDED && !(isEnded && isMine)) return null;
  const byOperator = one.suspendedByParties.includes(Party.OPERATOR);
  const { operator, merchant, you, youToo } = texts.stoppedBy;
  const reason = reasonOf(context, one);
  return html`<div class="notice ${byOperator ? "notice-fault" : "notice-warn"}">
${byOperator && html`<p>${operator(context.platformName)}</p>${reason}`}
${one.suspendedByParties.includes(Party.MERCHANT) && html`<p>${merchant}</p>`}
${isMine && html`<p>${isEnded ? texts.resumeEnded : one.suspendedByParties.length > 1 ? youToo : you}</p>`}
${!byOperator && reason}
${
  isMine &&
  html`<form method="post" action="${`${path}/resume`}" data-once>${csrfField(context.csrfToken)}
<button type="submit" class="secondary">${texts.resume}</button></form>`
}</div>`;
}

/** The name of the reason, if it has one, and its text. */
function reasonOf(context: PageContext, one: Installation): Html | null {
  const name = reasonName(context, one.reasonCode);
  const text = one.reasonText && html`<span class="lines" dir="auto">${one.reasonText}</span>`;
  if (name === one.reasonCode) return text === "" ? null : html`<p>${text}</p>`;
  return html`<p><strong>${name}</strong>${text && html`<br>${text}`}</p>`;
}

function pause(
  context: PageContext,
  { installation: one, reason, errors }: InstallationView,
  path: string,
): Html | null {
  const texts = context.t.portal.installations;
  const isInstalled = one.state === InstallationState.ACTIVE || one.state === InstallationState.SUSPENDED;
  if (!isInstalled || one.suspendedByParties.includes(Party.APP)) return null;
  const field = { name: "reason_text", label: texts.reason, hint: texts.reasonHint, value: reason, optional: true };
  return html`<section class="card"><h2>${texts.pauseTitle}</h2><p>${texts.pauseText}</p>
<details class="more" ${errors.length > 0 && "open"}><summary>${texts.pause} …</summary>
<form method="post" action="${`${path}/pause`}" novalidate data-once>${csrfField(context.csrfToken)}
${areaField(field, errors)}
<button type="submit" class="secondary">${texts.pause}</button></form></details></section>`;
}
