import { badge, merchantStateBadge } from "../../components/badges.ts";
import { inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { consoleList, filterForm } from "../../components/list.ts";
import { since } from "../../components/timestamp.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage } from "../page-router.ts";
import { merchantPath } from "../paths.ts";
import { type Refused, refusedNotice } from "../refusal.ts";
import { exactFirst, merchantById } from "../search.ts";

export const PATH = "/console/merchants";

export async function listPage(visit: ConsoleVisit): Promise<ConsolePage> {
  const { merchants: texts } = visit.t.console;
  const [name, token] = [visit.query.one("name") ?? "", visit.query.one("page") ?? ""];
  const asked = { namePrefix: name, pageToken: token };
  const { accounts } = visit.web.clients;
  const { merchants, nextPageToken } = await accounts.listMerchants(asked, visit.call);
  const exact = token === "" ? await merchantById(visit, name.trim()) : null;
  const rows = exactFirst(exact, merchants, ({ merchantId }) => merchantId).map((merchant) => [
    html`<a href="${merchantPath(merchant.merchantId)}"><strong dir="auto">${merchant.name}</strong></a> ${merchant.test && badge("plain", texts.test)}`,
    html`<code>${merchant.merchantId}</code>`,
    merchantStateBadge(visit, merchant.state),
    since(visit, merchant.createdAt),
  ]);
  const columns = [texts.name, texts.id, texts.state, texts.created];
  const body = html`<article class="card"><div class="heading"><h1>${texts.title}</h1>
<a role="button" class="button-small" href="${`${PATH}/new`}">${texts.add}</a></div>
${filterForm(visit, PATH, [inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true })])}
${consoleList(visit, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name }, token, next: nextPageToken })}</article>`;
  return { title: texts.title, body };
}

export function newPage(visit: ConsoleVisit, refused: Refused | null): ConsolePage {
  const { merchants: texts } = visit.t.console;
  const faults = refused?.faults ?? [];
  const was = (name: string) => refused?.fields.one(name) ?? "";
  const body = html`<article class="card question"><h1>${texts.addTitle}</h1>${refusedNotice(visit, refused)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(visit.csrfToken)}
${inputField({ name: "name", label: texts.name, value: was("name") }, faults)}
${inputField({ name: "merchant_id", label: texts.id, hint: texts.idHint, value: was("merchant_id"), optional: true }, faults)}
${inputField({ name: "owner_email", label: texts.ownerEmail, hint: texts.ownerHint, type: "email", value: was("owner_email") }, faults)}
<div class="buttons"><button type="submit">${texts.save}</button> <a href="${PATH}">${texts.keep}</a></div>
</form></article>`;
  return { title: texts.addTitle, body };
}
