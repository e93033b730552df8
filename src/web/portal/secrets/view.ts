import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type App, AppState, type EndedAppSecret } from "../../../../gen/latchkey/v1/app_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { recordedTime } from "../../components/installation/recorded-time.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { ageOf, formatDay, formatExact, withDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { secretBox } from "../app-form/created-view.ts";
import { appCrumbs, pathOf } from "../own-app.ts";
import { firstEnding, isInUse, replacementOf, type Secret } from "./rotation.ts";

const LIVE_SECRETS = 2;

/** The active secrets of an app. */
export function secretsSection(context: PageContext, app: App): Html | null {
  const texts = context.t.portal.secrets;
  if (!app.confidential || app.state === AppState.ARCHIVED) return null;
  const items = app.secrets.map((secret) => secretItem(context, app, secret));
  return html`<section class="card" id="secrets"><h2>${texts.title}</h2><p class="muted">${texts.hint}</p>
${items.length === 0 ? html`<p class="notice notice-warn">${texts.none}</p>` : html`<ul class="rows secrets">${items}</ul>`}
${app.secrets.length < LIVE_SECRETS ? buttonForm(context, { action: `${pathOf(app)}/secrets`, label: texts.add, tone: "secondary" }) : html`<p class="muted">${limitText(context, app)}</p>`}</section>`;
}

/** Why no secret can be added, and when one can. */
function limitText(context: PageContext, { secrets }: App): Html | string {
  const { limit, limitEnding } = context.t.portal.secrets;
  const ending = firstEnding(secrets);
  return ending === undefined ? limit : withDay(context, ending.endsAt, (day) => limitEnding(ending.hint, day));
}

function secretItem(context: PageContext, app: App, secret: Secret): Html {
  const { columns, ...texts } = context.t.portal.secrets;
  const { secretId, hint, createdAt, lastUsedAt, endsAt } = secret;
  const state = endsAt === undefined ? badge("good", texts.live) : badge("warn", texts.ends);
  const facts = [
    html`${columns.created}: ${formatDay(context, createdAt)}, ${ageOf(context, createdAt)} ${texts.old}${creatorOf(context, secret)}`,
    html`${columns.lastUsed}: ${recordedTime(context, lastUsedAt, texts.never)}`,
    endsAt === undefined ? texts.noEnd : html`${columns.ends}: ${formatDay(context, endsAt)}`,
  ];
  const next = replacementOf(app, secret);
  return html`<li><p class="secret-head"><span><code>…${hint}</code> ${state}</span></p>
<ul class="secret-facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>
${next && html`<p class="notice notice-warn">${texts.switch} <code class="nowrap">…${next.hint}</code>.</p>`}
${isOverdue(secret) && html`<p class="notice notice-warn">${texts.overdue}</p>`}
<p class="secret-end"><a class="button danger outline button-small" href="${`${pathOf(app)}/secrets/${secretId}`}" aria-label="${texts.retireOf(hint)}">${texts.retire}</a></p></li>`;
}

/** The account that created the secret; null if a service key did, or the core does not say. */
function creatorOf({ t, account }: PageContext, { createdByAccountId, createdByName }: Secret): Html | null {
  const { byYou, byMember } = t.portal.app;
  if (createdByName === "") return null;
  const by = createdByAccountId === account.accountId ? byYou : byMember;
  return html`, <span dir="auto">${by(personName({ t }, createdByName))}</span>`;
}

/** When a secret stopped working, and who retired it. */
export function endedText({ t, account, ...frame }: PageContext, secret: EndedAppSecret): Html {
  const { endedAt, retiredByAccountId, retiredByName } = secret;
  const { secrets: texts, app } = t.portal;
  const by = retiredByAccountId === account.accountId ? app.byYou : app.byMember;
  const retired =
    retiredByName !== "" && html`, ${texts.retired} <span dir="auto">${by(personName({ t }, retiredByName))}</span>`;
  return html`${texts.ended} ${formatExact(frame, endedAt)}${retired}.`;
}

const YEAR_MS = 365 * 86_400_000;

function isOverdue({ createdAt, endsAt }: Secret): boolean {
  return endsAt === undefined && createdAt !== undefined && Date.now() - timestampMs(createdAt) > YEAR_MS;
}

/** Shows a new secret, once. */
export function secretMadePage(context: PageContext, app: App, clientSecret: string): Page {
  const texts = context.t.portal.secrets;
  const name = app.profile?.name || context.t.app.unnamed;
  const replaces = app.secrets.length > 1;
  const steps = html`<h2>${texts.rotationTitle}</h2><ol>${texts.rotationSteps.map((one) => html`<li>${one}</li>`)}</ol>`;
  const body = html`${pageHeader(context, { crumbs: appCrumbs(context, app), title: texts.createdTitle(name) })}
${statusMessage(replaces ? texts.addedSecond : texts.added)}
<section class="card question">${secretBox(context, clientSecret)}
${replaces && steps}
<p class="actions"><a class="button" href="${pathOf(app)}#secrets">${context.t.portal.back.app(name)}</a></p></section>`;
  return { title: texts.createdTitle(name), body };
}

/** The error page for a third secret. */
export function secretLimitPage(context: PageContext, app: App): Page {
  const texts = context.t.portal.secrets;
  const body = html`${pageHeader(context, { crumbs: appCrumbs(context, app), title: texts.limitTitle })}
<section class="card question"><p>${limitText(context, app)}</p>
<p class="actions"><a class="button" href="${pathOf(app)}#secrets">${context.t.portal.back.app(app.profile?.name || context.t.app.unnamed)}</a></p></section>`;
  return { title: texts.limitTitle, body, status: 409 };
}

/** The choice between retiring a secret now or later. */
export function retirePage(context: PageContext, app: App, secret: Secret): Page {
  const texts = context.t.portal.secrets;
  const other = app.secrets.find(({ secretId, endsAt }) => secretId !== secret.secretId && endsAt === undefined);
  const only = other === undefined && (secret.endsAt === undefined || app.secrets.length === 1);
  const addFirst = only && app.secrets.length < LIVE_SECRETS;
  const action = `${pathOf(app)}/secrets/${secret.secretId}`;
  const later = secret.endsAt === undefined;
  const body = html`${pageHeader(context, { crumbs: appCrumbs(context, app), title: texts.retireTitle(secret.hint) })}
<section class="card question"><p>${texts.usedAt(secret.hint)} ${recordedTime(context, secret.lastUsedAt, texts.never)}</p>
${other && html`<p>${texts.other(other.hint)} ${recordedTime(context, other.lastUsedAt, texts.never)}</p>`}
${only && html`<p class="notice notice-fault">${texts.only}</p>`}
${addFirst && buttonForm(context, { action: `${pathOf(app)}/secrets`, label: texts.add })}
${caution(context, secret, other)}
<form method="post" action="${action}" data-once>${csrfField(context.csrfToken)}<div class="answers">
${later && html`<section><h2>${texts.laterTitle}</h2><p>${texts.laterHint}</p><button type="submit" name="when" value="later" class="${addFirst && "secondary outline"}">${texts.later}</button></section>`}
<section><h2>${texts.nowTitle}</h2><p>${texts.nowHint}</p><button type="submit" name="when" value="now" class="danger ${(later || addFirst) && "outline"}">${texts.now}</button></section></div>
<div class="buttons"><a class="button secondary" href="${pathOf(app)}#secrets">${texts.cancel}</a></div></form></section>`;
  return { title: texts.retireTitle(secret.hint), body };
}

/** Why a secret may still be needed; null if it is not. @param other the active secret that replaces it */
function caution(context: PageContext, secret: Secret, other: Secret | undefined): Html | null {
  const { inUse, otherUnused } = context.t.portal.secrets;
  if (other !== undefined && other.lastUsedAt === undefined) return notice("warn", otherUnused(other.hint));
  return isInUse(secret) ? notice("warn", inUse) : null;
}
