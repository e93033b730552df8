import { type Invitation, type TeamMember, TeamRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { badge } from "../../components/badges.ts";
import { questionCard } from "../../components/confirmation.ts";
import { isUnverified } from "../../components/email-verification.ts";
import { teamRoleName, wordOf } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import {
  inviteForm,
  type MemberForms,
  memberList,
  membersHead,
  newInvitation,
  openInvitations,
  roleList,
} from "../../components/members.ts";
import { notice } from "../../components/notice.ts";
import { pageHeader } from "../../components/page-header.ts";
import type { Team } from "../../layout/teams.ts";
import type { Messages } from "../../messages.en.ts";
import type { PageContext } from "../../router/page-router.ts";
import { type RejectedForm, rejectionNotice } from "../../router/rejected-form.ts";

export const TEAM = "/portal/team";

export interface TeamView {
  team: Team;
  members: readonly TeamMember[];
  /** The open invitations; empty unless the account is an owner. */
  invitations: readonly Invitation[];
  /** True if the platform sends mails. */
  mail: boolean;
  rejected: RejectedForm | null;
}

export function teamPage(context: PageContext, { team, members, invitations, mail, rejected }: TeamView): Html {
  const { t, account } = context;
  const texts = t.portal.team;
  const forms = formsOf(context, team);
  const isOwner = team.role === TeamRole.OWNER;
  const rows = members.map(({ accountId, name, email, role }) => {
    const fixed = accountId === team.teamId;
    const badges = fixed && badge("label", texts.developerAccount);
    const note = fixed ? { note: texts.developerAccountHint } : {};
    return {
      ...{ accountId, name, email, role: wordOf(TeamRole, role), roleName: teamRoleName(t, role) },
      ...{ badges, fixed, ...note },
    };
  });
  const ownId = account.accountId;
  const leave = { href: `${TEAM}/leave`, text: `${texts.leave} …` };
  const list = { label: texts.title, members: rows, ownId, forms, mayManage: isOwner, leave };
  const open = invitations.map((one) => {
    return { ...one, roleValue: wordOf(TeamRole, one.teamRole), roleName: teamRoleName(t, one.teamRole) };
  });
  const isAlone = members.length === 1 && invitations.length === 0;
  const header = pageHeader(context, { title: texts.title, lead: texts.lead(team.name) });
  const head = html`${rejectionNotice(context, rejected)}
${newInvitation(context, forms.roles)}
${!isOwner && notice("plain", texts.ownersOnly)}
${isOwner && invite(context, forms, { rejected, isAlone })}`;
  return html`${membersHead(header, head)}
<section class="card">${memberList(context, list)}</section>
${isOwner && openInvitations(context, { forms, invitations: open, mail, mayResend: !isUnverified(account) })}
${roleList(context, forms.roles)}`;
}

function formsOf({ t }: PageContext, { teamId }: Team): MemberForms {
  const roles = [TeamRole.OWNER, TeamRole.MEMBER].map((role) => {
    const value = wordOf(TeamRole, role) as keyof Messages["portal"]["team"]["roleTexts"];
    return { value, label: teamRoleName(t, role), about: t.portal.team.roleTexts[value] };
  });
  return { path: TEAM, subject: ["team", teamId], roles };
}

interface Invite {
  rejected: RejectedForm | null;
  isAlone: boolean;
}

function invite(context: PageContext, forms: MemberForms, { rejected, isAlone }: Invite): Html {
  const texts = context.t.portal.team;
  if (isUnverified(context.account))
    return notice("warn", html`${texts.unverified} <a href="/account">${texts.account}</a>`);
  const { fields, errors = [] } = rejected ?? {};
  const input = { email: fields?.one("email") ?? "", role: fields?.one("invited_role") ?? "member", errors };
  return inviteForm(context, { forms, ...input, open: isAlone });
}

/** Asks for a confirmation before the account leaves the team, because only an owner can invite it again. */
export function leavePage(context: PageContext, { teamId, name }: Team): Html {
  const texts = context.t.portal.team;
  const card = questionCard(context, {
    effects: [texts.leaveHint],
    action: `${TEAM}/leave`,
    fields: html`<input type="hidden" name="team" value="${teamId}">`,
    submit: texts.leave,
    cancel: texts.stay,
    back: TEAM,
  });
  return html`${pageHeader(context, { crumbs: [{ href: TEAM, label: texts.title }], title: texts.leaveQuestion(name) })}
${card}`;
}
