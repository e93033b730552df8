import { type Invitation, type Membership, MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { copyBox } from "../../components/copy.ts";
import { roleName, wordOf } from "../../components/enum-names.ts";
import { inputField, selectField } from "../../components/fields.ts";
import { csrfField } from "../../components/form.ts";
import { type Html, type HtmlValue, html } from "../../components/html.ts";
import { listTable, pager } from "../../components/list.ts";
import { notice, statusMessage } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { formatTimestamp } from "../../components/timestamp.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { MEMBERS } from "../merchant-section.ts";

export interface MembersView {
  /** The account's own membership. */
  own: Membership;
  /** A test merchant has a fixed member. */
  test: boolean;
  members: readonly Membership[];
  /** The open invitations; empty unless the account is an owner. */
  invitations: readonly Invitation[];
  token: string;
  next: string;
  rejected: RejectedForm | null;
}

export function membersPage(context: PageContext, view: MembersView): Html {
  const { members: texts } = context.t;
  const { own, test, token, next } = view;
  const mayManage = own.role === MerchantRole.OWNER && !test;
  const columns = mayManage ? [texts.name, texts.role, texts.change] : [texts.name, texts.role];
  const rows = view.members.map((member) => memberRow(context, member, { own, mayManage }));
  return html`${pageHeader(context, { title: texts.title, lead: texts.lead(own.merchantName) })}
${rejectionNotice(context, view.rejected)}
${invited(context)}
${test ? notice("plain", texts.test) : !mayManage && notice("plain", texts.ownersOnly)}
<section class="card">${listTable({ caption: texts.title, columns, rows, none: "" })}</section>
${pager(context, { path: MEMBERS, filter: { merchant: own.merchantId }, token, next })}
${mayManage && inviteForm(context, view)}
${mayManage && openInvitations(context, view)}`;
}

/** The link of a new invitation, shown once. */
function invited({ t, flash }: PageContext): Html | null {
  const { email, url, mailed } = flash ?? {};
  if (email === undefined || url === undefined) return null;
  const { members: texts } = t;
  return html`${statusMessage(mailed === undefined ? texts.invited(email) : texts.mailed(email))}
<section class="card">${copyBox(t, { id: "invitation-link", label: texts.link, value: url })}</section>`;
}

interface RowFacts {
  own: Membership;
  mayManage: boolean;
}

function memberRow(context: PageContext, member: Membership, { own, mayManage }: RowFacts): HtmlValue[] {
  const { t } = context;
  const { accountName, accountEmail, accountId, role } = member;
  const you = accountId === own.accountId && html` <span class="badge">${t.members.you}</span>`;
  const name = html`<strong dir="auto">${accountName || accountEmail || accountId}</strong>${you}
${accountEmail && html`<br><small class="muted">${accountEmail}</small>`}`;
  if (!mayManage) return [name, roleName(t, role)];
  return [name, roleForm(context, member), removeForm(context, member)];
}

const nameOf = ({ accountName, accountEmail, accountId }: Membership) => accountName || accountEmail || accountId;

function roleForm(context: PageContext, member: Membership): Html {
  const { members: texts } = context.t;
  const options = roleOptions(context).map(
    ({ value, label }) =>
      html`<option value="${value}" ${value === wordOf(MerchantRole, member.role) && "selected"}>${label}</option>`,
  );
  return html`<form class="cell-form" method="post" action="${`${MEMBERS}/role`}">${hidden(context, member)}
<select name="role" aria-label="${texts.roleOf(nameOf(member))}">${options}</select>
<button type="submit" class="secondary outline button-small">${texts.save}</button></form>`;
}

function removeForm(context: PageContext, member: Membership): Html {
  const { members: texts } = context.t;
  return html`<form method="post" action="${`${MEMBERS}/remove`}" data-once>${hidden(context, member)}
<button type="submit" class="danger outline button-small" aria-label="${texts.removeOf(nameOf(member))}">${texts.remove}</button></form>`;
}

function hidden({ csrfToken }: PageContext, { merchantId, accountId }: Membership): Html {
  return html`${csrfField(csrfToken)}<input type="hidden" name="merchant_id" value="${merchantId}"><input type="hidden" name="account_id" value="${accountId}">`;
}

function roleOptions({ t }: PageContext) {
  const roles = [MerchantRole.OWNER, MerchantRole.MANAGER, MerchantRole.MEMBER];
  return roles.map((role) => ({ value: wordOf(MerchantRole, role), label: roleName(t, role) }));
}

function inviteForm(context: PageContext, { own, rejected }: MembersView): Html {
  const { members: texts } = context.t;
  const errors = rejected?.errors ?? [];
  const role = rejected?.fields.one("invited_role") ?? "manager";
  return html`<section class="card"><h2>${texts.invite}</h2>
<form method="post" action="${`${MEMBERS}/invite`}" data-once novalidate>${hidden(context, own)}
${inputField({ name: "email", label: texts.email, type: "email", value: rejected?.fields.one("email") ?? "" }, errors)}
${selectField({ name: "invited_role", label: texts.role, hint: texts.roleHint, options: roleOptions(context), value: role }, errors)}
<button type="submit">${texts.submit}</button></form></section>`;
}

function openInvitations(context: PageContext, { own, invitations }: MembersView): Html {
  const { members: texts } = context.t;
  const rows = invitations.map(({ invitationId, email, role, expiresAt }) => [
    email,
    roleName(context.t, role),
    formatTimestamp(context, expiresAt),
    html`<form method="post" action="${`${MEMBERS}/revoke`}" data-once>${hidden(context, own)}
<input type="hidden" name="invitation_id" value="${invitationId}">
<button type="submit" class="secondary outline button-small" aria-label="${texts.revokeOf(email)}">${texts.revoke}</button></form>`,
  ]);
  const columns = [texts.email, texts.role, texts.expires, texts.revoke];
  return html`<section class="card"><h2>${texts.open}</h2>${listTable({ caption: texts.open, columns, rows, none: texts.none })}</section>`;
}

/** The page of an account without merchants. */
export function noMerchantPage(context: PageContext): Html {
  return html`${pageHeader(context, { title: context.t.members.title })}${notice("plain", context.t.connected.noMerchant)}`;
}
