import type { App, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, badgeRow, installationBadges } from "../../components/badges.ts";
import { copyCode } from "../../components/copy.ts";
import { partyName } from "../../components/enum-names.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList, statList } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, pathOf } from "../own-app.ts";
import { decisionBadge, scopeDecision } from "../scope-decision.ts";
import { daysLeft, failure, failureAdvice } from "./health.ts";

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
${suspensions(context, one)}
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
    [columns.refreshed, formatTimestamp(context, sinceConnected(one, one.lastRefreshedAt), texts.never)],
    [columns.failed, failure(context, one)],
    [columns.expires, ended ? "–" : daysLeft(context, one.tokensExpireAt)],
  ])}
${failureAdvice(context, one)}
<p class="muted"><small>${texts.accuracy}</small></p>`;
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

function suspensions(context: PageContext, one: Installation): Html | null {
  if (one.state !== InstallationState.SUSPENDED) return null;
  const texts = context.t.portal.installations;
  const parties = one.suspendedByParties.map(
    (party) => html`<p>${texts.suspendedUntil(partyName(context, party))}</p>`,
  );
  return html`<div class="notice notice-warn">${parties}
${one.reasonText && html`<p class="lines" dir="auto">${one.reasonText}</p>`}</div>`;
}

function pause(
  context: PageContext,
  { installation: one, reason, errors }: InstallationView,
  path: string,
): Html | null {
  const texts = context.t.portal.installations;
  const isInstalled = one.state === InstallationState.ACTIVE || one.state === InstallationState.SUSPENDED;
  if (one.suspendedByParties.includes(Party.APP)) {
    // A pause outlives the installation and blocks a re-install, so it can be lifted after an uninstall too.
    return html`<section class="card"><h2>${texts.resumeTitle}</h2><p>${isInstalled ? texts.resumeText : texts.resumeEnded}</p>
<form method="post" action="${`${path}/resume`}" data-once>${csrfField(context.csrfToken)}
<button type="submit">${texts.resume}</button></form></section>`;
  }
  if (!isInstalled) return null;
  const field = { name: "reason_text", label: texts.reason, hint: texts.reasonHint, value: reason, optional: true };
  return html`<section class="card"><h2>${texts.pauseTitle}</h2><p>${texts.pauseText}</p>
<form method="post" action="${`${path}/pause`}" novalidate data-once>${csrfField(context.csrfToken)}
${areaField(field, errors)}
<button type="submit" class="secondary">${texts.pause}</button></form></section>`;
}
