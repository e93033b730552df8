import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge, installationBadges } from "../../components/badges.ts";
import { partyName } from "../../components/enum-names.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList, pathWith } from "../../components/list.ts";
import { reasonText } from "../../components/reason.ts";
import { sinceConnected } from "../../components/since-connected.ts";
import { momentOf, since } from "../../components/timestamp.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage } from "../page-router.ts";
import { merchantPath } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { type Refused, refusedNotice } from "../refusal.ts";

interface InstallationView {
  installation: Installation;
  /** What a scope is called, by its name. */
  titles: ReadonlyMap<string, string>;
  refused: Refused | null;
}

/** One app on one merchant. */
export function installationPage(visit: ConsoleVisit, view: InstallationView): ConsolePage {
  const { installations: texts } = visit.t.console;
  const { installation, refused } = view;
  const title = texts.one(installation.appName, installation.merchantName);
  const body = html`${refusedNotice(visit, refused)}
<article class="card"><h1><span dir="auto">${title}</span> ${installationBadges(visit, installation)} ${installation.test && badge("plain", texts.test)}</h1>
${factList(factsOf(visit, view))}
<p class="links"><a href="${pathWith("/console/audit", { installation: installation.installationId })}">${texts.audit}</a></p></article>
${stepsOf(visit, installation, refused)}`;
  return { title, body };
}

function factsOf(visit: ConsoleVisit, { installation: one, titles }: InstallationView): [string, HtmlValue][] {
  const { installations: texts } = visit.t.console;
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
    [texts.connected, momentOf(visit, one.connectedAt, texts.never)],
    [
      texts.by,
      html`<a href="${`/console/accounts/${one.connectedByAccountId}`}" dir="auto">${one.connectedByName || one.connectedByAccountId}</a>`,
    ],
    [texts.lastUsed, momentOf(visit, sinceConnected(one, one.lastUsedAt), texts.never)],
    [texts.version, texts.versionNumber(one.version)],
    [texts.changed, since(visit, one.changedAt)],
    [texts.id, html`<code>${one.installationId}</code>`],
  ];
  const reason = reasonText(visit, one);
  const parties = one.suspendedByParties.map((party) => partyName(visit, party)).join(", ");
  if (parties !== "") facts.push([texts.suspendedBy, parties]);
  if (reason !== null) facts.push([texts.reason, reason]);
  if (one.endedAt !== undefined) facts.push([texts.ended, momentOf(visit, one.endedAt)]);
  return facts;
}

function stepsOf(visit: ConsoleVisit, one: Installation, refused: Refused | null): Html | null {
  const { installations: texts } = visit.t.console;
  const path = `/console/installations/${one.installationId}`;
  const mine = one.suspendedByParties.includes(Party.OPERATOR);
  const over = one.state === InstallationState.UNINSTALLED || one.state === InstallationState.PENDING;
  if (over && !mine) return null;
  const uninstall = html`<div class="buttons"><a role="button" class="secondary outline button-small" href="${`${path}/uninstall`}">${texts.uninstall}</a></div>`;
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.state}</h2>
${
  mine
    ? buttonForm(visit, `${path}/resume`, { label: texts.resume })
    : html`<details class="more" ${refused !== null && "open"}><summary>${texts.suspend}</summary>
<p class="muted">${texts.suspendHint}</p>
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(visit.csrfToken)}
${reasonFields(visit, { kind: "suspension", refused, wordless: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`
}
${!over && uninstall}</section>`;
}
