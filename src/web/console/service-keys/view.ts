import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceKey } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { checkField, inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { sectionCrumb } from "../paths.ts";

export const PATH = "/console/keys";

export function rowOf(context: PageContext, key: ServiceKey) {
  const { keys: texts } = context.t.console;
  const href = `${PATH}/${key.serviceKeyId}/revoke`;
  const live = key.revokedAt === undefined;
  return [
    html`<strong dir="auto">${key.name}</strong> <code>…${key.hint}</code>`,
    html`${key.permissions.map((right) => html`<code class="nowrap">${right}</code> `)}`,
    stateOf(context, key),
    formatDay(context, key.lastUsedAt, texts.never),
    formatDay(context, key.expiresAt, texts.expiresNever),
    live
      ? html`<a class="button danger outline button-small" href="${href}" aria-label="${`${texts.revoke} ${key.name}`}">${texts.revoke}</a>`
      : "",
  ];
}

function stateOf({ t }: PageContext, { revokedAt, expiresAt }: ServiceKey): Html {
  const { keys: texts } = t.console;
  if (revokedAt !== undefined) return badge("plain", texts.revoked);
  const over = expiresAt !== undefined && timestampDate(expiresAt).getTime() <= Date.now();
  return over ? badge("plain", texts.expired) : badge("good", texts.live);
}

export function newPage(context: PageContext, rejected: RejectedForm | null): Page {
  const { keys: texts } = context.t.console;
  const errors = rejected?.errors ?? [];
  const ticked = rejected?.fields.all("permissions") ?? [];
  const was = (name: string) => rejected?.fields.one(name) ?? "";
  const boxes = Object.entries(texts.permissionTexts).map(([right, meaning], at) =>
    checkField({
      id: at === 0 ? "permissions" : `right-${at}`,
      name: "permissions",
      value: right,
      label: html`<code>${right}</code>`,
      hint: meaning,
      checked: ticked.includes(right),
    }),
  );
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.addTitle })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "name", label: texts.name, hint: texts.nameHint, value: was("name") }, errors)}
<fieldset><legend>${texts.permissions}</legend><p class="muted"><small>${texts.permissionsHint}</small></p><div class="check-columns">${boxes}</div></fieldset>
${inputField({ name: "expires_at", label: texts.expiresAt, hint: texts.expiresHint, type: "date", value: was("expires_at"), optional: true }, errors)}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${context.t.console.scopes.cancel}</a></div>
</form></section>`;
  return { title: texts.addTitle, body };
}

export async function listPage(context: PageContext): Promise<Page> {
  const { keys: texts } = context.t.console;
  const [name, token] = [(context.query.one("name") ?? "").trim(), context.query.one("page") ?? ""];
  const ended = context.query.one("ended") === "yes" ? "yes" : "";
  const request = { namePrefix: name, includeEnded: ended === "yes", pageToken: token };
  const { serviceKeys, nextPageToken } = await context.web.clients.accounts.listServiceKeys(request, context.call);
  const rows = serviceKeys.map((key) => rowOf(context, key));
  const columns = [texts.name, texts.permissions, texts.state, texts.lastUsed, texts.expires, texts.end];
  const body = html`${pageHeader(context, { title: texts.title, lead: texts.lead, actions: linkButton(`${PATH}/new`, texts.add) })}
<section class="card">
${filterForm(context, PATH, [
  inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true }),
  checkField({ id: "ended", name: "ended", label: texts.includeEnded, checked: ended === "yes" }),
])}
${countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name, ended }, token, next: nextPageToken })}</section>`;
  return { title: texts.title, body };
}
