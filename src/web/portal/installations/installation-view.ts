import { type App, type AppHistoryEntry, AppState, type Scope } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import {
  type Installation,
  type InstallationHistoryEntry,
  InstallationState,
  Party,
} from "../../../../gen/latchkey/v1/installation_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { copyBox, copyCode } from "../../components/copy.ts";
import { areaField } from "../../components/fields.ts";
import { csrfField, errorSummary, type FieldError } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import type { Stop } from "../../components/installation/causes.ts";
import { expiryFact } from "../../components/installation/expiry-fact.ts";
import { type Verdict, verdictOf } from "../../components/installation/verdict.ts";
import { namesExpiry, stoppedSince, verdictPanel } from "../../components/installation/verdict-panel.ts";
import { needsMerchant } from "../../components/installation/verdict-view.ts";
import { factList, pathWith } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { decisionBadge, isRefusedNow } from "../../components/scope-decision.ts";
import { supportLink } from "../../components/support-link.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appCrumbs, pathOf } from "../own-app.ts";
import { deliveriesSection } from "./deliveries-view.ts";
import { failureFacts } from "./failure-fact.ts";
import { historyView } from "./history-view.ts";
import { merchantMessage } from "./merchant-message.ts";

export interface InstallationView {
  app: App;
  appHistory: readonly AppHistoryEntry[];
  installation: Installation;
  history: readonly InstallationHistoryEntry[];
  catalogue: readonly Scope[];
  /** The webhook endpoints of the app. */
  endpoints: readonly WebhookEndpoint[];
  /** The rejected input of the pause form. */
  reason: string;
  errors: readonly FieldError[];
}

/** An installation: its verdict with the next step, its events, granted scopes, and the developer's pause. */
export function installationPage(context: PageContext, view: InstallationView): Html {
  const { t } = context;
  const { app, installation: one, history } = view;
  const texts = t.portal.installations;
  const path = `${pathOf(app)}/installations`;
  const own = `${path}/${one.installationId}`;
  const verdict = verdictOf(one);
  const actions = [
    nextStep(context, { app, one, verdict, path: own }),
    asksPlatform(verdict) && supportLink(context),
    guideOf(context, app, verdict),
  ].filter(Boolean);
  return html`${pageHeader(context, {
    crumbs: [...appCrumbs(context, app), { href: path, label: texts.title }],
    title: one.merchantName,
    badges: one.test && badge("label", t.merchant.test),
  })}
${errorSummary(t, view.errors)}
${verdictPanel(context, { one, verdict, audience: "developer", facts: [...failureFacts(context, one, verdict), ...appStop(context, view, verdict)], actions: actions.length > 0 && actions })}
<div class="two-columns"><div>
${historyView(context, { one, verdict, history, charts: `${path}#charts` })}
<section class="card scope-facts"><h2>${texts.scopes}</h2>${scopes(context, view)}<p class="muted"><small>${texts.usage(context.platformName)}</small></p></section>
</div><div>
<section class="card"><h2>${texts.details}</h2>${details(context, one, verdict)}</section>
${deliveriesSection(context, one, view.endpoints)}
${pause(context, view, { verdict, path: own })}
</div></div>`;
}

interface NextStep {
  app: App;
  one: Installation;
  verdict: Verdict;
  path: string;
}

/** The button that ends the developer's pause, the message or the link with which the merchant acts, or the page with the reason. */
function nextStep(context: PageContext, { app, one, verdict, path }: NextStep): Html | null {
  const { t } = context;
  const texts = t.portal.installations;
  // A pause outlives the installation and blocks a re-install, so it can be lifted after an uninstall too.
  const isMine = one.suspendedByParties.includes(Party.APP);
  if (isMine && one.state !== InstallationState.PENDING)
    return html`<form method="post" action="${`${path}/resume`}" data-once>${csrfField(context.csrfToken)}
<button type="submit">${texts.resume}</button></form>`;
  if (verdict.kind === "suspended" && verdict.stops.some((stop) => APP_STOPS.includes(stop)))
    return linkButton(pathOf(app), texts.openApp, "secondary");
  if (verdict.kind === "needs_attention" && verdict.cause === "credentials")
    return linkButton(`${pathOf(app)}#secrets`, texts.openSecrets);
  const message = merchantMessage(context, { app, one, verdict });
  if (message !== null) return message;
  const isGone = verdict.kind === "uninstalled";
  if (app.installUrl === "" || !(needsMerchant(verdict) || isGone)) return null;
  return copyBox(t, { id: "install-link", label: texts.installLink, value: app.installUrl });
}

const PLATFORM_STOPS: readonly Stop[] = ["operator", "app_suspended", "merchant_suspended"];

/** True if only the platform can end a stop: the developer can contact it. */
function asksPlatform(verdict: Verdict): boolean {
  return verdict.kind === "suspended" && verdict.stops.some((stop) => PLATFORM_STOPS.includes(stop));
}

/** The part of the documentation that prevents or ends the problem of a verdict; null if there is none. */
function guideOf({ t }: PageContext, app: App, verdict: Verdict): Html | null {
  const { guides } = t.portal.installations;
  const link = (page: string, section: string, label: string) =>
    html`<a href="${`${pathWith(`/docs/${page}`, { app: app.clientId })}#${section}`}">${label}</a>`;
  if (verdict.kind === "expires_soon") return link("retries", "program", guides.program);
  if (verdict.kind !== "needs_attention") return null;
  switch (verdict.cause) {
    case "reused":
      return link("retries", "rotation", guides.rotation);
    case "expired":
    case "unrefreshed":
      return link("retries", "store", guides.store);
    case "scope":
      return link("scopes", "granted", guides.scopes);
    default:
      return null;
  }
}

/** When and why the platform stopped the app. */
function appStop(context: PageContext, view: InstallationView, verdict: Verdict): (readonly [string, HtmlValue])[] {
  const { installation: texts } = context.t;
  const { app, appHistory, installation: one } = view;
  if (verdict.kind !== "suspended" || !verdict.stops.some((stop) => APP_STOPS.includes(stop))) return [];
  const reason = reasonText(context, app);
  const action = app.state === AppState.REJECTED ? "reject" : "suspend";
  const step = appHistory.find((entry) => entry.action === action);
  return [
    ...(step === undefined || stoppedSince(one) !== undefined
      ? []
      : [[texts.since, formatTimestamp(context, step.at)] as const]),
    ...(reason === null ? [] : [[texts.reason, reason] as const]),
  ];
}

const APP_STOPS: readonly Stop[] = ["app_suspended", "app_rejected"];

function details(context: PageContext, one: Installation, verdict: Verdict): Html {
  const { t } = context;
  const texts = t.portal.installations;
  return factList([
    ...(namesExpiry(verdict) || one.tokensExpireAt === undefined ? [] : [expiryFact(context, one)]),
    [texts.id, copyCode(t, { id: "installation-id", label: texts.id, value: one.installationId })],
    [texts.merchantId, copyCode(t, { id: "merchant-id", label: texts.merchantId, value: one.merchantId })],
  ]);
}

function scopes(context: PageContext, { app, installation, catalogue }: InstallationView): Html {
  const { t } = context;
  const texts = t.portal.installations;
  const item = (name: string) => {
    const title = catalogue.find((scope) => scope.name === name)?.title ?? name;
    const refused = isRefusedNow(app, name, catalogue);
    return html`<li>${title} <code>${name}</code> ${refused && decisionBadge(context, "refused")}</li>`;
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

/** The developer's pause. Where the tokens do not work anyway, it is folded, and says what the pause adds. */
function pause(
  context: PageContext,
  { installation: one, reason, errors }: InstallationView,
  { verdict, path }: Pick<NextStep, "verdict" | "path">,
): Html | null {
  const texts = context.t.portal.installations;
  const isInstalled = one.state === InstallationState.ACTIVE || one.state === InstallationState.SUSPENDED;
  if (!isInstalled || one.suspendedByParties.includes(Party.APP)) return null;
  const isBlocked = verdict.kind === "suspended" || verdict.kind === "paused" || needsMerchant(verdict);
  const field = { name: "reason_text", label: texts.reason, hint: texts.reasonHint, value: reason, optional: true };
  const open = errors.length > 0 && "open";
  const form = html`<form method="post" action="${`${path}/pause`}" novalidate data-once>${csrfField(context.csrfToken)}
${areaField(field, errors)}
<button type="submit" class="secondary">${texts.pause}</button></form>`;
  if (isBlocked)
    return html`<section class="card"><details class="detail" ${open}><summary>${texts.pause}</summary><p>${texts.pauseTooText}</p>
${form}</details></section>`;
  return html`<section class="card"><h2>${texts.pauseTitle}</h2><p>${texts.pauseText}</p>
<details class="more" ${open}><summary>${texts.pause}</summary>
${form}</details></section>`;
}
