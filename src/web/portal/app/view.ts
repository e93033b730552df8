import {
  type App,
  type AppHistoryEntry,
  AppState,
  type AppStatisticsDay,
  RefreshMode,
  type RegisteredScope,
  type Scope,
} from "../../../../gen/latchkey/v1/app_service_pb.ts";
import type { WebhookEndpoint } from "../../../../gen/latchkey/v1/webhook_service_pb.ts";
import { appStep } from "../../components/app-step.ts";
import { appStateBadge, badge, badgeRow } from "../../components/badges.ts";
import { copyBox } from "../../components/copy.ts";
import { wordOf } from "../../components/enum-names.ts";
import type { FieldError } from "../../components/form.ts";
import { type Html, html, safeLink } from "../../components/html.ts";
import type { Counts } from "../../components/installation/health-tabs.ts";
import { factList } from "../../components/list.ts";
import type { NoticeTone } from "../../components/notice.ts";
import { linkButton } from "../../components/page-header.ts";
import { reasonText } from "../../components/reason.ts";
import { decisionBadge, scopeDecision } from "../../components/scope-decision.ts";
import { timeline } from "../../components/timeline.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { appHeader } from "../app-header.ts";
import { authorOf } from "../author.ts";
import { isUnderReview, launchUrlPath, leadsNowhere, pathOf, startsAtApp } from "../own-app.ts";
import { secretsSection } from "../secrets/view.ts";
import { differenceTable } from "./difference-view.ts";
import { appAction, discard, nextStep, saysWhy } from "./next-step-view.ts";
import { summarySection } from "./summary-view.ts";
import { webhooksSection } from "./webhooks-view.ts";

export interface AppView {
  app: App;
  history: readonly AppHistoryEntry[];
  installationCount: number;
  catalogue: readonly Scope[];
  /** Null if the core cannot count. */
  counts: Counts | null;
  /** The counts of the last days; null if the core cannot read them. */
  days: readonly AppStatisticsDay[] | null;
  endpoints: readonly WebhookEndpoint[];
  /** The errors that prevent a submission; empty if the app cannot be submitted in its state. */
  missing: readonly FieldError[];
  /** Another app of the team with the same name; null if there is none, or the app is no draft. */
  sameName: App | null;
}

export function appPage(context: PageContext, view: AppView): Html {
  const { app, counts, days } = view;
  const next = { ...view, needsAttention: counts?.needsAttention ?? 0 };
  return html`${appHeader(context, app, appAction(context, next))}
${nextStep(context, next)}
${days && summarySection(context, pathOf(app), { ...view, days })}
<div class="two-columns app-columns"><div>
${pendingSection(context, view)}
${installSection(context, view)}
</div><div>
${secretsSection(context, app)}
${webhooksSection(context, app, view.endpoints)}
</div><div>
${profileSection(context, view)}
${historySection(context, view)}
${endSection(context, app)}
</div></div>`;
}

function pendingSection(context: PageContext, { app, catalogue }: AppView): Html | null {
  if (app.pending === undefined) return null;
  const texts = context.t.portal.app;
  return html`<section class="card"><h2>${texts.pending(app.pending.number)} ${appStateBadge(context, app.pending.state, "developer")}</h2>
<p class="muted">${texts.pendingHint}</p>${differenceTable(context, { app, catalogue })}
${isUnderReview(app) && discard(context, app)}</section>`;
}

function installSection({ t }: PageContext, { app }: AppView): Html | null {
  const texts = t.portal.app.installLink;
  const quickstart = html`<a href="${`/docs/quickstart?app=${app.clientId}`}">${texts.quickstart}</a>`;
  if (app.installUrl === "") {
    if (app.state === AppState.ARCHIVED || app.state === AppState.SUSPENDED) return null;
    if (app.state === AppState.REJECTED)
      return html`<section class="card"><h2>${texts.title}</h2><p>${texts.rejected}</p></section>`;
    return html`<section class="card"><h2>${texts.title}</h2><p>${texts.notYet}</p>${!isUnderReview(app) && html`<p class="links"><a href="/portal/test-merchants">${texts.test}</a> ${quickstart}</p>`}</section>`;
  }
  const code = `${pathOf(app)}/install-link.svg`;
  return html`<section class="card install-card"><div><h2>${texts.title}</h2><p>${installHint(t, app)}${startsAtApp(app) && !isUnderReview(app) && html` <a href="${launchUrlPath(app)}">${texts.addLaunchUrl}</a>`}</p>
<p class="links"><a href="${code}" download="install-link.svg">${texts.download}</a> ${quickstart}</p></div>
<img class="qr" src="${code}" alt="${texts.codeAlt}" width="176" height="176">
${copyBox(t, { id: "install-link", label: texts.link, value: app.installUrl })}</section>`;
}

/** Says how an install starts, by the same rule as the install page (`installStartOf` in service/consent/installable-app.ts). */
export function installHint({ portal }: Messages, app: App): string {
  const { hint, hintPlatform, hintAtApp, hintNowhere } = portal.app.installLink;
  if (app.profile?.launchUrl) return hint;
  if (app.profile !== undefined && leadsNowhere(app.profile, app)) return hintNowhere;
  return startsAtApp(app) ? hintAtApp : hintPlatform;
}

function profileSection(context: PageContext, view: AppView): Html {
  const { app } = view;
  const { t } = context;
  const { form } = t.portal;
  const { fields } = t.portal.app;
  const { profile } = app;
  const none = html`<span class="muted">${t.portal.app.difference.empty}</span>`;
  const link = (address = "") => {
    const href = safeLink(address);
    return href === null ? none : html`<a href="${href}" rel="noopener noreferrer">${address}</a>`;
  };
  const uris = profile?.redirectUris.map((uri) => html`<li><code>${uri}</code></li>`) ?? [];
  const scopes = profile?.scopes.map((scope) => scopeItem(context, view, scope));
  const mode = wordOf(RefreshMode, app.refreshMode) as keyof typeof form.refreshModes;
  return html`<section class="card"><div class="card-head"><h2>${t.portal.app.profile}</h2>${editLink(context, app)}</div>
${factList([
  [form.purpose, html`<span class="lines" dir="auto">${profile?.purpose || none}</span>`],
  [fields.website, link(profile?.website)],
  [fields.support, link(profile?.supportContact)],
  [fields.privacyPolicy, link(profile?.privacyPolicy)],
  [form.kind, app.confidential ? form.confidential[0] : form.public[0]],
  [form.redirectUris, uris.length === 0 ? none : html`<ul class="uris">${uris}</ul>`],
  [form.scopes, scopes === undefined || scopes.length === 0 ? none : html`<ul class="spaced">${scopes}</ul>`],
  [fields.launchUrl, profile?.launchUrl || none],
  [form.refresh, form.refreshModes[mode]?.[0] ?? none],
])}</section>`;
}

/** The link to the form; null while the app cannot be edited. */
function editLink({ t }: PageContext, app: App): Html | null {
  if (app.state === AppState.ARCHIVED || isUnderReview(app)) return null;
  const { editProfile, editShort } = t.portal.app;
  return html`<a class="button secondary button-small" href="${`${pathOf(app)}/edit`}" aria-label="${editProfile}">${editShort}</a>`;
}

/** A scope. A restricted scope has a badge with the platform's decision. */
function scopeItem(
  context: PageContext,
  { app, catalogue }: AppView,
  { name, reason, optional }: RegisteredScope,
): Html {
  const { t, platformName } = context;
  const { difference } = t.portal.app;
  const title = catalogue.find((scope) => scope.name === name)?.title ?? name;
  const decision = scopeDecision(app, name, catalogue);
  const badges = [
    badge("label", optional ? difference.optional : difference.required),
    decisionBadge(context, decision),
  ];
  const hint = decision === null ? "" : t.scopes.decisions(platformName)[decision].hint;
  return html`<li><strong>${title}</strong> <code>${name}</code> ${badgeRow(badges)}<br><span dir="auto" class="muted">${reason}</span>${hint !== "" && html`<br><small>${hint}</small>`}</li>`;
}

const TONES: Readonly<Record<string, NoticeTone>> = {
  approve: "good",
  request_changes: "warn",
  reject: "bad",
  suspend: "bad",
  resume: "good",
};

/** The newest steps; the others are folded. */
const SHOWN = 3;

/** The steps of the app. The message that the next step shows is not repeated. */
function historySection(context: PageContext, { app, history }: AppView): Html {
  const { t } = context;
  const shown = saysWhy(app) ? history.find((entry) => entry.reasonText !== "" && isSame(entry, app)) : undefined;
  const items = history.map((entry) => {
    const reason = entry === shown ? null : reasonText(context, entry);
    const by = authorOf(context, entry);
    return {
      ...{
        at: entry.at,
        exact: true,
        tone: TONES[entry.action] ?? "plain",
        title: appStep(context, entry),
      },
      ...{ by: html`<span class="muted">${by}</span>`, text: reason },
    };
  });
  const [newest, earlier] = [items.slice(0, SHOWN), items.slice(SHOWN)];
  // A single step is not worth a fold.
  const folded = earlier.length > 1;
  return html`<section class="card"><h2>${t.portal.app.history}</h2>${timeline(context, folded ? newest : items)}
${folded && html`<details class="detail"><summary>${t.portal.app.earlier(earlier.length)}</summary>${timeline(context, earlier)}</details>`}</section>`;
}

function isSame(one: AppHistoryEntry, { reasonCode, reasonText: text }: App): boolean {
  return one.reasonCode === reasonCode && one.reasonText === text;
}

function endSection({ t }: PageContext, app: App): Html | null {
  if (app.state === AppState.ARCHIVED) return null;
  return html`<section class="card"><h2>${t.portal.app.archiveHeading}</h2><p class="muted">${t.portal.app.archiveHint}</p>
<div class="buttons">${linkButton(`${pathOf(app)}/archive`, t.portal.app.archive, "danger outline")}</div></section>`;
}
