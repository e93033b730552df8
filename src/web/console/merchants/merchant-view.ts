import {
  type Membership,
  type Merchant,
  MerchantRole,
  MerchantState,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge, merchantStateBadge } from "../../components/badges.ts";
import { roleName, wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { consoleList, factList, pathWith } from "../../components/list.ts";
import { reasonText } from "../../components/reason.ts";
import { since } from "../../components/timestamp.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsolePage } from "../page-router.ts";
import { merchantPath } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import { type Refused, refusedNotice } from "../refusal.ts";
import type { Sought } from "../search.ts";
import { isUnclear, shownIn, soughtNotice } from "../search-filter.ts";

const ROLES = [MerchantRole.OWNER, MerchantRole.MANAGER, MerchantRole.MEMBER] as const;

/** One merchant: its members, its standing, and the ways to its installations and its trail. */
export function merchantPage(visit: ConsoleVisit, view: MerchantView): ConsolePage {
  const { merchants: texts } = visit.t.console;
  const { merchant, refused } = view;
  const open = merchant.state !== MerchantState.CLOSED;
  const body = html`${refusedNotice(visit, refused)}
<article class="card"><h1><span dir="auto">${merchant.name}</span> ${merchantStateBadge(visit, merchant.state)} ${merchant.test && badge("plain", texts.test)}</h1>
${factsOf(visit, merchant)}</article>
<section class="card" aria-labelledby="members"><h2 id="members">${texts.members}</h2>
${memberList(visit, view)}
${open && !merchant.test && inviteForm(visit, merchant, refused)}</section>
${open && standing(visit, merchant, refused)}`;
  return { title: merchant.name, body };
}

function factsOf(visit: ConsoleVisit, merchant: Merchant): Html {
  const { merchants: texts, installations } = visit.t.console;
  const reason = reasonText(visit, merchant);
  const query = { merchant: merchant.merchantId };
  return html`${factList([
    [texts.id, html`<code>${merchant.merchantId}</code>`],
    [texts.created, since(visit, merchant.createdAt)],
    ...(reason === null ? [] : [[installations.reason, reason] as const]),
  ])}
<p class="links"><a href="${pathWith("/console/installations", query)}">${texts.installations}</a>
<a href="${pathWith("/console/invitations", query)}">${texts.invitations}</a>
<a href="${pathWith("/console/audit", query)}">${texts.audit}</a></p>`;
}

/** What the page of a merchant shows. */
export interface MerchantView {
  merchant: Merchant;
  /** One page of them. */
  members: readonly Membership[];
  /** Who is looked for among them. */
  member: Sought;
  token: string;
  next: string;
  refused: Refused | null;
}

function memberList(visit: ConsoleVisit, { merchant, members, member, token, next }: MerchantView): Html {
  const { merchants: texts } = visit.t.console;
  const { merchantId: id } = merchant;
  const asked = { path: "/console/merchants/view", filter: { id, member: shownIn(member) } };
  const field = { name: "member", label: texts.memberSought, noun: texts.member, sought: member };
  const many = token !== "" || next !== "" || member.kind !== "any";
  const list = {
    ...memberTable(visit, merchant, members),
    caption: texts.members,
    none: texts.membersNone,
    ...asked,
    token,
    next,
  };
  return html`${many && memberForm(visit, id, member)}${soughtNotice(visit, [field], asked)}
${isUnclear([field]) ? "" : members.length === 0 && member.kind === "one" ? html`<p class="muted">${texts.memberNot}</p>` : consoleList(visit, list)}`;
}

function memberForm({ t }: ConsoleVisit, id: string, member: Sought): Html {
  const { merchants: texts } = t.console;
  const { list } = t;
  return html`<form class="filters" method="get" action="/console/merchants/view"><input type="hidden" name="id" value="${id}">
${inputField({ name: "member", label: texts.memberSought, value: shownIn(member), optional: true })}
<div class="filter-buttons"><button type="submit">${list.search}</button> <a href="${merchantPath(id)}">${list.reset}</a></div></form>`;
}

function memberTable(visit: ConsoleVisit, merchant: Merchant, members: readonly Membership[]) {
  const { merchants: texts } = visit.t.console;
  const fixed = merchant.test || merchant.state === MerchantState.CLOSED;
  const rows = members.map((member) => [
    html`<a href="${`/console/accounts/${member.accountId}`}" dir="auto">${member.accountName || member.accountId}</a>
${member.accountEmail && html`<br><small>${member.accountEmail}</small>`}`,
    fixed ? roleName(visit.t, member.role) : roleForm(visit, member),
    fixed ? "" : removeForm(visit, member),
  ]);
  const columns = fixed ? [texts.member, texts.role] : [texts.member, texts.role, texts.remove];
  const shown = fixed ? rows.map((row) => row.slice(0, 2)) : rows;
  return { columns, rows: shown };
}

function roleOptions({ t }: ConsoleVisit) {
  return ROLES.map((role) => ({ value: wordOf(MerchantRole, role), label: roleName(t, role) }));
}

function hidden(visit: ConsoleVisit, fields: Record<string, string>): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`${csrfField(visit.csrfToken)}${inputs}`;
}

/** Told apart from another of the same name. */
function nameIn({ accountName, accountEmail, accountId }: Membership): string {
  return [accountName || accountId, accountEmail].filter((part) => part !== "").join(", ");
}

function roleForm(visit: ConsoleVisit, member: Membership): Html {
  const { merchants: texts } = visit.t.console;
  const options = roleOptions(visit).map(
    ({ value, label }) =>
      html`<option value="${value}" ${value === wordOf(MerchantRole, member.role) && "selected"}>${label}</option>`,
  );
  return html`<form class="cell-form" method="post" action="/console/merchants/role">
${hidden(visit, { merchant_id: member.merchantId, account_id: member.accountId })}
<select name="role" aria-label="${texts.roleOf(nameIn(member))}">${options}</select>
<button type="submit" class="secondary outline button-small">${texts.setRole}</button></form>`;
}

function removeForm(visit: ConsoleVisit, member: Membership): Html {
  const { merchants: texts } = visit.t.console;
  return html`<form method="post" action="/console/merchants/remove">
${hidden(visit, { merchant_id: member.merchantId, account_id: member.accountId })}
<button type="submit" class="secondary outline button-small" aria-label="${texts.removeOf(nameIn(member))}">${texts.remove}</button></form>`;
}

function inviteForm(visit: ConsoleVisit, merchant: Merchant, refused: Refused | null): Html {
  const { merchants: texts } = visit.t.console;
  const faults = refused?.faults ?? [];
  const role = refused?.fields.one("invited_role") ?? "manager";
  return html`<details class="more" ${refused?.fields.one("email") && "open"}><summary>${texts.invite}</summary>
<form method="post" action="/console/merchants/invite" data-once novalidate>
${hidden(visit, { merchant_id: merchant.merchantId })}
${inputField({ name: "email", label: texts.inviteEmail, type: "email", value: refused?.fields.one("email") ?? "" }, faults)}
${selectField({ name: "invited_role", label: texts.role, options: roleOptions(visit), value: role }, faults)}
<button type="submit" class="button-small">${texts.inviteSubmit}</button></form></details>`;
}

function standing(visit: ConsoleVisit, merchant: Merchant, refused: Refused | null): Html {
  const { merchants: texts } = visit.t.console;
  const { merchantId } = merchant;
  const suspended = merchant.state === MerchantState.SUSPENDED;
  const end = pathWith("/console/tokens/end", { subject: "merchant", id: merchantId });
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.state}</h2>
${
  suspended
    ? html`<form method="post" action="/console/merchants/resume" data-once>${hidden(visit, { merchant_id: merchantId })}
<button type="submit">${texts.resume}</button></form>`
    : html`<details class="more" ${refused?.fields.one("reason_code") != null && "open"}><summary>${texts.suspend}</summary>
<p class="muted">${texts.suspendHint}</p>
<form method="post" action="/console/merchants/suspend" data-once novalidate>${hidden(visit, { merchant_id: merchantId })}
${reasonFields(visit, { kind: "suspension", refused, wordless: true })}
<button type="submit" class="danger button-small">${texts.suspend}</button></form></details>`
}
<div class="buttons"><a role="button" class="secondary outline button-small" href="${end}">${texts.endTokens}</a>
<a role="button" class="secondary outline button-small" href="${pathWith("/console/merchants/close", { id: merchantId })}">${texts.close}</a></div>
</section>`;
}
