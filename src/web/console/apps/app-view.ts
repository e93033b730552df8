import { AppState, RefreshMode } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { appLogo } from "../../components/app-card.ts";
import { appStateBadge, appTone, badge, badgeRow } from "../../components/badges.ts";
import { copyCode } from "../../components/copy.ts";
import { appStateKey, wordOf } from "../../components/enum-names.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { factList, pathWith } from "../../components/list.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { formatDay, formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { appPath, QUEUE, queueCrumb, sectionCrumb } from "../paths.ts";
import { changesView } from "../review/changes-view.ts";
import { checksView } from "../review/checks-view.ts";
import { isClaimedByOther } from "../review/claim-view.ts";
import { conversationView } from "../review/conversation-view.ts";
import { laterView, nextView } from "../review/next-view.ts";
import { previewView } from "../review/preview-view.ts";
import { unsentText } from "../review/unsent-text.ts";
import { suspensionNotice } from "../suspensions.ts";
import { decideLabel, decideView, standingSteps } from "./decide-view.ts";
import { type AppFacts, isOpen, subjectOf } from "./facts.ts";
import { historyView } from "./history-view.ts";
import { profileFacts } from "./profile-view.ts";
import { scopesView } from "./scopes-view.ts";

/** An app with all facts for its review. */
export function appPage(context: PageContext, facts: AppFacts, rejected: RejectedForm | null): Page {
  const { app } = facts;
  const subject = subjectOf(app);
  const name = subject.profile?.name || app.clientId;
  const { apps } = context.t.console;
  // While a review is open, the steps that are no decision come last.
  const [open, steps] = [isOpen(subject), standingSteps(context, facts)];
  const body = html`${heading(context, facts, name)}
${rejectionNotice(context, rejected)}${unsentText(context, facts, rejected)}${withdrawalNotice(context, facts)}${app.state === AppState.SUSPENDED && suspensionNotice(context, facts.suspension, app)}
<div class="review-columns"><div>
${conversationView(context, facts)}${changesView(context, facts)}${checksView(context, facts)}
<section class="card" aria-labelledby="scopes"><h2 id="scopes">${apps.scopes}</h2>${scopesView(context, facts)}</section>
</div><div>
${nextView(context, facts)}${decideView(context, facts, rejected)}${laterView(context, facts)}${!open && steps}
<section class="card" aria-labelledby="facts"><h2 id="facts">${apps.facts}</h2>${factsOf(context, facts)}</section>
</div><div>
<section class="card" aria-labelledby="profile"><h2 id="profile">${apps.profile}</h2>
${subject.revision && html`<p class="muted">${open ? apps.reviewed(subject.number) : apps.notReviewed(subject.number, context.t.appStates[appStateKey(subject.state)])}</p>`}
${subject.profile && profileFacts(context, subject.profile)}</section>
${previewView(context, facts)}
<section class="card" aria-labelledby="history"><h2 id="history">${apps.history}</h2>${historyView(context, facts)}</section>
${open && steps}
</div></div>`;
  return { title: name, body, ...(open && { place: QUEUE }) };
}

/** Says who has withdrawn the app or its revision from the review; null unless that was the last step. */
function withdrawalNotice(context: PageContext, { app, history }: AppFacts): Html | null {
  const [last] = history;
  if (last?.action !== "withdraw") return null;
  const [withdrew, end] = context.t.console.apps.withdrew;
  const name = personName(context, last.accountName) || app.developerName;
  return notice("plain", html`<bdi>${name}</bdi>${withdrew}${formatTimestamp(context, last.at)}${end}`);
}

function heading(context: PageContext, facts: AppFacts, name: string): Html {
  const { app } = facts;
  const { apps } = context.t.console;
  const { appStates } = context.t;
  const { logoDigest } = subjectOf(app);
  return pageHeader(context, {
    crumbs: [isOpen(subjectOf(app)) ? queueCrumb(context) : sectionCrumb(context, "/console/apps")],
    image: appLogo(context, { clientId: app.clientId, name, logoDigest }),
    title: name,
    badges: badgeRow([
      appStateBadge(context, app.state, "operator"),
      app.pending &&
        badge(appTone(app.pending.state, "operator"), apps.pending(appStates[appStateKey(app.pending.state)])),
    ]),
    lead: context.t.app.by(app.developerName),
    // Shown on phones, where the decision stands below the scopes.
    actions: isOpen(subjectOf(app)) && firstStep(context, facts),
  });
}

/** The way to the decision, or, if another operator has claimed the review, to the next app. */
function firstStep(context: PageContext, facts: AppFacts): Html {
  const { next } = facts.queue;
  const leave = next !== undefined && isClaimedByOther(context, facts);
  const [href, label] = leave
    ? [appPath(next.clientId), context.t.console.review.openNext]
    : ["#decide", decideLabel(context, facts)];
  return html`<a class="button secondary jump" href="${href}">${label}</a>`;
}

function factsOf(
  context: PageContext,
  { app, developer, installations, expiredInstallations, defaultLifetimes }: AppFacts,
): Html {
  const { apps } = context.t.console;
  const installed = `/console/installations?${new URLSearchParams({ app: app.clientId })}`;
  const link = { id: "install-link", label: apps.installLink, value: app.installUrl };
  const facts: [string, HtmlValue][] = [
    [apps.clientId, copyCode(context.t, { id: "client-id", label: apps.clientId, value: app.clientId })],
    ...(app.state === AppState.APPROVED ? [[apps.installLink, copyCode(context.t, link)] as [string, HtmlValue]] : []),
    [
      apps.developer,
      html`<a href="${`/console/accounts/${app.developerAccountId}`}" dir="auto">${app.developerName}</a>${developer?.email && html`<br><small>${developer.email}</small>`}`,
    ],
    [
      apps.developerSince,
      html`${formatDay(context, developer?.createdAt)}<br><a href="${pathWith("/console/apps", { developer: app.developerAccountId })}">${apps.developerApps}</a>`,
    ],
    [
      apps.installations,
      html`<a href="${installed}">${context.t.installationCount(installations, expiredInstallations)}</a>`,
    ],
    [apps.created, formatTimestamp(context, app.createdAt)],
    [apps.changed, formatTimestamp(context, app.updatedAt)],
  ];
  const trail = `/console/audit?${new URLSearchParams({ app: app.clientId })}`;
  const tokenFacts: [string, HtmlValue][] = [
    [apps.kind, app.confidential ? apps.confidential : apps.public],
    [apps.secrets, secrets(context, app.secrets)],
    [apps.refresh, refreshText(context, app.refreshMode)],
    [apps.accessTtl, lifetime(context, app.accessTokenTtl, defaultLifetimes.access)],
    [apps.refreshTtl, lifetime(context, app.refreshTokenTtl, defaultLifetimes.refresh)],
  ];
  return html`${factList(facts)}<details><summary>${apps.tokenFacts}</summary>${factList(tokenFacts)}</details>
<p><a href="${trail}">${apps.audit}</a></p>`;
}

function refreshText({ t }: PageContext, mode: RefreshMode): string {
  const modes: Record<string, string> = t.console.apps.refreshModes;
  return modes[wordOf(RefreshMode, mode)] ?? "";
}

function lifetime({ t }: PageContext, seconds: number, standard: number): string {
  const { duration, serviceDefault } = t.console.apps;
  return seconds === 0 ? serviceDefault(duration(standard)) : duration(seconds);
}

function secrets(context: PageContext, all: AppFacts["app"]["secrets"]): HtmlValue {
  const { apps, keys } = context.t.console;
  if (all.length === 0) return apps.secretsNone;
  const items = all.map(
    ({ hint, lastUsedAt, endsAt }) =>
      html`<li><code>${apps.secret(hint)}</code> ${keys.lastUsed}: ${formatTimestamp(context, lastUsedAt, keys.never)}${endsAt && html`, ${keys.expires}: ${formatTimestamp(context, endsAt)}`}</li>`,
  );
  return html`<ul>${items}</ul>`;
}
