import { type Account, AccountState, type Membership } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { accountStateBadge } from "../../components/badges.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { roleName } from "../../components/enum-names.ts";
import { buttonForm, csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { consoleList, factList, pathWith } from "../../components/list.ts";
import { since } from "../../components/timestamp.ts";
import { nameOf } from "../../layout/layout.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage } from "../page-router.ts";
import { merchantPath } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { type Refused, refusedNotice } from "../refusal.ts";
import { emailOf, PATH, roleBadges, roleChoice } from "./view.ts";

interface AccountView {
  account: Account;
  /** One page of them. */
  memberships: readonly Membership[];
  token: string;
  next: string;
  refused: Refused | null;
}

export function accountPage(visit: ConsoleVisit, view: AccountView): ConsolePage {
  const { accounts: texts } = visit.t.console;
  const { account, refused } = view;
  const own = account.accountId === visit.account.accountId;
  const body = html`${refusedNotice(visit, refused)}
<article class="card"><h1><span dir="auto">${nameOf(account)}</span> ${accountStateBadge(visit, account.state)}</h1>
${own && html`<p class="notice">${texts.own}</p>`}${factsOf(visit, account)}${verifyForm(visit, account)}</article>
<section class="card" aria-labelledby="merchants"><h2 id="merchants">${texts.merchants}</h2>${merchantList(visit, view)}</section>
<section class="card" aria-labelledby="roles"><h2 id="roles">${texts.roles}</h2>
<form method="post" action="${`${PATH}/${account.accountId}/roles`}">${csrfField(visit.csrfToken)}
${roleChoice(visit, account, { headed: true })}<button type="submit" class="button-small">${texts.saveRoles}</button></form></section>
${!own && standing(visit, account, refused)}`;
  return { title: nameOf(account), body };
}

function factsOf(visit: ConsoleVisit, account: Account): Html {
  const { accounts: texts } = visit.t.console;
  const { accountId: id } = account;
  return html`${factList([
    [texts.email, emailOf(visit, account)],
    [texts.id, html`<code>${id}</code>`],
    [texts.roles, roleBadges(visit, account)],
    [texts.password, account.hasPassword ? texts.withPassword : texts.withoutPassword],
    [texts.created, since(visit, account.createdAt)],
  ])}
<p class="links">${account.developer && html`<a href="${pathWith("/console/apps", { developer: id })}">${texts.apps}</a>`}
<a href="${pathWith("/console/audit", { account: id })}">${texts.audit}</a></p>`;
}

/** The e-mail stands in the form: the mark is for the address that the operator saw. */
function verifyForm(visit: ConsoleVisit, account: Account): Html | null {
  const { accounts: texts } = visit.t.console;
  if (account.email === "" || !isUnverified(account)) return null;
  return html`<div class="notice notice-warn"><p>${texts.unverifiedHint}</p>
<form method="post" action="${`${PATH}/${account.accountId}/verify-email`}" data-once>${csrfField(visit.csrfToken)}
<input type="hidden" name="email" value="${account.email}">
<button type="submit" class="button-small secondary">${texts.verifyEmail}</button></form></div>`;
}

function merchantList(visit: ConsoleVisit, { account, memberships, token, next }: AccountView): Html {
  const { t } = visit;
  const { accounts: texts, merchants } = t.console;
  const rows = memberships.map(({ merchantId, merchantName, role }) => [
    html`<a href="${merchantPath(merchantId)}" dir="auto">${merchantName}</a>`,
    html`<code>${merchantId}</code>`,
    roleName(t, role),
  ]);
  const columns = [merchants.name, merchants.id, merchants.role];
  const place = { path: `${PATH}/${account.accountId}`, filter: {}, token, next };
  return consoleList(visit, { caption: texts.merchants, columns, rows, none: texts.merchantsNone, ...place });
}

export function standing(visit: ConsoleVisit, account: Account, refused: Refused | null): Html {
  const { accounts: texts } = visit.t.console;
  const path = `${PATH}/${account.accountId}`;
  const suspended = account.state === AccountState.SUSPENDED;
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.state}</h2>
${
  suspended
    ? buttonForm(visit, `${path}/resume`, { label: texts.resume })
    : html`<details class="more" ${refused?.fields.one("reason_code") != null && "open"}><summary>${texts.suspend}</summary>
<p class="muted">${texts.suspendHint}</p>
<form method="post" action="${`${path}/suspend`}" data-once novalidate>${csrfField(visit.csrfToken)}
${reasonFields(visit, { kind: "suspension", refused, wordless: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`
}</section>`;
}
