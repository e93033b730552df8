import { type Merchant, type MerchantCounts, MerchantState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { badge, merchantStateBadge } from "../../components/badges.ts";
import { wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type HtmlValue, html } from "../../components/html.ts";
import { type Column, countedList, withUnit } from "../../components/list.ts";
import { listFilter, totalOf, valueTabs } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { type SortedList, sortedColumn, sortField } from "../../components/sort.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { exportLink } from "../export/export-link.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { readSuspensions, suspensionNote } from "../suspensions.ts";
import { KINDS, type MerchantListFilter, readMerchantFilter, requestOf, withExact } from "./list-filter.ts";

export const PATH = "/console/merchants";

const STATES = [MerchantState.ACTIVE, MerchantState.SUSPENDED, MerchantState.CLOSED] as const;
/** An ID that the service generated. On phones, the name stands for it. */
const GENERATED_ID = /^mer_[\da-f]{8}-[\da-f-]{27}$/;
/** Counts of apps and members stop here. */
const MAX_COUNTED = 100;

export async function listPage(context: PageContext): Promise<Page> {
  const { merchants: texts } = context.t.console;
  const { query, web, call } = context;
  const filter = readMerchantFilter(context);
  const { name, kind, state } = filter.query;
  const token = query.one("page") ?? "";
  // The counts cover all merchants, so a search and the filter by kind show none. The other tabs end the view of test merchants.
  const withCounts = name.trim() === "" && (kind === "" || isTestView(filter));
  const request = { ...requestOf(filter), pageToken: token, withCounts };
  const { merchants, nextPageToken, counts } = await web.clients.accounts.listMerchants(request, call);
  const listed = await withExact(context, filter, { merchants, token });
  const stopped = listed.flatMap((one) => (one.state === MerchantState.SUSPENDED ? [one.merchantId] : []));
  const suspensions = await readSuspensions(context, "merchant", stopped);
  const rows = listed.map((one) => rowOf(context, one, suspensions.get(one.merchantId)));
  const list = { path: PATH, filter: { ...filter.query }, sort: filter.sort };
  const columns = columnsOf(context, { ...list, order: filter.order });
  const total = kind === "" ? totalOf(context.language, countIn(counts, state)) : undefined;
  const actions = html`${exportLink(context, { ...list, rows, next: nextPageToken })}${linkButton(`${PATH}/new`, texts.add)}`;
  const body = html`${pageHeader(context, { title: texts.title, actions })}
<section class="card merchants-list">
${listFilter(context, { ...list, ...filtersOf(context, filter, counts) })}
${countedList(context, { ...list, caption: texts.title, columns, rows, none: texts.none, search: name, noMatch: context.t.console.noMatch.merchant, reset: PATH, token, next: nextPageToken, total })}</section>`;
  return { title: texts.title, body };
}

/** True for the tab of the test merchants in all states. */
function isTestView({ query: { kind, state } }: MerchantListFilter): boolean {
  return kind === "test" && state === "";
}

/** The number of merchants in a state, or of all. */
function countIn(counts: MerchantCounts | undefined, state: string): number | undefined {
  return counts?.[state === "" ? "total" : (state as "active" | "suspended" | "closed")];
}

function filtersOf({ t }: PageContext, filter: MerchantListFilter, counts?: MerchantCounts) {
  const { query, order } = filter;
  const { name, state, kind } = query;
  const { merchants: texts } = t.console;
  const { list, states } = t;
  const options = STATES.map((value) => wordOf(MerchantState, value)).map((value) => {
    return { value, label: states[value as keyof typeof states] };
  });
  const countOf = (value: string) => countIn(counts, value);
  const isTest = isTestView(filter);
  const tabs = valueTabs(list.all, { name: "state", value: state, options, counts: countOf }).map((tab) =>
    isTest ? { ...tab, set: { ...tab.set, kind: "" }, current: false } : tab,
  );
  const test = { label: texts.testMerchants, set: { state: "", kind: "test" }, current: isTest };
  const kinds = KINDS.map((value) => ({ value, label: texts.kinds[value] }));
  const sort = sortField(order, {
    label: list.sort,
    options: [
      { order: { key: "name", descending: false }, label: list.sorts.name },
      { order: { key: "created", descending: true }, label: list.sorts.created },
    ],
  });
  return {
    search: { name: "name", label: texts.search, value: name },
    tabs: { label: texts.state, tabs: [...tabs, test] },
    fields: [
      selectField({
        name: "kind",
        label: texts.kind,
        options: [{ value: "", label: list.all }, ...kinds],
        value: kind,
        optional: true,
      }),
      sort,
    ],
    chips: kinds
      .filter(({ value }) => value === kind && !isTest)
      .map(({ label }) => ({ label: texts.kind, value: label, names: ["kind"] })),
  };
}

function columnsOf({ t }: PageContext, list: SortedList): Column[] {
  const { merchants: texts } = t.console;
  return [
    sortedColumn(list, texts.name, { key: "name", descending: false }),
    { label: texts.state, phone: "corner" },
    { label: texts.apps, phone: "bare", number: true },
    { label: texts.members, phone: "bare", number: true },
    texts.lastUsed,
    sortedColumn(list, texts.created, { key: "created", descending: true }),
  ];
}

function rowOf(context: PageContext, merchant: Merchant, suspension: AuditEvent | undefined): HtmlValue[] {
  const { merchants: texts } = context.t.console;
  const { merchantId, usage } = merchant;
  const countOf = (count = 0, unit: (count: number) => string) =>
    withUnit(count >= MAX_COUNTED ? `${MAX_COUNTED}+` : `${count}`, unit(count));
  return [
    html`<a class="short" href="${merchantPath(merchantId)}" title="${merchant.name}"><strong dir="auto">${merchant.name}</strong></a> ${merchant.test && badge("label", texts.test)}<br><small class="${GENERATED_ID.test(merchantId) ? "name-note generated-id" : "name-note"}"><code title="${merchantId}">${merchantId}</code></small>`,
    html`${merchantStateBadge(context, merchant.state)}${merchant.state === MerchantState.SUSPENDED && suspensionNote(context, suspension, merchant)}`,
    // The merchant that has the searched ID is read without its usage.
    usage === undefined ? "–" : countOf(usage.installationCount, texts.appUnit),
    usage === undefined ? "–" : countOf(usage.memberCount, texts.memberUnit),
    formatTimestamp(context, usage?.lastUsedAt),
    formatTimestamp(context, merchant.createdAt),
  ];
}

export function newPage(context: PageContext, rejected: RejectedForm | null): Page {
  const { merchants: texts } = context.t.console;
  const errors = rejected?.errors ?? [];
  const was = (name: string) => rejected?.fields.one(name) ?? "";
  const ownerHint = html`${texts.ownerHint} <a href="/console/accounts/invite">${texts.ownerInvite}</a>`;
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.addTitle })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/new`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "name", label: texts.name, value: was("name") }, errors)}
${inputField({ name: "merchant_id", label: texts.idOptional, hint: texts.idHint, value: was("merchant_id"), optional: true }, errors)}
${inputField({ name: "owner_email", label: texts.ownerEmail, hint: ownerHint, type: "email", value: was("owner_email") }, errors)}
<div class="buttons"><button type="submit">${texts.save}</button> <a class="button secondary" href="${PATH}">${texts.cancel}</a></div>
</form></section>`;
  return { title: texts.addTitle, body };
}
