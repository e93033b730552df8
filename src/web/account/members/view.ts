import { type Invitation, type Membership, MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { roleName, wordOf } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { pager } from "../../components/list.ts";
import {
  inviteForm,
  type MemberForms,
  type MemberRow,
  memberList,
  membersHead,
  nameOf,
  newInvitation,
  openInvitations,
  removalPath,
  roleList,
} from "../../components/members.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import { alternativesList } from "../../components/sentence-list.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";
import { MEMBERS } from "../merchant-section.ts";

export interface MembersView {
  /** The account's own membership. */
  membership: Membership;
  /** True for a test merchant, whose members cannot be changed here. */
  test: boolean;
  members: readonly Membership[];
  /** The open invitations; empty unless the account is an owner. */
  invitations: readonly Invitation[];
  /** True if the platform sends mails. */
  mail: boolean;
  token: string;
  next: string;
  rejected: RejectedForm | null;
}

/** True if the account may invite, change and remove the members. */
export function managesMembers({ membership, test }: Pick<MembersView, "membership" | "test">): boolean {
  return membership.role === MerchantRole.OWNER && !test;
}

export function membersPage(context: PageContext, view: MembersView): Html {
  const { t, account } = context;
  const { members: texts } = t;
  const { membership, test, token, next } = view;
  const mayManage = managesMembers(view);
  const forms = formsOf(context, membership);
  const members = view.members.map((member) => ({ ...rowOf(t, member), ...protection(t, view, member) }));
  const isAlone = members.length === 1 && view.invitations.length === 0;
  const open = view.invitations.map((one) => {
    return { ...one, roleValue: wordOf(MerchantRole, one.role), roleName: roleName(t, one.role) };
  });
  const leave = { href: removalPath(forms, account), text: texts.leaveShop };
  const list = { label: texts.title, members, ownId: account.accountId, forms, mayManage, leave };
  const header = pageHeader(context, { title: texts.title, lead: texts.lead(membership.merchantName) });
  const head = html`${rejectionNotice(context, view.rejected)}
${newInvitation(context, forms.roles)}
${test ? notice("plain", texts.test) : !mayManage && notice("plain", ownersOnly(context, members))}
${mayManage && inviteForm(context, { forms, ...inputOf(view.rejected), open: isAlone })}`;
  return html`${membersHead(header, head)}
<section class="card">${memberList(context, list)}</section>
${pager(context, { path: MEMBERS, filter: { merchant: membership.merchantId }, token, next })}
${mayManage && openInvitations(context, { forms, invitations: open, mail: view.mail, mayResend: true })}
${roleList(context, forms.roles)}`;
}

/** The maximum number of owners whom a note names. */
const NAMED_MAX = 3;

/** Names owners on this page of the list. */
function ownersOnly({ t, language }: PageContext, members: readonly MemberRow[]): string {
  const { members: texts } = t;
  const owners = members
    .filter(({ role }) => role === "owner")
    .slice(0, NAMED_MAX)
    .map(nameOf);
  return owners.length === 0
    ? texts.ownersOnly
    : `${texts.ownersOnly} ${texts.ask(alternativesList(language, owners))}`;
}

function formsOf({ t }: PageContext, { merchantId }: Membership): MemberForms {
  const roles = [MerchantRole.OWNER, MerchantRole.MANAGER, MerchantRole.MEMBER];
  const options = roles.map((role) => {
    const value = wordOf(MerchantRole, role) as keyof Messages["members"]["roleTexts"];
    return { value, label: roleName(t, role), about: t.members.roleTexts[value] };
  });
  return { path: MEMBERS, subject: ["merchant", merchantId], roles: options };
}

/** Members of a test merchant and the last owner cannot be changed. The owners are known only if all members are on one page. */
function protection({ members: texts }: Messages, { test, members, token, next }: MembersView, member: Membership) {
  if (test) return { fixed: true };
  const isWhole = token === "" && next === "";
  const owners = members.filter(({ role }) => role === MerchantRole.OWNER);
  const isLast = isWhole && owners.length === 1 && owners[0] === member;
  // Only owners see the note, so it addresses the last one.
  return isLast ? { fixed: true, note: texts.lastOwner } : { fixed: false };
}

function rowOf(t: Messages, { accountId, accountName: name, accountEmail: email, role }: Membership): MemberRow {
  return { accountId, name, email, role: wordOf(MerchantRole, role), roleName: roleName(t, role) };
}

function inputOf(rejected: RejectedForm | null) {
  const { fields, errors = [] } = rejected ?? {};
  return { email: fields?.one("email") ?? "", role: fields?.one("invited_role") ?? "manager", errors };
}
