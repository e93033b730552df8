import { type Account, AccountSort } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { accountStateBadge, badge } from "../../components/badges.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { checkField, inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, filterForm } from "../../components/list.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { readOrder, sortedColumn, sortField } from "../../components/sort.ts";
import { formatDay } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { sectionCrumb } from "../paths.ts";
import { accountById, exactFirst } from "../search.ts";

export const PATH = "/console/accounts";
const SORTS = { email: AccountSort.EMAIL, created: AccountSort.CREATED };
const SORT_KEYS = ["email", "created"] as const;

export async function listPage(context: PageContext): Promise<Page> {
  const { accounts: texts } = context.t.console;
  const [email, token] = [context.query.one("email") ?? "", context.query.one("page") ?? ""];
  const order = readOrder(context.query.one("sort"), SORT_KEYS, { key: "email", descending: false });
  const request = { search: email, sort: SORTS[order.key], descending: order.descending, pageToken: token };
  const { accounts, nextPageToken } = await context.web.clients.accounts.listAccounts(request, context.call);
  const exact = token === "" ? await accountById(context, email.trim()) : null;
  const rows = exactFirst(exact, accounts, ({ accountId }) => accountId).map((account) => [
    html`<a href="${`${PATH}/${account.accountId}`}">${account.email || texts.noEmail}</a> ${unverifiedBadge(context, account)}`,
    html`<span dir="auto">${account.name}</span>`,
    account.operator || account.developer ? roleBadges(context, account) : "–",
    accountStateBadge(context, account.state),
    formatDay(context, account.createdAt),
  ]);
  const { list } = context.t;
  const sorting = { path: PATH, filter: { email }, order };
  const columns = [
    sortedColumn(sorting, texts.email, { key: "email", descending: false }),
    texts.name,
    texts.roles,
    texts.state,
    sortedColumn(sorting, texts.created, { key: "created", descending: true }),
  ];
  const search = inputField({ name: "email", label: texts.search, type: "search", value: email, optional: true });
  const sort = sortField(order, {
    label: list.sort,
    options: [
      { order: { key: "email", descending: false }, label: list.sorts.email },
      { order: { key: "created", descending: true }, label: list.sorts.created },
    ],
  });
  const body = html`${pageHeader(context, { title: texts.title, actions: linkButton(`${PATH}/invite`, texts.invite) })}
<section class="card">
${filterForm(context, PATH, [search, sort])}
${countedList(context, { caption: texts.title, columns, rows, none: texts.noneYet, path: PATH, filter: { email }, sort: context.query.one("sort") ?? "", search: email, token, next: nextPageToken })}</section>`;
  return { title: texts.title, body };
}

/** The email address and a badge if it is not verified. */
export function emailOf(context: PageContext, account: Account): Html {
  return html`${account.email || context.t.console.accounts.noEmail} ${unverifiedBadge(context, account)}`;
}

function unverifiedBadge({ t }: PageContext, account: Account): Html | null {
  return account.email !== "" && isUnverified(account) ? badge("warn", t.console.accounts.unverified) : null;
}

export function roleBadges({ t }: PageContext, { operator, developer }: Account): Html | string {
  const { accounts: texts } = t.console;
  if (!operator && !developer) return html`<span class="muted">${texts.none}</span>`;
  return html`${operator && badge("label", texts.operator)} ${developer && badge("label", texts.developer)}`;
}

/** The checkboxes of both roles. @param headed true if the form has a heading, so that only screen readers need the legend */
export function roleChoice(
  { t }: PageContext,
  { operator, developer }: Pick<Account, "operator" | "developer">,
  { headed = false } = {},
): Html {
  const { accounts: texts } = t.console;
  return html`<fieldset><legend ${headed && html`class="sr"`}>${texts.roles}</legend><p class="muted"><small>${texts.rolesHint}</small></p>
${checkField({ id: "operator", name: "operator", label: texts.operator, checked: operator })}
${checkField({ id: "developer", name: "developer", label: texts.developer, checked: developer })}</fieldset>`;
}

export function invitePage(context: PageContext, rejected: RejectedForm | null): Page {
  const { accounts: texts } = context.t.console;
  const ticked = (name: string) => rejected?.fields.one(name) === "yes";
  const value = rejected?.fields.one("email") ?? "";
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.inviteTitle })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/invite`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "email", label: texts.email, type: "email", value }, rejected?.errors ?? [])}
${roleChoice(context, { operator: ticked("operator"), developer: ticked("developer") })}
<div class="buttons"><button type="submit">${texts.inviteSubmit}</button> <a class="button secondary" href="${PATH}">${context.t.console.scopes.cancel}</a></div>
</form></section>`;
  return { title: texts.inviteTitle, body };
}
