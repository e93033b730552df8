import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { copyCode } from "../../components/copy.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { hasLostTokens, lastFailureOf, stopsOf, verdictOf } from "../../components/installation/verdict.ts";
import { verdictPanel } from "../../components/installation/verdict-panel.ts";
import { factList } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { whoOf } from "../audit/row-view.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { eventsView, platformSuspension } from "./events-view.ts";

interface InstallationView {
  installation: Installation;
  /** The newest audit events of the installation. */
  events: readonly AuditEvent[];
  /** The titles of scopes by name. */
  titles: ReadonlyMap<string, string>;
  rejected: RejectedForm | null;
}

type Facts = (readonly [string, HtmlValue])[];

/** The page of one installation: its verdict with the next step, its events, facts, and the operator's actions. */
export function installationPage(context: PageContext, view: InstallationView): Page {
  const { installations: texts } = context.t.console;
  const { installation: one, events, rejected } = view;
  const title = texts.appAtMerchant(one.appName, one.merchantName);
  const body = html`${pageHeader(context, {
    crumbs: [sectionCrumb(context, "/console/installations")],
    title,
    badges: one.test && badge("label", texts.test),
  })}
${rejectionNotice(context, rejected)}
${verdict(context, view)}
<div class="two-columns"><div>
${eventsView(context, one, events)}
<section class="card" aria-labelledby="access"><h2 id="access">${texts.access}</h2>${factList(accessFacts(context, view))}</section>
</div><div>
${stepsOf(context, one, rejected)}
<section class="card" aria-labelledby="facts"><h2 id="facts">${context.t.console.apps.facts}</h2>
${factList(subjectFacts(context, one))}</section>
</div></div>`;
  return { title, body };
}

/**
 * The verdict. While the platform suspends the installation, also the account that suspended it, and the button that lifts the suspension.
 */
function verdict(context: PageContext, { installation: one, events }: InstallationView): Html {
  const { installations: texts } = context.t.console;
  const isMine = one.suspendedByParties.includes(Party.OPERATOR);
  const suspension = isMine ? platformSuspension(events) : undefined;
  const facts: Facts =
    suspension === undefined ? [] : [[context.t.installation.suspendedBy, whoOf(context, suspension)]];
  const stops = stopsOf(one);
  const actions = [
    isMine &&
      buttonForm(context, { action: `/console/installations/${one.installationId}/resume`, label: texts.resume }),
    stops.some((stop) => stop === "app_suspended" || stop === "app_rejected") &&
      html`<a href="${`/console/apps/${one.clientId}`}">${texts.openApp}</a>`,
    stops.includes("merchant_suspended") && html`<a href="${merchantPath(one.merchantId)}">${texts.openMerchant}</a>`,
  ].filter((action) => action !== false);
  return verdictPanel(context, {
    ...{ one, verdict: verdictOf(one), audience: "operator", facts },
    ...(actions.length > 0 && { actions }),
  });
}

function subjectFacts(context: PageContext, one: Installation): Facts {
  const { installations: texts } = context.t.console;
  return [
    [
      texts.appColumn,
      html`<a href="${`/console/apps/${one.clientId}`}" dir="auto">${one.appName}</a><br><small><code>${one.clientId}</code></small>`,
    ],
    [
      texts.merchantColumn,
      html`<a href="${merchantPath(one.merchantId)}" dir="auto">${one.merchantName}</a><br><small><code>${one.merchantId}</code></small>`,
    ],
    [
      texts.by,
      html`<a href="${`/console/accounts/${one.connectedByAccountId}`}" dir="auto">${one.connectedByName || one.connectedByAccountId}</a>`,
    ],
    [texts.connected, formatTimestamp(context, one.connectedAt, texts.never)],
    ...(one.endedAt === undefined ? [] : [[texts.ended, formatTimestamp(context, one.endedAt)] as const]),
    [texts.changed, formatTimestamp(context, one.changedAt)],
    [texts.version, texts.versionNumber(one.version)],
    [texts.id, copyCode(context.t, { id: "installation-id", label: texts.id, value: one.installationId })],
  ];
}

function accessFacts(context: PageContext, { installation: one, titles }: InstallationView): Facts {
  const { installations: texts } = context.t.console;
  const { installation } = context.t;
  const scopes = one.grantedScopes.map((name) => html`<li>${titles.get(name) ?? name} <code>${name}</code></li>`);
  const recorded = (at: Installation["lastUsedAt"]) => recordedTime(context, sinceConnected(one, at), texts.never);
  const failed = lastFailureOf(one);
  return [
    [texts.granted, html`<ul>${scopes}</ul>`],
    [texts.lastUsed, recorded(one.lastUsedAt)],
    [texts.lastRefresh, recorded(one.lastRefreshedAt)],
    [
      texts.lastFailure,
      failed === null
        ? texts.noFailure
        : html`${installation.failures[failed.name]}<br><small class="muted">${recordedTime(context, failed.at)}</small>`,
    ],
    [texts.expires, hasLostTokens(verdictOf(one)) ? "–" : formatTimestamp(context, one.tokensExpireAt)],
  ];
}

/** The suspension, unless the platform already suspends it, and the uninstall. */
function stepsOf(context: PageContext, one: Installation, rejected: RejectedForm | null): Html | null {
  const { installations: texts } = context.t.console;
  const path = `/console/installations/${one.installationId}`;
  if (one.state === InstallationState.UNINSTALLED || one.state === InstallationState.PENDING) return null;
  const suspend =
    !one.suspendedByParties.includes(Party.OPERATOR) &&
    html`<details class="more" ${rejected !== null && "open"}><summary>${texts.suspend} …</summary>
<p class="muted">${texts.suspendHint}</p>
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(context.csrfToken)}
${reasonFields(context, { kind: "suspension", rejected, textOptional: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`;
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.actions}</h2>
${suspend}
<div class="buttons"><a class="button danger outline" href="${`${path}/uninstall`}">${texts.uninstall}</a></div></section>`;
}
