import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceKey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { type Column, countedList, factList } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { formatDay, formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { endedTabs } from "../ended-tabs.ts";
import { sectionCrumb } from "../paths.ts";
import { isSensitive, permissionGroups } from "./permission-groups.ts";

export const PATH = "/console/keys";

export function rowOf(context: PageContext, key: ServiceKey) {
  const { keys: texts } = context.t.console;
  const href = `${PATH}/${key.serviceKeyId}/revoke`;
  const live = key.revokedAt === undefined;
  return [
    html`<strong class="short" title="${key.name}" dir="auto">${key.name}</strong> <small><code>…${key.hint}</code></small><br><small class="name-note muted">${texts.created} ${createdOf(context, key)}</small>`,
    permissionList(context, key),
    stateOf(context, key),
    expiryOf(context, key, saysItself(texts.neverExpires)),
    lastUseOf(context, key, saysItself(texts.neverUsed)),
    live
      ? html`<a class="button danger outline button-small" href="${href}" aria-label="${`${texts.revoke} ${key.name}`}">${texts.revoke}</a>`
      : "",
  ];
}

/** When a key was created, and by whom if the core says so: an account, or a service key or program. */
function createdOf(context: PageContext, key: ServiceKey): Html {
  const { createdAt, createdByAccountId, createdByName, createdByKeyName } = key;
  const { keys: texts } = context.t.console;
  const name = createdByKeyName || createdByName || createdByAccountId;
  const by = html` ${texts.by} <b dir="auto">${name}</b>${createdByKeyName !== "" && html` <span class="nowrap">(${texts.service})</span>`}`;
  return html`${formatDay(context, createdAt)}${name !== "" && by}`;
}

/** The number of permissions that a row shows; a disclosure has the others. */
const PERMISSIONS_SHOWN = 3;

function permissionList({ t }: PageContext, { permissions }: ServiceKey): Html {
  const codes = permissions.map((right) => html`<code class="nowrap">${right}</code> `);
  if (codes.length <= PERMISSIONS_SHOWN + 1) return html`${codes}`;
  const others = codes.slice(PERMISSIONS_SHOWN);
  return html`${codes.slice(0, PERMISSIONS_SHOWN)}<details class="other-permissions"><summary>${t.console.keys.more(others.length)}</summary>${others}</details>`;
}

/** The identity of a key, before it is revoked. */
export function keyFacts(context: PageContext, key: ServiceKey): Html {
  const { keys: texts } = context.t.console;
  return factList([
    [texts.hint, html`<code>…${key.hint}</code>`],
    [texts.permissions, permissionList(context, key)],
    [texts.created, createdOf(context, key)],
    [texts.expires, expiryOf(context, key, texts.never)],
    [texts.lastUsed, lastUseOf(context, key, texts.never)],
  ]);
}

/** In milliseconds. A key that expires within this time needs action. A key that was not used for this time is marked. */
const SOON = 30 * 86_400_000;

function stateOf(context: PageContext, key: ServiceKey): Html {
  const { keys: texts } = context.t.console;
  if (key.revokedAt !== undefined) return badge("plain", texts.revoked);
  return isLive(key) ? badge("good", texts.live) : badge("plain", texts.expired);
}

const isLive = ({ revokedAt, expiresAt }: ServiceKey) => revokedAt === undefined && timeLeft(expiresAt) > 0;

/** A value that needs no name of its column on a phone. */
const saysItself = (text: string) => html`<span class="says-itself">${text}</span>`;

/** The end of the key. Without one, a key with far-reaching permissions needs action. @param never the text without an end */
function expiryOf(context: PageContext, key: ServiceKey, never: Html | string): Html | string {
  const { expiresAt } = key;
  const { keys: texts } = context.t.console;
  if (expiresAt !== undefined) {
    const day = formatDay(context, expiresAt);
    return isLive(key) && timeLeft(expiresAt) <= SOON ? badge("warn", day) : day;
  }
  if (!isLive(key)) return never;
  if (!needsExpiry(key)) return html`<span class="muted" title="${texts.noExpiryHint}">${never}</span>`;
  return html`<span class="badge badge-warn" title="${texts.noExpirySensitive}">${never} · ${texts.farReaching}</span>`;
}

/** True for a live key with far-reaching permissions and without an end. */
function needsExpiry(key: ServiceKey): boolean {
  return isLive(key) && key.expiresAt === undefined && key.permissions.some(isSensitive);
}

/** The last use. A live key that was not used in its first 30 days is probably not needed. @param never the text without a use */
function lastUseOf(context: PageContext, key: ServiceKey, never: Html | string): Html | string {
  const { lastUsedAt, createdAt } = key;
  if (lastUsedAt !== undefined) return formatTimestamp(context, lastUsedAt);
  return isLive(key) && timeLeft(createdAt) < -SOON ? badge("plain", never) : never;
}

/** The milliseconds until a time; negative after it. */
function timeLeft(time: ServiceKey["expiresAt"]): number {
  return time === undefined ? Number.POSITIVE_INFINITY : timestampDate(time).getTime() - Date.now();
}

export function newPage(context: PageContext, rejected: RejectedForm | null): Page {
  const { keys: texts } = context.t.console;
  const errors = rejected?.errors ?? [];
  const was = (name: string) => rejected?.fields.one(name) ?? "";
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.addTitle, lead: texts.addLead })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name") }, errors)}
<fieldset><legend>${texts.permissions}</legend><p class="muted"><small>${texts.permissionsHint}</small></p>${permissionGroups(context, rejected?.fields.all("permissions") ?? [])}</fieldset>
${inputField({ name: "expires_at", label: texts.expiresAt, hint: texts.expiresHint, type: "date", value: was("expires_at"), optional: true }, errors)}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${context.t.console.scopes.cancel}</a></div>
</form></section>`;
  return { title: texts.addTitle, body };
}

async function firstKeys({ web, call }: PageContext, page: { includeEnded: boolean; pageSize: number }) {
  const { serviceKeys, nextPageToken } = await web.clients.accounts.listServiceKeys(page, call);
  return { size: serviceKeys.length, next: nextPageToken };
}

export async function listPage(context: PageContext): Promise<Page> {
  const { keys: texts } = context.t.console;
  const [name, token] = [(context.query.one("name") ?? "").trim(), context.query.one("page") ?? ""];
  const ended = context.query.one("ended") === "yes" ? "yes" : "";
  // A core of the previous release knows only the prefix.
  const request = { search: name, namePrefix: name, includeEnded: ended === "yes", pageToken: token };
  const { serviceKeys, nextPageToken } = await context.web.clients.accounts.listServiceKeys(request, context.call);
  const rows = serviceKeys.map((key) => rowOf(context, key));
  const columns = [
    texts.name,
    { label: texts.permissions, phone: "bare" },
    { label: texts.state, phone: "corner" },
    texts.expires,
    texts.lastUsed,
    { label: texts.end, action: true },
  ] satisfies Column[];
  const filters = {
    search: { name: "name", label: texts.search, value: name },
    tabs: {
      label: texts.state,
      tabs: await endedTabs(context, {
        live: texts.live,
        ended: ended === "yes",
        read: name === "" ? (page) => firstKeys(context, page) : null,
      }),
    },
  };
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead, actions: linkButton(`${PATH}/new`, texts.add) })}
<section class="card keys-list">
${listFilter(context, { path: PATH, filter: { name, ended }, ...filters })}
${countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, ended }, search: name, noMatch: context.t.console.noMatch.key, token, next: nextPageToken })}</section>`;
  return { title: texts.title, body };
}
