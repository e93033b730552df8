import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { type Installation, InstallationState, Party } from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { copyBox, copyCode } from "../../components/copy.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Stop } from "../../components/installation/causes.ts";
import { expiryFact } from "../../components/installation/expiry-fact.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import {
  accessEndedAt,
  hasLostTokens,
  lastFailureOf,
  stopsOf,
  verdictOf,
} from "../../components/installation/verdict.ts";
import { stoppedSince, verdictPanel } from "../../components/installation/verdict-panel.ts";
import { needsMerchant } from "../../components/installation/verdict-view.ts";
import { factList } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { reasonText } from "../../components/reason.ts";
import { lastUseOf, sinceConnected } from "../../components/since-connected.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { whoOf } from "../audit/row-view.ts";
import { appPath, merchantPath, sectionCrumb } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { stateSteps } from "../state-steps.ts";
import { eventsView, platformSuspension } from "./events-view.ts";

export type Reason = Parameters<typeof reasonText>[1];

interface InstallationView {
  installation: Installation;
  /** The newest audit events of the installation. */
  events: readonly AuditEvent[];
  /** The suspension of the app or the merchant; undefined if neither is suspended, or if it is not known. */
  stop: AuditEvent | undefined;
  /** Why the platform suspended the app or the merchant; null if it suspended neither. */
  stopReason: Reason | null;
  /** The link with which the merchant connects again; empty if that does not help. */
  installUrl: string;
  /** The account of the app's developer, if the developer must act. */
  developerId?: string | undefined;
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

/** The verdict with the account that suspended it, the reason, and the buttons of the next step. */
function verdict(
  context: PageContext,
  { installation: one, events, stop, stopReason, installUrl, developerId }: InstallationView,
): Html {
  const { installations: texts } = context.t.console;
  const isMine = one.suspendedByParties.includes(Party.OPERATOR);
  const suspension = isMine ? platformSuspension(events) : stop;
  const reason = stopReason && reasonText(context, stopReason);
  const { since, suspendedBy } = context.t.installation;
  const facts: Facts = [
    ...(stop === undefined || stoppedSince(one) !== undefined
      ? []
      : [[since, formatTimestamp(context, stop.at)] as const]),
    ...(suspension === undefined ? [] : [[suspendedBy, whoOf(context, suspension)] as const]),
    ...(reason === null ? [] : [[context.t.installation.reason, reason] as const]),
  ];
  const resume = { action: `/console/installations/${one.installationId}/resume`, label: texts.resume };
  const link = { id: "install-link", label: context.t.console.apps.installLink, value: installUrl };
  const actions = [
    isMine &&
      html`${buttonForm(context, resume)}
${one.state !== InstallationState.UNINSTALLED && html`<small class="muted">${stopsOf(one).length > 1 ? texts.resumeHintStopped : texts.resumeHint}</small>`}`,
    installUrl !== "" && copyBox(context.t, link),
    ...subjectLinks(context, one, developerId),
  ].filter(Boolean);
  return verdictPanel(context, {
    ...{ one, verdict: verdictOf(one), audience: "operator", facts },
    ...(actions.length > 0 && { actions }),
  });
}

/** The stops that end on the page of the app or of the merchant. */
const APP_STOPS: readonly Stop[] = ["app_suspended", "app_rejected", "app"];
const MERCHANT_STOPS: readonly Stop[] = ["merchant_suspended", "merchant"];
/** The stops that only the app's developer can end. */
const DEVELOPER_STOPS: readonly Stop[] = ["app_rejected", "app"];

/** True if the app's developer must act. */
export function needsDeveloper(one: Installation): boolean {
  const found = verdictOf(one);
  const isForApp = found.kind === "expires_soon" || (found.kind === "needs_attention" && !needsMerchant(found));
  return isForApp || stopsOf(one).some((stop) => DEVELOPER_STOPS.includes(stop));
}

/** Links to the app, its developer or the merchant that must act or that is suspended. */
function subjectLinks(context: PageContext, one: Installation, developerId: string | undefined): HtmlValue[] {
  const { installations: texts } = context.t.console;
  const stops = stopsOf(one);
  const [app, merchant] = [appPath(one.clientId), merchantPath(one.merchantId)];
  const toApp = needsDeveloper(one) || stops.some((stop) => APP_STOPS.includes(stop));
  const toMerchant = needsMerchant(verdictOf(one)) || stops.some((stop) => MERCHANT_STOPS.includes(stop));
  return [
    toApp &&
      (stops.includes("app_suspended")
        ? linkButton(`${app}#state-changes`, texts.resumeApp, "secondary")
        : linkButton(app, texts.openApp, "secondary")),
    developerId && linkButton(`/console/accounts/${developerId}`, texts.openDeveloper, "secondary"),
    toMerchant &&
      (stops.includes("merchant_suspended")
        ? linkButton(`${merchant}#standing`, texts.resumeMerchant, "secondary")
        : linkButton(merchant, texts.openMerchant, "secondary")),
  ];
}

function subjectFacts(context: PageContext, one: Installation): Facts {
  const { installations: texts } = context.t.console;
  const { clientId } = context.t.console.apps;
  return [
    [texts.id, copyCode(context.t, { id: "installation-id", label: texts.id, value: one.installationId })],
    [
      texts.appColumn,
      html`<a href="${appPath(one.clientId)}" dir="auto">${one.appName}</a><br>${copyCode(context.t, { id: "client-id", label: clientId, value: one.clientId })}`,
    ],
    [
      texts.merchantColumn,
      html`<a href="${merchantPath(one.merchantId)}" dir="auto">${one.merchantName}</a><br>${copyCode(context.t, { id: "merchant-id", label: texts.merchantId, value: one.merchantId })}`,
    ],
    [
      texts.by,
      html`<a href="${`/console/accounts/${one.connectedByAccountId}`}" dir="auto">${personName(context, one.connectedByName) || one.connectedByAccountId}</a>`,
    ],
    [texts.version, texts.versionNumber(one.version)],
    [texts.connected, formatTimestamp(context, one.connectedAt, texts.never)],
  ];
}

function accessFacts(context: PageContext, { installation: one, titles }: InstallationView): Facts {
  const { installations: texts } = context.t.console;
  const { installation } = context.t;
  const scopes = one.grantedScopes.map((name) => html`<li>${titles.get(name) ?? name} <code>${name}</code></li>`);
  const recorded = (at: Installation["lastUsedAt"]) => recordedTime(context, at, texts.never);
  const failed = lastFailureOf(one);
  return [
    [texts.granted, html`<ul>${scopes}</ul>`],
    [texts.lastUsed, recorded(lastUseOf(one))],
    [texts.lastRefresh, recorded(sinceConnected(one, one.lastRefreshedAt))],
    [
      texts.lastFailure,
      failed === null
        ? texts.noFailure
        : html`${installation.failures[failed.name]}<br><small class="muted">${recordedTime(context, failed.at)}</small>`,
    ],
    expiryOf(context, one),
  ];
}

/** When the tokens expire, expired or were revoked. Of a revocation after a failed refresh, the time is not known. */
function expiryOf(context: PageContext, one: Installation): readonly [string, HtmlValue] {
  const { installations: texts } = context.t.console;
  const found = verdictOf(one);
  if (hasLostTokens(found) && accessEndedAt(one, found) === null) return [texts.expires, texts.tokensRevoked];
  return one.tokensExpireAt === undefined ? [texts.expires, texts.tokensNone] : expiryFact(context, one);
}

/** The suspension, unless the platform already suspends it, and the uninstall. */
function stepsOf(context: PageContext, one: Installation, rejected: RejectedForm | null): Html | null {
  const { installations: texts } = context.t.console;
  const path = `/console/installations/${one.installationId}`;
  if (one.state === InstallationState.UNINSTALLED || one.state === InstallationState.PENDING) return null;
  const suspend =
    !one.suspendedByParties.includes(Party.OPERATOR) &&
    html`<details class="more" ${rejected !== null && "open"}><summary>${texts.suspend}</summary>
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(context.csrfToken)}
${reasonFields(context, { kind: "suspension", rejected, textOptional: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`;
  const steps = [
    suspend && { hint: texts.suspendHint(context.platformName), action: suspend },
    { hint: texts.uninstallHint, action: linkButton(`${path}/uninstall`, texts.uninstall, "danger outline") },
  ];
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.actions}</h2>${stateSteps(steps)}</section>`;
}
