import { type Account, AccountState, type Membership } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { PageError } from "../../fault/page-fault.ts";
import type { Fields } from "../../http/fields.ts";
import { csrfField } from "../../view/form-parts.ts";
import { type Html, html } from "../../view/html.ts";
import { nameOf } from "../../view/layout.ts";
import { factList, pathWith } from "../../view/list.ts";
import { roleName } from "../../view/role-name.ts";
import { isUnverified } from "../../view/unverified.ts";
import { accountStateBadge, buttonForm, reasonFields, since } from "../components.ts";
import type { ConsoleVisit } from "../context.ts";
import { consoleList } from "../list.ts";
import { merchantPath } from "../merchants/list.ts";
import type { ConsoleForm, ConsolePage, Desk } from "../page-router.ts";
import { type Refused, refusedNotice } from "../refusal.ts";
import { emailOf, roleBadges, roleChoice } from "./list.ts";

const PATH = "/console/accounts";
const MERCHANTS_SHOWN = 25;

type Act = (visit: ConsoleVisit, accountId: string, fields: Fields) => Promise<unknown>;

/** `/console/accounts/{account_id}`: who it is, where it belongs, its roles and its standing. */
export function addAccountRoutes(desk: Desk): void {
  desk.page(`${PATH}/:id`, (visit) => showAccount(visit, null));
  const step = (name: string, act: Act) => desk.form(`${PATH}/:id/${name}`, stepForm(act));
  step("roles", ({ web, call }, accountId, fields) => {
    const [operator, developer] = [fields.one("operator") === "yes", fields.one("developer") === "yes"];
    return web.clients.accounts.setAccountRoles({ accountId, operator, developer }, call);
  });
  step("verify-email", ({ web, call }, accountId, fields) =>
    web.clients.accounts.markEmailVerified({ accountId, email: fields.one("email") ?? "" }, call),
  );
  step("suspend", ({ web, call }, accountId, fields) => {
    const reasonCode = fields.one("reason_code") ?? "";
    const reasonText = (fields.one("reason_text") ?? "").trim();
    return web.clients.accounts.suspendAccount({ accountId, reasonCode, reasonText }, call);
  });
  step("resume", ({ web, call }, accountId) => web.clients.accounts.resumeAccount({ accountId }, call));
}

function idOf({ params }: Pick<ConsoleVisit, "params">): string {
  return params.id ?? "";
}

function stepForm(act: Act): ConsoleForm {
  return {
    home: (params) => `${PATH}/${params.id}`,
    async act(visit, fields) {
      await act(visit, idOf(visit), fields);
      return `${PATH}/${idOf(visit)}`;
    },
    again: showAccount,
  };
}

async function showAccount(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const { accounts } = visit.web.clients;
  const [accountId, token] = [idOf(visit), visit.query.one("page") ?? ""];
  const { account } = await accounts.getAccount({ accountId, withoutMemberships: true }, visit.call);
  if (account === undefined) throw new PageError(404, "not_found");
  const asked = { accountId, pageSize: MERCHANTS_SHOWN, pageToken: token };
  const { memberships, nextPageToken: next } = await accounts.listMemberships(asked, visit.call);
  return accountPage(visit, { account, memberships, token, next, refused });
}

interface AccountView {
  account: Account;
  /** One page of them. */
  memberships: readonly Membership[];
  token: string;
  next: string;
  refused: Refused | null;
}

function accountPage(visit: ConsoleVisit, view: AccountView): ConsolePage {
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

function standing(visit: ConsoleVisit, account: Account, refused: Refused | null): Html {
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
