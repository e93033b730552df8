import { type Account, type AccountCounts, AccountState } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { accountStateBadge, badge } from "../../components/badges.ts";
import { emailAddress } from "../../components/email-address.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { checkField, inputField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { type Column, countedList } from "../../components/list.ts";
import { listFilter, totalOf, valueTabs } from "../../components/list-filter.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { personName } from "../../components/person-name.ts";
import { type Order, type SortedList, sortedColumn, sortField } from "../../components/sort.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { exportLink } from "../export/export-link.ts";
import { sectionCrumb } from "../paths.ts";
import { readSuspensions, suspensionNote } from "../suspensions.ts";
import {
  type AccountListFilter,
  GROUP_KEYS,
  isUnprotected,
  readAccountFilter,
  requestOf,
  withExact,
} from "./list-filter.ts";

export const PATH = "/console/accounts";

export async function listPage(context: PageContext): Promise<Page> {
  const { accounts: texts } = context.t.console;
  const { query, web, call } = context;
  const filter = readAccountFilter(context);
  const { email, group, order, sort } = filter;
  const token = query.one("page") ?? "";
  // The counts cover all accounts, so a search shows none.
  const request = { ...requestOf(filter), pageToken: token, withCounts: email.trim() === "" };
  const { accounts, nextPageToken, counts } = await web.clients.accounts.listAccounts(request, call);
  const listed = await withExact(context, filter, { accounts, token });
  const stopped = listed.filter(isSuspended).map(({ accountId }) => accountId);
  const suspensions = await readSuspensions(context, "account", stopped);
  const rows = listed.map((one) => rowOf(context, one, suspensions.get(one.accountId)));
  const list = { path: PATH, filter: { email, group }, sort };
  const columns = columnsOf(context, { ...list, order });
  const actions = html`${exportLink(context, { ...list, rows, next: nextPageToken })}${linkButton(`${PATH}/invite`, texts.invite)}`;
  const body = html`${pageHeader(context, { title: texts.title, actions })}
<section class="card accounts-list">
${listFilter(context, { ...list, ...filtersOf(context, filter, counts) })}
${countedList(context, { ...list, caption: texts.title, columns, rows, none: texts.noneYet, search: email, noMatch: context.t.console.noMatch.account, reset: PATH, token, next: nextPageToken, total: totalOf(context.language, countIn(counts, group)) })}</section>`;
  return { title: texts.title, body };
}

/** The number of accounts in a group, or of all. */
function countIn(counts: AccountCounts | undefined, group: string): number | undefined {
  const counted = GROUP_KEYS.find((key) => key === group);
  return group === "" ? counts?.total : counted && counts?.[counted];
}

function filtersOf(context: PageContext, { email, group, order }: AccountListFilter, counts?: AccountCounts) {
  const { accounts: texts } = context.t.console;
  const options = GROUP_KEYS.map((value) => ({ value, label: texts.groups[value] }));
  const countOf = (value: string) => countIn(counts, value);
  const tabs = valueTabs(context.t.list.all, { name: "group", value: group, options, counts: countOf }).map((tab) =>
    // Its rows are amber, too.
    tab.set.group === "unprotected" && tab.count ? { ...tab, tone: "warn" as const } : tab,
  );
  return {
    search: { name: "email", label: texts.search, value: email },
    tabs: { label: texts.group, tabs },
    fields: [orderField(context, order)],
  };
}

function columnsOf({ t }: PageContext, list: SortedList): Column[] {
  const { accounts: texts } = t.console;
  return [
    sortedColumn(list, texts.person, { key: "email", descending: false }),
    { label: texts.roles, phone: "bare" },
    texts.twoStepShort,
    { label: texts.state, phone: "corner" },
    texts.lastSignIn,
    sortedColumn(list, texts.created, { key: "created", descending: true }),
  ];
}

/** True if an operator or a service suspended the account. The suspension of a closed account has another audit event. */
export function isSuspended({ state, closed }: Account): boolean {
  return state === AccountState.SUSPENDED && !closed;
}

function rowOf(context: PageContext, account: Account, suspension: AuditEvent | undefined): HtmlValue[] {
  const { accounts: texts } = context.t.console;
  return [
    html`<a class="short" href="${`${PATH}/${account.accountId}`}" title="${account.email}">${account.email || texts.noEmail}</a> ${unverifiedBadge(context, account)}<br><small class="name-note short" title="${personName(context, account.name)}" dir="auto">${personName(context, account.name)}</small>`,
    account.operator || account.developer ? roleBadges(context, account) : "",
    twoStepOf(context, account),
    html`${accountStateBadge(context, account)}${isSuspended(account) && suspensionNote(context, suspension)}`,
    formatTimestamp(context, account.lastSignedInAt, texts.neverSignedIn),
    formatTimestamp(context, account.createdAt),
  ];
}

/** Whether the account has a second factor. Operators without one need to act. */
function twoStepOf({ t }: PageContext, account: Account): HtmlValue {
  const { accounts: texts } = t.console;
  if (account.secondFactorAt !== undefined) return texts.twoStepOn;
  return isUnprotected(account)
    ? badge("warn", texts.twoStepOff)
    : html`<span class="muted">${texts.twoStepOff}</span>`;
}

function orderField({ t }: PageContext, order: Order): Html {
  const { sort, sorts } = t.list;
  return sortField(order, {
    label: sort,
    options: [
      { order: { key: "email", descending: false }, label: sorts.email },
      { order: { key: "created", descending: true }, label: sorts.created },
    ],
  });
}

/** The email address and a badge if it is not verified. */
export function emailOf(context: PageContext, account: Account): Html {
  return html`${account.email === "" ? context.t.console.accounts.noEmail : emailAddress(account.email)} ${unverifiedBadge(context, account)}`;
}

function unverifiedBadge({ t }: PageContext, account: Account): Html | null {
  return account.email !== "" && isUnverified(account) ? badge("warn", t.console.accounts.unverified) : null;
}

export function roleBadges({ t }: PageContext, { operator, developer }: Account): Html | string {
  const { accounts: texts } = t.console;
  if (!operator && !developer) return html`<span class="muted">${texts.none}</span>`;
  return html`${operator && badge("label", texts.operator)} ${developer && badge("label", texts.developer)}`;
}

/**
 * The checkboxes of both roles. @param headed true if the form has a heading, so that only screen readers need the legend; operatorNote: a
 * risk of this account as operator; isOwn: true for the operator's own account, which keeps the role
 */
export function roleChoice(
  { t }: PageContext,
  { operator, developer }: Pick<Account, "operator" | "developer">,
  { headed = false, operatorNote = "", isOwn = false } = {},
): Html {
  const { accounts: texts } = t.console;
  const operatorHint = [texts.roleHints.operator, operatorNote, isOwn && texts.ownOperator].filter(Boolean).join(" ");
  return html`<fieldset><legend ${headed && html`class="sr"`}>${texts.roles}</legend>
${checkField({ id: "operator", name: "operator", label: texts.operator, hint: operatorHint, checked: operator, disabled: isOwn })}${isOwn && html`<input type="hidden" name="operator" value="yes">`}
${checkField({ id: "developer", name: "developer", label: texts.developer, hint: texts.roleHints.developer, checked: developer })}</fieldset>`;
}

export async function invitePage(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { accounts: texts } = context.t.console;
  const { mail } = await context.web.clients.accounts.getSignInOptions({}, context.call);
  const ticked = (name: string) => rejected?.fields.one(name) === "yes";
  // A link to invite someone again fills in the address; no link ticks roles.
  const value = (rejected?.fields ?? context.query).one("email") ?? "";
  const body = html`${pageHeader(context, { crumbs: [sectionCrumb(context, PATH)], title: texts.inviteTitle, lead: texts.inviteHint(mail) })}
<section class="card question">${rejectionNotice(context, rejected)}
<form method="post" action="${`${PATH}/invite`}" data-once novalidate>${csrfField(context.csrfToken)}
${inputField({ name: "email", label: texts.email, type: "email", value }, rejected?.errors ?? [])}
${roleChoice(context, { operator: ticked("operator"), developer: ticked("developer") })}
<div class="buttons"><button type="submit">${texts.inviteSubmit}</button> <a class="button secondary" href="${PATH}">${context.t.console.scopes.cancel}</a></div>
</form></section>`;
  return { title: texts.inviteTitle, body };
}
