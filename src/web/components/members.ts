import { type Account, type Invitation, InvitationState } from "../../../gen/latchkey/v1/account_service_pb.ts";
import type { Frame } from "../layout/frame.ts";
import { actionRow, rowFacts } from "./action-row.ts";
import { badge } from "./badges.ts";
import { questionCard } from "./confirmation.ts";
import { copyBox } from "./copy.ts";
import { emailAddress } from "./email-address.ts";
import { inputField, selectField } from "./fields.ts";
import { csrfField, type FieldError, ownerField } from "./form.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { letterTile } from "./letter-tile.ts";
import { pathWith } from "./list.ts";
import { statusMessage } from "./notice.ts";
import { pageHeader } from "./page-header.ts";
import { formatDay } from "./timestamp.ts";

/** The data of a page with members. */
export interface MembersFrame extends Frame {
  account: Account;
  csrfToken: string;
  flash: Readonly<Record<string, string>> | null;
}

/** A member of a merchant or team. */
export interface MemberRow {
  accountId: string;
  name: string;
  /** Empty if the reader may not see the address. */
  email: string;
  /** A value of `MemberForms.roles`. */
  role: string;
  roleName: HtmlValue;
  /** After the name. */
  badges?: HtmlValue;
  /** It cannot be changed. */
  fixed?: boolean;
  /** Why it cannot be changed, if the page does not say so. */
  note?: string;
}

/** The forms that change members: `role`, `remove`, `invite` and `revoke` below a path. */
export interface MemberForms {
  path: string;
  /** The hidden field that names the merchant or team. */
  subject: readonly [name: string, value: string];
  roles: readonly Role[];
}

export interface Role {
  value: string;
  label: string;
  /** The permissions of the role, as the end of a sentence. */
  about: string;
}

interface MemberList {
  /** The name of the list for screen readers. */
  label: string;
  members: readonly MemberRow[];
  /** The id of the signed-in account. */
  ownId: string;
  forms: MemberForms;
  /** True if the account may change the members. */
  mayManage: boolean;
  /** The address and the text of the step with which the account leaves, in its own row unless that is fixed. */
  leave: { href: string; text: string };
}

/** The roles with their permissions, a line each, for the end of the page. */
export function roleList({ t }: Pick<Frame, "t">, roles: readonly Role[]): Html {
  const items = roles.map(({ label, about }) => html`<li><strong>${label}:</strong> ${about}</li>`);
  return html`<section class="card role-card" aria-labelledby="roles"><h2 id="roles">${t.members.rolesLabel}</h2><ul class="role-list">${items}</ul></section>`;
}

/** The members, with the forms that change them. */
export function memberList(context: MembersFrame, list: MemberList): Html {
  const { member, role } = context.t.members;
  // The name of each choice says that it is a role.
  const head = html`<p class="role-head" aria-hidden="true"><span>${member}</span> <span>${role}</span></p>`;
  return html`${head}<ul class="rows" aria-label="${list.label}">${list.members.map((member) => memberItem(context, member, list))}</ul>`;
}

function memberItem(context: MembersFrame, member: MemberRow, { forms, mayManage, ownId, leave }: MemberList): Html {
  const { members: texts } = context.t;
  const name = nameOf(member);
  const isOwn = member.accountId === ownId;
  const forMember = html`${roleForm(context, member, forms)}${!isOwn && removeLink(context, member, forms)}`;
  const row = actionRow({
    image: letterTile(name, "person"),
    title: name === member.email ? emailAddress(name) : html`<span dir="auto">${name}</span>`,
    badges: html`${isOwn && badge("label", texts.you)} ${member.badges}`,
    details: rowFacts([
      member.email !== name && member.email !== "" && emailAddress(member.email),
      mayManage && member.note && html`<span class="alone">${member.note}</span>`,
      isOwn && !member.fixed && html`<a class="leave" href="${leave.href}">${leave.text}</a>`,
    ]),
    action: mayManage && !member.fixed ? forMember : member.roleName,
  });
  return html`<li>${row}</li>`;
}

export const nameOf = ({ name, email, accountId }: Pick<MemberRow, "name" | "email" | "accountId">) =>
  name || email || accountId;

/** The choice of a member's role, with the button that saves it. */
export function roleForm(
  context: MembersFrame,
  member: Pick<MemberRow, "accountId" | "name" | "email" | "role">,
  forms: Pick<MemberForms, "path" | "subject"> & { roles: readonly Pick<Role, "value" | "label">[] },
): Html {
  const { members: texts } = context.t;
  const options = forms.roles.map(
    ({ value, label }) => html`<option value="${value}" ${value === member.role && "selected"}>${label}</option>`,
  );
  return html`<form class="cell-form" data-unchanged method="post" action="${`${forms.path}/role`}">${hidden(context, forms, member)}
<select name="role" aria-label="${texts.roleOf(nameOf(member))}">${options}</select>
<button type="submit" class="secondary outline button-small">${texts.save}</button></form>`;
}

/** The page that asks before a member is removed. */
export function removalPath({ path, subject: [name, value] }: MemberForms, member: { accountId: string }): string {
  return pathWith(`${path}/remove`, { [name]: value, account_id: member.accountId });
}

function removeLink({ t }: MembersFrame, member: MemberRow, forms: MemberForms): Html {
  const { members: texts } = t;
  const href = removalPath(forms, member);
  return html`<a class="button danger outline button-small" href="${href}" aria-label="${texts.removeOf(nameOf(member))}">${texts.remove} …</a>`;
}

/** The member that is removed, and what from. */
export interface Removal {
  member: Pick<MemberRow, "accountId" | "name" | "email">;
  /** The account removes itself. */
  isSelf: boolean;
  /** The name of the merchant or team. */
  from: string;
  /** The title and path of the list. */
  crumb: { label: string; href: string };
  forms: Pick<MemberForms, "path" | "subject">;
  /** The platform's login granted the membership, and grants it again at the next sign-in. */
  byClaim?: boolean;
  /** The platform has an external login, which can grant the membership again even if it did not grant this one. */
  external?: boolean;
  /** Effects in addition to the loss of access. */
  effects?: readonly string[];
}

/** Asks before a member is removed, and says how it can return. */
export function removalPage(context: MembersFrame, removal: Removal): { title: string; body: Html } {
  const { members: texts } = context.t;
  const { member, isSelf, from, crumb, forms, effects = [] } = removal;
  const [name, value] = forms.subject;
  const title = isSelf ? texts.leaveQuestion(from) : texts.removeQuestion(nameOf(member), from);
  const card = questionCard(context, {
    effects: [...lossOf(context, removal), ...effects],
    action: `${forms.path}/remove`,
    fields: html`<input type="hidden" name="${name}" value="${value}"><input type="hidden" name="account_id" value="${member.accountId}">`,
    submit: isSelf ? texts.leave : texts.removeSubmit,
    cancel: isSelf ? texts.stay : texts.keep,
    back: crumb.href,
  });
  return { title, body: html`${pageHeader(context, { crumbs: [crumb], title })}${card}` };
}

function lossOf(
  { t: { members: texts }, platformName }: MembersFrame,
  { member, isSelf, byClaim, external }: Pick<Removal, "member" | "isSelf" | "byClaim" | "external">,
): string[] {
  if (byClaim)
    return isSelf ? texts.leaveClaimEffects(platformName) : texts.removeClaimEffects(nameOf(member), platformName);
  if (external)
    return isSelf
      ? texts.leaveExternalEffects(platformName)
      : texts.removeExternalEffects(nameOf(member), platformName);
  return [isSelf ? texts.leaveEffect : texts.removeEffect(nameOf(member))];
}

function hidden(
  { csrfToken }: MembersFrame,
  { subject }: Pick<MemberForms, "subject">,
  member?: Pick<MemberRow, "accountId">,
): Html {
  const [name, value] = subject;
  return html`${csrfField(csrfToken)}<input type="hidden" name="${name}" value="${value}">${member && html`<input type="hidden" name="account_id" value="${member.accountId}">`}`;
}

/** The link of a new invitation, shown once. @param roles the roles of the merchant or team */
export function newInvitation({ t, flash }: MembersFrame, roles: readonly Role[]): Html | null {
  const { email, url, mailed, raised, replaced } = flash ?? {};
  if (email === undefined || url === undefined) return null;
  const { members: texts } = t;
  const sent = mailed === undefined ? texts.invited(email) : texts.mailed(email);
  const made = replaced === undefined ? sent : `${sent} ${texts.replaced}`;
  const role = roles.find(({ value }) => value === raised);
  return html`${statusMessage(role === undefined ? made : `${texts.raises(email, role.label)} ${made}`)}
<section class="card">${copyBox(t, { id: "invitation-link", label: texts.link, value: url })}</section>`;
}

/**
 * The flash with the values of a new invitation. @param role the offered one, as a value of `MemberForms.roles` @param replaces true if it
 * ended the link of an earlier one
 */
export function newInvitationFlash(
  { email, role, replaces }: { email: string; role: string; replaces: boolean },
  { url, mailed, raisesRole }: { url: string; mailed: boolean; raisesRole: boolean },
) {
  return {
    email,
    url,
    ...(mailed && { mailed: "yes" }),
    ...(raisesRole && { raised: role }),
    ...(replaces && { replaced: "yes" }),
  };
}

interface InviteForm {
  forms: MemberForms;
  email: string;
  role: string;
  errors: readonly FieldError[];
  /** True if the form is not folded. */
  open: boolean;
}

/** The title of a page with members, messages about it, and the form for an invitation, whose button stands beside the title. */
export function membersHead(header: Html, parts: HtmlValue): Html {
  return html`<div class="members-head">${header}
${parts}</div>`;
}

/** The form for a new invitation, folded unless the member is alone or the form has errors. Stands in `membersHead`. */
export function inviteForm(context: MembersFrame, { forms, email, role, errors, open }: InviteForm): Html {
  const { members: texts } = context.t;
  const isOpen = open || email !== "" || errors.length > 0;
  return html`<details class="more invite" ${isOpen && "open"}><summary><h2>${texts.invite}</h2></summary>
<form class="card" method="post" action="${`${forms.path}/invite`}" data-once novalidate>${hidden(context, forms)}${ownerField(context)}
<div class="form-row">${inputField({ name: "email", label: texts.email, type: "email", value: email }, errors)}
${selectField({ name: "invited_role", label: texts.role, options: forms.roles, value: role }, errors)}</div>
<p class="muted">${texts.inviteHint}</p>
<button type="submit">${texts.submit}</button></form></details>`;
}

/** An open invitation with the value and the name of its role. */
export type OpenInvitation = Invitation & { roleValue: string; roleName: string };

interface OpenInvitations {
  forms: MemberForms;
  invitations: readonly OpenInvitation[];
  /** True if the platform sends the links by mail. */
  mail: boolean;
  /** True if the account may send an invitation again. */
  mayResend: boolean;
}

const ENDED: Partial<Record<InvitationState, "declined" | "expired">> = {
  [InvitationState.DECLINED]: "declined",
  [InvitationState.EXPIRED]: "expired",
};

/** The open invitations and those that ended without an answer of the owner, with the forms that send and withdraw each; null if there are none. */
export function openInvitations(context: MembersFrame, view: OpenInvitations): Html | null {
  const { members: texts } = context.t;
  const { forms, invitations, mail } = view;
  if (invitations.length === 0) return null;
  const rows = invitations.map((one) => {
    const { email, roleName, expiresAt, invitedByName, state } = one;
    const endedAs = ENDED[state];
    const details = rowFacts([
      roleName,
      invitedByName && html`${texts.invitedBy} <span dir="auto">${invitedByName}</span>`,
      endedAs === undefined && html`${texts.expires}: ${formatDay(context, expiresAt)}`,
    ]);
    const action = html`${resendForm(context, one, view)}${endedAs === undefined && withdrawForm(context, one, forms)}`;
    const title = html`${emailAddress(email)} ${endedAs !== undefined && badge("plain", texts[endedAs])}`;
    return html`<li>${actionRow({ icon: "mail", title, details, action })}</li>`;
  });
  return html`<section class="card" aria-labelledby="open-invitations"><h2 id="open-invitations">${texts.open}</h2>
<p class="muted">${mail ? texts.openHint : texts.openHintLink}</p><ul class="rows invitations">${rows}</ul></section>`;
}

/** Invites again with the same offer, which ends the earlier link. Offers of a platform role are not repeated. */
function resendForm(context: MembersFrame, one: OpenInvitation, view: OpenInvitations): Html | null {
  if (!view.mayResend || one.developer || one.operator) return null;
  const { members: texts } = context.t;
  const { forms, mail } = view;
  const [label, name] = mail ? [texts.resend, texts.resendTo] : [texts.newLink, texts.newLinkFor];
  return html`<form method="post" action="${`${forms.path}/invite`}" data-once>${hidden(context, forms)}
<input type="hidden" name="invitation_id" value="${one.invitationId}"><input type="hidden" name="email" value="${one.email}"><input type="hidden" name="invited_role" value="${one.roleValue}">
<button type="submit" class="secondary outline button-small" aria-label="${name(one.email)}">${label}</button></form>`;
}

function withdrawForm(context: MembersFrame, { invitationId, email }: OpenInvitation, forms: MemberForms): Html {
  const { members: texts } = context.t;
  return html`<form method="post" action="${`${forms.path}/revoke`}" data-once>${hidden(context, forms)}
<input type="hidden" name="invitation_id" value="${invitationId}">
<button type="submit" class="danger outline button-small" aria-label="${texts.withdrawOf(email)}">${texts.withdraw}</button></form>`;
}
