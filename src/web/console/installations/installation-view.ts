import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, badgeRow, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList, pathWith } from "../../components/list.ts";
import { pageHeader } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";

interface InstallationView {
  installation: Installation;
  /** The titles of scopes by name. */
  titles: ReadonlyMap<string, string>;
  rejected: RejectedForm | null;
}

/** The page of one installation. */
export function installationPage(context: PageContext, view: InstallationView): Page {
  const { installations: texts } = context.t.console;
  const { installation, rejected } = view;
  const title = texts.appAtMerchant(installation.appName, installation.merchantName);
  const body = html`${pageHeader(context, {
    crumbs: [sectionCrumb(context, "/console/installations")],
    title,
    badges: badgeRow([installationBadges(context, installation), installation.test && badge("label", texts.test)]),
  })}
${rejectionNotice(context, rejected)}
<div class="two-columns"><section class="card" aria-labelledby="facts"><h2 id="facts">${context.t.console.apps.facts}</h2>
${factList(factsOf(context, view))}
<p class="links"><a href="${pathWith("/console/audit", { installation: installation.installationId })}">${texts.audit}</a></p></section>
${stepsOf(context, installation, rejected)}</div>`;
  return { title, body };
}

function factsOf(context: PageContext, { installation: one, titles }: InstallationView): [string, HtmlValue][] {
  const { installations: texts } = context.t.console;
  const scopes = one.grantedScopes.map((name) => html`<li>${titles.get(name) ?? name} <code>${name}</code></li>`);
  const facts: [string, HtmlValue][] = [
    [
      texts.appColumn,
      html`<a href="${`/console/apps/${one.clientId}`}" dir="auto">${one.appName}</a> <code>${one.clientId}</code>`,
    ],
    [
      texts.merchantColumn,
      html`<a href="${merchantPath(one.merchantId)}" dir="auto">${one.merchantName}</a> <code>${one.merchantId}</code>`,
    ],
    [texts.granted, html`<ul>${scopes}</ul>`],
    [texts.connected, formatTimestamp(context, one.connectedAt, texts.never)],
    [
      texts.by,
      html`<a href="${`/console/accounts/${one.connectedByAccountId}`}" dir="auto">${one.connectedByName || one.connectedByAccountId}</a>`,
    ],
    [texts.lastUsed, formatTimestamp(context, sinceConnected(one, one.lastUsedAt), texts.never)],
    [texts.version, texts.versionNumber(one.version)],
    [texts.changed, formatTimestamp(context, one.changedAt)],
    [texts.id, html`<code>${one.installationId}</code>`],
  ];
  const reason = reasonText(context, one);
  const parties = one.suspendedByParties.map((party) => partyName(context, party)).join(", ");
  if (parties !== "") facts.push([texts.suspendedBy, parties]);
  if (reason !== null) facts.push([texts.reason, reason]);
  if (one.endedAt !== undefined) facts.push([texts.ended, formatTimestamp(context, one.endedAt)]);
  return facts;
}

function stepsOf(context: PageContext, one: Installation, rejected: RejectedForm | null): Html | null {
  const { installations: texts } = context.t.console;
  const path = `/console/installations/${one.installationId}`;
  const mine = one.suspendedByParties.includes(Party.OPERATOR);
  const over = one.state === InstallationState.UNINSTALLED || one.state === InstallationState.PENDING;
  if (over && !mine) return null;
  const uninstall = html`<div class="buttons"><a class="button danger outline" href="${`${path}/uninstall`}">${texts.uninstall}</a></div>`;
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.state}</h2>
${
  mine
    ? buttonForm(context, { action: `${path}/resume`, label: texts.resume })
    : html`<details class="more" ${rejected !== null && "open"}><summary>${texts.suspend}</summary>
<p class="muted">${texts.suspendHint}</p>
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(context.csrfToken)}
${reasonFields(context, { kind: "suspension", rejected, textOptional: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`
}
${!over && uninstall}</section>`;
}
