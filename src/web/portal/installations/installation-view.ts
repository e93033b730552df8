import type { App, Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, type FieldError, faultSummary } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { factList } from "../../components/list.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { momentOf } from "../../components/timestamp.ts";
import { pathOf } from "../own-app.ts";
import type { PortalVisit } from "../page-router.ts";
import { decisionBadge, scopeDecision } from "../scope-decision.ts";
import { daysLeft, failure } from "./health.ts";

export interface InstallationView {
  app: App;
  installation: Installation;
  /** For the scopes' titles. */
  catalogue: readonly Scope[];
  /** What was written about a pause that was not taken. */
  reason: string;
  faults: readonly FieldError[];
}

/** One merchant's installation of the app: how it does, what was granted, and the developer's own pause. */
export function installationPage(visit: PortalVisit, view: InstallationView): Html {
  const { t } = visit;
  const { app, installation: one } = view;
  const texts = t.portal.installations;
  const path = `${pathOf(app)}/installations`;
  return html`<p class="crumbs"><a href="${path}">${texts.back}</a></p>
<div class="heading"><h1 dir="auto">${one.merchantName}</h1>
<p>${installationBadges(visit, one)} ${one.test && badge("warn", t.merchant.test)}</p></div>
${faultSummary(t, view.faults)}
${suspensions(visit, one)}
<section class="card"><h2>${texts.health}</h2>${health(visit, one)}</section>
<section class="card"><h2>${texts.scopes}</h2>${scopes(visit, view)}<p class="muted">${texts.usage}</p></section>
${pause(visit, view, `${path}/${one.installationId}`)}`;
}

function health(visit: PortalVisit, one: Installation): Html {
  const texts = visit.t.portal.installations;
  const { columns } = texts;
  const ended = one.state === InstallationState.UNINSTALLED;
  return html`${factList([
    [texts.id, html`<code>${one.installationId}</code>`],
    [texts.version, String(one.version)],
    [texts.merchantId, html`<code>${one.merchantId}</code>`],
    [texts.connected, momentOf(visit, one.connectedAt, "–")],
    ...(ended ? [[texts.ended, momentOf(visit, one.endedAt, "–")] as const] : []),
    [columns.refreshed, momentOf(visit, sinceConnected(one, one.lastRefreshedAt), texts.never)],
    [columns.failed, failure(visit, one)],
    [columns.expires, ended ? "–" : daysLeft(visit, one.tokensExpireAt)],
  ])}<p class="muted">${texts.hour}</p>`;
}

function scopes({ t }: PortalVisit, { app, installation, catalogue }: InstallationView): Html {
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

function suspensions(visit: PortalVisit, one: Installation): Html | null {
  if (one.state !== InstallationState.SUSPENDED) return null;
  const texts = visit.t.portal.installations;
  const parties = one.suspendedByParties.map((party) => html`<p>${texts.held(partyName(visit, party))}</p>`);
  return html`<div class="notice notice-warn">${parties}
${one.reasonText && html`<p class="lines" dir="auto">${one.reasonText}</p>`}</div>`;
}

function pause(visit: PortalVisit, { installation: one, reason, faults }: InstallationView, path: string): Html | null {
  const texts = visit.t.portal.installations;
  const standing = one.state === InstallationState.ACTIVE || one.state === InstallationState.SUSPENDED;
  if (one.suspendedByParties.includes(Party.APP)) {
    // A pause outlives the end of the installation, and keeps the merchant from a new one.
    return html`<section class="card"><h2>${texts.resumeTitle}</h2><p>${standing ? texts.resumeText : texts.resumeEnded}</p>
<form method="post" action="${`${path}/resume`}" data-once>${csrfField(visit.csrfToken)}
<button type="submit">${texts.resume}</button></form></section>`;
  }
  if (!standing) return null;
  const field = { name: "reason_text", label: texts.why, hint: texts.whyHint, value: reason, optional: true };
  return html`<section class="card"><h2>${texts.pauseTitle}</h2><p>${texts.pauseText}</p>
<form method="post" action="${`${path}/pause`}" novalidate data-once>${csrfField(visit.csrfToken)}
${areaField(field, faults)}
<button type="submit" class="secondary">${texts.pause}</button></form></section>`;
}
