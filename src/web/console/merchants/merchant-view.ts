import {
  type Membership,
  type Merchant,
  MerchantRole,
  MerchantState,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import type { AuditEvent } from "../../../../gen/latchkey/v1/audit_service_pb.ts";
import { badge, badgeRow, merchantStateBadge } from "../../components/badges.ts";
import { copyCode } from "../../components/copy.ts";
import { roleName, wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, html } from "../../components/html.ts";
import { countedList, factList, pathWith } from "../../components/list.ts";
import { listFilter } from "../../components/list-filter.ts";
import { roleForm } from "../../components/members.ts";
import { linkButton, pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { Page, PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { merchantPath, sectionCrumb } from "../paths.ts";
import { reasonFields } from "../reason-fields.ts";
import type { SearchMatch } from "../search.ts";
import { fieldText, filterText, isUnresolved, searchNotice } from "../search-filter.ts";
import { stateSteps } from "../state-steps.ts";
import { suspensionNotice } from "../suspensions.ts";
import { USAGE_MAX } from "../usage-max.ts";
import { closingNotice } from "./closing.ts";
import { installationsSection, type MerchantInstallations } from "./installations-view.ts";

const ROLES = [MerchantRole.OWNER, MerchantRole.MANAGER, MerchantRole.MEMBER] as const;

/** True if the members cannot be changed: those of a test merchant are a team, and a closed merchant has none. */
export function hasFixedMembers({ test, state }: Merchant): boolean {
  return test || state === MerchantState.CLOSED;
}

/** The page of one merchant: facts, members and state. */
export function merchantPage(context: PageContext, view: MerchantView): Page {
  const { merchants: texts } = context.t.console;
  const { merchant, rejected } = view;
  const open = merchant.state !== MerchantState.CLOSED;
  const body = html`${pageHeader(context, {
    crumbs: [sectionCrumb(context, "/console/merchants")],
    title: merchant.name,
    badges: badgeRow([merchantStateBadge(context, merchant.state), merchant.test && badge("label", texts.test)]),
  })}
${rejectionNotice(context, rejected)}${merchant.state === MerchantState.SUSPENDED && suspensionNotice(context, view.suspension, merchant)}${view.closing && closingNotice(context, view.closing)}
<div class="two-columns"><div>
${installationsSection(context, merchant.merchantId, view.installations)}
<section class="card" aria-labelledby="members"><h2 id="members">${texts.members}</h2>
${memberList(context, view)}
${open && !merchant.test && inviteForm(context, merchant, rejected)}</section>
</div><div><section class="card" aria-labelledby="facts"><h2 id="facts">${context.t.console.apps.facts}</h2>${factsOf(context, merchant)}</section>
${open && stateSection(context, merchant, rejected)}</div></div>`;
  return { title: merchant.name, body };
}

function factsOf(context: PageContext, merchant: Merchant): Html {
  const { merchants: texts } = context.t.console;
  const query = { merchant: merchant.merchantId };
  return html`${factList([
    [texts.id, copyCode(context.t, { id: "merchant-id", label: texts.id, value: merchant.merchantId })],
    [texts.created, formatTimestamp(context, merchant.createdAt)],
  ])}
<p class="links"><a href="${pathWith("/console/invitations", query)}">${texts.invitations}</a>
<a href="${pathWith("/console/audit", query)}">${texts.audit}</a></p>`;
}

export interface MerchantView {
  merchant: Merchant;
  /** The newest suspension, if the merchant is suspended and the audit trail still has it. */
  suspension: AuditEvent | undefined;
  closing: AuditEvent | undefined;
  /** One page of the list of members. */
  members: readonly Membership[];
  /** The result of the search for a member. */
  member: SearchMatch;
  installations: MerchantInstallations;
  token: string;
  next: string;
  rejected: RejectedForm | null;
}

function memberList(context: PageContext, { merchant, members, member, token, next }: MerchantView): Html {
  const { merchants: texts } = context.t.console;
  const { merchantId: id } = merchant;
  const request = { path: "/console/merchants/view", filter: { id, member: filterText(member) } };
  const field = { name: "member", label: texts.memberSearch, noun: texts.member, match: member };
  if (merchant.state === MerchantState.CLOSED) return html`<p class="muted">${texts.membersRemoved}</p>`;
  const many = token !== "" || next !== "" || member.kind !== "any";
  const list = {
    ...memberTable(context, merchant, members, !many),
    caption: texts.members,
    none: texts.membersNone,
    ...request,
    token,
    next,
  };
  return html`${many && memberForm(context, id, member)}${searchNotice(context, [field], request)}
${isUnresolved([field]) ? "" : members.length === 0 && member.kind === "one" ? html`<p class="muted">${texts.notMember}</p>` : countedList(context, list)}`;
}

function memberForm(context: PageContext, id: string, member: SearchMatch): Html {
  return listFilter(context, {
    path: "/console/merchants/view",
    filter: { id, member: filterText(member) },
    search: { name: "member", label: context.t.console.merchants.memberSearch, value: fieldText(member) },
    reset: merchantPath(id),
  });
}

/** @param whole the list shows all members, so that the owners are known */
function memberTable(context: PageContext, merchant: Merchant, members: readonly Membership[], whole: boolean) {
  const { merchants: texts } = context.t.console;
  const fixed = hasFixedMembers(merchant);
  const owners = members.filter(({ role }) => role === MerchantRole.OWNER);
  const isOnlyOwner = (member: Membership) => whole && owners.length === 1 && owners[0] === member;
  const rows = members.map((member) => [
    html`<a href="${`/console/accounts/${member.accountId}`}" dir="auto">${member.accountName || member.accountId}</a>
${member.accountEmail && html`<br><small>${member.accountEmail}</small>`}`,
    ...(fixed ? [roleName(context.t, member.role)] : memberActions(context, member, isOnlyOwner(member))),
  ]);
  const columns = fixed
    ? [texts.member, texts.role]
    : [texts.member, texts.role, { label: texts.remove, phone: "bare" as const, action: true }];
  return { columns, rows };
}

/** The cells with the choice of the role and with the removal. */
function memberActions(context: PageContext, member: Membership, isOnlyOwner: boolean): Html[] {
  if (!isOnlyOwner) return [roleChoice(context, member), removeLink(context, member)];
  return [
    onlyOwnerRole(context, member),
    html`<small id="only-owner">${context.t.console.merchants.onlyOwner}</small>`,
  ];
}

function roleOptions({ t }: PageContext) {
  return ROLES.map((role) => ({ value: wordOf(MerchantRole, role), label: roleName(t, role) }));
}

function hidden(context: PageContext, fields: Record<string, string>): Html {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`${csrfField(context.csrfToken)}${inputs}`;
}

/** The name and email address of a member. */
function nameIn({ accountName, accountEmail, accountId }: Membership): string {
  return [accountName || accountId, accountEmail].filter((part) => part !== "").join(", ");
}

function roleChoice(context: PageContext, member: Membership): Html {
  const row = { accountId: member.accountId, name: nameIn(member), email: "", role: wordOf(MerchantRole, member.role) };
  const subject = ["merchant_id", member.merchantId] as const;
  return roleForm(context, row, { path: "/console/merchants", subject, roles: roleOptions(context) });
}

/** The role of the only owner, which cannot be changed. The text in the next cell says why. */
function onlyOwnerRole(context: PageContext, member: Membership): Html {
  const name = context.t.console.merchants.roleOf(nameIn(member));
  return html`<div class="cell-form"><select disabled aria-label="${name}" aria-describedby="only-owner"><option>${roleName(context.t, member.role)}</option></select></div>`;
}

function removeLink(context: PageContext, member: Membership): Html {
  const { merchants: texts } = context.t.console;
  const href = pathWith("/console/merchants/remove", { id: member.merchantId, account_id: member.accountId });
  return html`<a class="button danger outline button-small" href="${href}" aria-label="${texts.removeOf(nameIn(member))}">${texts.remove} …</a>`;
}

function inviteForm(context: PageContext, merchant: Merchant, rejected: RejectedForm | null): Html {
  const { merchants: texts } = context.t.console;
  const errors = rejected?.errors ?? [];
  const role = rejected?.fields.one("invited_role") ?? "manager";
  return html`<details class="more" ${rejected?.fields.one("email") && "open"}><summary>${texts.invite}</summary>
<form method="post" action="/console/merchants/invite" data-once novalidate>
${hidden(context, { merchant_id: merchant.merchantId })}
${inputField({ name: "email", label: texts.inviteEmail, type: "email", value: rejected?.fields.one("email") ?? "" }, errors)}
${selectField({ name: "invited_role", label: texts.role, options: roleOptions(context), value: role }, errors)}
<button type="submit" class="button-small">${texts.inviteSubmit}</button></form></details>`;
}

function stateSection(context: PageContext, merchant: Merchant, rejected: RejectedForm | null): Html {
  const { merchants: texts } = context.t.console;
  const { merchantId } = merchant;
  const end = pathWith("/console/tokens/end", { subject: "merchant", id: merchantId });
  const close = pathWith("/console/merchants/close", { id: merchantId });
  const standing =
    merchant.state === MerchantState.SUSPENDED
      ? {
          hint: texts.resumeHint,
          action: html`<form method="post" action="/console/merchants/resume" data-once>${hidden(context, { merchant_id: merchantId })}
<button type="submit">${texts.resume}</button></form>`,
        }
      : { hint: texts.suspendHint, action: suspendForm(context, merchant, rejected) };
  const steps = [
    standing,
    { hint: texts.revokeHint, action: linkButton(end, texts.revokeTokens, "secondary") },
    { hint: texts.closeHint, action: linkButton(close, texts.close, "danger outline") },
  ];
  return html`<section class="card" aria-labelledby="standing"><h2 id="standing">${texts.actions}</h2>${stateSteps(steps)}</section>`;
}

function suspendForm(context: PageContext, { merchantId, usage }: Merchant, rejected: RejectedForm | null): Html {
  const { merchants: texts } = context.t.console;
  return html`<details class="more" ${rejected?.fields.one("reason_code") != null && "open"}><summary>${texts.suspend}</summary>
${usage && html`<p>${texts.suspendApps(usage.installationCount, usage.installationCount >= USAGE_MAX)}</p>`}
<form method="post" action="/console/merchants/suspend" data-once novalidate>${hidden(context, { merchant_id: merchantId })}
<p class="muted"><small>${texts.suspendShown}</small></p>
${reasonFields(context, { kind: "merchantSuspension", rejected, textOptional: true })}
<button type="submit" class="danger button-small">${texts.suspendSubmit}</button></form></details>`;
}
