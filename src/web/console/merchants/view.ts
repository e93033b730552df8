import { MerchantSort } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, merchantStateBadge } from "../../components/badges.ts";
import { inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { readOrder, sortedColumn, sortField } from "../../components/sort.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { exactFirst, merchantById } from "../search.ts";

export const PATH = "/console/merchants";
const SORTS = { name: MerchantSort.NAME, created: MerchantSort.CREATED };
const SORT_KEYS = ["name", "created"] as const;

export async function listPage(context: PageContext): Promise<Page> {
  const { merchants: texts } = context.t.console;
  const [name, token] = [context.query.one("name") ?? "", context.query.one("page") ?? ""];
  const order = readOrder(context.query.one("sort"), SORT_KEYS, { key: "name", descending: false });
  const request = { search: name, sort: SORTS[order.key], descending: order.descending, pageToken: token };
  const { accounts } = context.web.clients;
  const { merchants, nextPageToken } = await accounts.listMerchants(request, context.call);
  const exact = token === "" ? await merchantById(context, name.trim()) : null;
  const rows = exactFirst(exact, merchants, ({ merchantId }) => merchantId).map((merchant) => [
    html`<a href="${merchantPath(merchant.merchantId)}"><strong dir="auto">${merchant.name}</strong></a> ${merchant.test && badge("label", texts.test)}<br><small><code>${merchant.merchantId}</code></small>`,
    merchantStateBadge(context, merchant.state),
    formatDay(context, merchant.createdAt),
  ]);
  const { list } = context.t;
  const sorting = { path: PATH, filter: { name }, order };
  const columns = [
    sortedColumn(sorting, texts.name, { key: "name", descending: false }),
    texts.state,
    sortedColumn(sorting, texts.created, { key: "created", descending: true }),
  ];
  const search = inputField({ name: "name", label: texts.search, type: "search", value: name, optional: true });
  const sort = sortField(order, {
    label: list.sort,
    options: [
      { order: { key: "name", descending: false }, label: list.sorts.name },
      { order: { key: "created", descending: true }, label: list.sorts.created },
    ],
  });
  const body = html`${pageHeader(context, { title: texts.title, actions: linkButton(`${PATH}/new`, texts.add) })}
<section class="card">
${filterForm(context, PATH, [search, sort])}
${countedList(context, { caption: texts.title, columns, rows, none: texts.none, path: PATH, filter: { name }, sort: context.query.one("sort") ?? "", search: name, token, next: nextPageToken })}</section>`;
  return { title: texts.title, body };
}

export function newPage(context: PageContext, rejected: RejectedForm | null): Page {
  const { merchants: texts } = context.t.console;
  const errors = rejected?.errors ?? [];
  const was = (name: string) => rejected?.fields.one(name) ?? "";
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.addTitle })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "name", label: texts.name, value: was("name") }, errors)}
${inputField({ name: "merchant_id", label: texts.id, hint: texts.idHint, value: was("merchant_id"), optional: true }, errors)}
${inputField({ name: "owner_email", label: texts.ownerEmail, hint: texts.ownerHint, type: "email", value: was("owner_email") }, errors)}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${texts.cancel}</a></div>
</form></section>`;
  return { title: texts.addTitle, body };
}
