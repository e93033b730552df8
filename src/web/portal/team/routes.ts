import type { FastifyInstance } from "fastify";
import { TeamRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { teamRoleName, valueNamed, wordOf } from "../../components/enum-names.ts";
import { nameOf, newInvitationFlash, removalPage } from "../../components/members.ts";
import { toSignIn } from "../../errors/send-error.ts";
import type { Fields } from "../../http/fields.ts";
import { fieldsOf, requireCsrf } from "../../http/guard.ts";
import { currentTeam, teamsOf } from "../../layout/teams.ts";
import { createContext, seeOther, type Web } from "../../request-context.ts";
import type { FlashRedirect } from "../../router/flash.ts";
import { isInvited } from "../../router/open-invitation.ts";
import { ownersForm } from "../../router/owners-form.ts";
import type { Page, PageContext, PageForm, PageRouter } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { unlessGone } from "../../router/unless-gone.ts";
import { inTeamOf, teamIn } from "./current.ts";
import { leavePage, TEAM, teamPage } from "./view.ts";

/** Changes the team and returns the message about it. */
type Step = (context: PageContext, teamAccountId: string, fields: Fields) => Promise<string>;

/** `/portal/team`: the members of the current team. Its owners invite, change and remove them. */
export function addTeamRoutes(app: FastifyInstance, router: PageRouter, web: Web): void {
  router.page(TEAM, (context) => show(context, null));
  router.page(`${TEAM}/leave`, async (context) => {
    const team = currentTeam(context);
    if (team.teamId === context.account.accountId) return TEAM;
    return { title: context.t.portal.team.leave, body: leavePage(context, team) };
  });
  const form = (name: string, handle: PageForm["handle"], kept: Pick<PageForm, "kept"> = {}) =>
    router.form(`${TEAM}/${name}`, ownersForm({ ...FORM, ...kept, handle }, roleText));
  form("role", stepOf(setRole));
  form("revoke", stepOf(revoke));
  router.page(`${TEAM}/remove`, askToRemove);
  form("remove", remove);
  router.form(`${TEAM}/leave`, { basePath: () => TEAM, handle: leave });
  form("invite", invite, { kept: ["team", "email", "invited_role"] });
  addSwitch(app, router, web);
}

const FORM: Omit<PageForm, "handle"> = {
  basePath: () => TEAM,
  redisplay: (context, rejected) => show(inTeamOf(context, rejected.fields), rejected),
};

function stepOf(step: Step): PageForm["handle"] {
  return async (context, fields): Promise<FlashRedirect> => {
    return { to: TEAM, flash: { done: await step(context, teamIn(context, fields), fields) } };
  };
}

async function setRole({ web, call, t }: PageContext, teamAccountId: string, fields: Fields): Promise<string> {
  const accountId = fields.one("account_id") ?? "";
  const role = valueNamed(TeamRole, fields.one("role")) ?? TeamRole.UNSPECIFIED;
  const { member } = await web.clients.accounts.setTeamMemberRole({ teamAccountId, accountId, role }, call);
  return t.members.done.role(member === undefined ? "" : nameOf(member), teamRoleName(t, role));
}

async function revoke({ web, call, t }: PageContext, _team: string, fields: Fields): Promise<string> {
  const invitationId = fields.one("invitation_id") ?? "";
  const { invitation } = await web.clients.accounts.revokeInvitation({ invitationId }, call);
  return t.members.done.revoke(invitation?.email ?? "");
}

function roleText(context: PageContext, fields: Fields): string | null {
  const { t, account } = context;
  const team = teamsOf(account).find(({ teamId }) => teamId === teamIn(context, fields));
  if (team === undefined || team.role === TeamRole.OWNER) return null;
  return t.members.roleChanged(team.name, teamRoleName(t, team.role));
}

async function invite(context: PageContext, fields: Fields): Promise<FlashRedirect> {
  const email = (fields.one("email") ?? "").trim();
  const teamRole = valueNamed(TeamRole, fields.one("invited_role")) ?? TeamRole.UNSPECIFIED;
  const repeatedInvitationId = fields.one("invitation_id") ?? "";
  const teamAccountId = teamIn(context, fields);
  const replaces = await isInvited(context, { email, teamAccountId });
  const request = { email, teamAccountId, teamRole, repeatedInvitationId };
  const made = await context.web.clients.accounts.createInvitation(request, context.call);
  return { to: TEAM, flash: newInvitationFlash({ email, role: wordOf(TeamRole, teamRole), replaces }, made) };
}

/** Asks whether to remove a member. Redirects to the list if the account is no longer a member, or if the reader may not remove it. */
async function askToRemove(context: PageContext): Promise<Page | string> {
  const { web, call, account, query, t } = context;
  const { teamId: teamAccountId, name: from, role } = currentTeam(context);
  const { members } = await web.clients.accounts.listTeamMembers({ teamAccountId }, call);
  const member = members.find(({ accountId }) => accountId === query.one("account_id"));
  // Another tab may have chosen another team meanwhile.
  if (member === undefined || query.one("team") !== teamAccountId) return TEAM;
  const isSelf = member.accountId === account.accountId;
  // The developer's own account stays in its team. Each other member may leave, and owners may remove others.
  if (member.accountId === teamAccountId || !(isSelf || role === TeamRole.OWNER)) return TEAM;
  return removalPage(context, {
    member,
    isSelf,
    from,
    crumb: { label: t.portal.team.title, href: TEAM },
    forms: { path: TEAM, subject: ["team", teamAccountId] },
    effects: isSelf ? [] : [t.portal.team.secretsKnown(member.name || member.email)],
  });
}

async function remove(context: PageContext, fields: Fields): Promise<FlashRedirect> {
  const { web, call, account, t } = context;
  const accountId = fields.one("account_id") ?? "";
  if (accountId === account.accountId) return leave(context, fields);
  const { accounts } = web.clients;
  const { done } = t.members;
  const teamAccountId = teamIn(context, fields);
  const { members } = await accounts.listTeamMembers({ teamAccountId }, call);
  await unlessGone(accounts.removeTeamMember({ teamAccountId, accountId }, call));
  const member = members.find((one) => one.accountId === accountId);
  return { to: TEAM, flash: { done: member === undefined ? done.removed : done.remove(nameOf(member)) } };
}

/** Leaves the team. An account that works in no other team has no pages of the portal, so it is redirected elsewhere. */
async function leave(context: PageContext, fields: Fields): Promise<FlashRedirect> {
  const { web, call, account, t } = context;
  const teamAccountId = teamIn(context, fields);
  await web.clients.accounts.removeTeamMember({ teamAccountId, accountId: account.accountId }, call);
  const others = teamsOf(account).some(({ teamId }) => teamId !== teamAccountId);
  return { to: others ? "/portal" : "/", flash: { done: t.portal.team.done.leave } };
}

async function show(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { web, call, t } = context;
  const { accounts } = web.clients;
  const team = currentTeam(context);
  const teamAccountId = team.teamId;
  const [{ members }, { invitations }, { mail }] = await Promise.all([
    accounts.listTeamMembers({ teamAccountId }, call),
    team.role === TeamRole.OWNER
      ? accounts.listInvitations({ teamAccountId, pageSize: 100 }, call)
      : { invitations: [] },
    accounts.getSignInOptions({}, call),
  ]);
  const body = teamPage(context, { team, members, invitations, mail, rejected });
  return { title: t.portal.team.title, body, team: teamAccountId, status: rejected?.status };
}

const ONE_YEAR = 31_536_000;

/** Stores the chosen team in the browser, and shows its apps. */
function addSwitch(app: FastifyInstance, router: PageRouter, web: Web): void {
  app.post(`${TEAM}/switch`, async (request, reply) => {
    const fields = fieldsOf(request);
    const context = await router.findContext(request);
    if (context === null) return toSignIn(reply, createContext(web, request), "/portal");
    requireCsrf(context, fields, { binding: "session", request, back: "/portal" });
    const team = teamsOf(context.account).find(({ teamId }) => teamId === fields.one("team"));
    if (team !== undefined) reply.header("set-cookie", web.cookies.write("team", team.teamId, ONE_YEAR));
    return seeOther(reply, "/portal");
  });
}
