import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { FastifyInstance } from "fastify";
import {
  type Invitation,
  InvitationState,
  type Membership,
  MerchantRole,
} from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { roleName, valueNamed, wordOf } from "../../components/enum-names.ts";
import { pathWith } from "../../components/list.ts";
import { newInvitationFlash, removalPage } from "../../components/members.ts";
import { memberName } from "../../components/person-name.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { Web } from "../../request-context.ts";
import type { FlashRedirect } from "../../router/flash.ts";
import { isInvited } from "../../router/open-invitation.ts";
import { ownersForm } from "../../router/owners-form.ts";
import { createPageRouter, type Page, type PageContext, type PageForm } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { unlessGone } from "../../router/unless-gone.ts";
import { CONNECTED_APPS, MEMBERS, MERCHANTS } from "../merchant-section.ts";
import { noShopPage } from "../no-shop-view.ts";
import { managesMembers, membersPage } from "./view.ts";

const SHOWN = 50;

/** Changes the members and returns the message about it. */
type Step = (context: PageContext, merchantId: string, fields: Fields) => Promise<string>;

/** `/connected-apps/members`: the members of a merchant. Its owners invite, change and remove them. */
export function addMemberRoutes(app: FastifyInstance, web: Web): void {
  const router = createPageRouter(app, web, MERCHANTS);
  router.page(MEMBERS, (context) => show(context, (context.query.one("merchant") ?? "").trim(), null));
  const form = (name: string, handle: PageForm["handle"], kept: Pick<PageForm, "kept"> = {}) =>
    router.form(`${MEMBERS}/${name}`, ownersForm({ ...FORM, ...kept, handle }, roleText));
  form("role", stepOf(setRole));
  form("revoke", stepOf(revoke));
  router.page(`${MEMBERS}/remove`, askToRemove);
  form("remove", remove);
  form("invite", invite, { kept: ["merchant", "email", "invited_role"] });
}

/**
 * Asks whether to remove a member. Redirects to the list if the account is no longer a member, or if the reader may not remove it.
 * @throws PageError 404 for a merchant that the reader does not belong to, also for operators
 */
async function askToRemove(context: PageContext): Promise<Page | string> {
  const { web, call, account, query, t } = context;
  const { accounts } = web.clients;
  const merchantId = query.one("merchant") ?? "";
  const accountId = query.one("account_id") ?? "";
  const crumb = { label: t.members.title, href: pathOf(merchantId) };
  if (merchantId === "" || accountId === "") return crumb.href;
  const membership = await findOwnMembership(context, merchantId);
  if (membership === null) throw new PageError(404, "not_found");
  const [{ merchant }, { memberships }, { externalLabel }] = await Promise.all([
    accounts.getMerchant({ merchantId, withoutMembers: true }, call),
    accounts.listMemberships({ merchantId, accountId, pageSize: 1 }, call),
    accounts.getSignInOptions({}, call),
  ]);
  const [member] = memberships;
  const isSelf = accountId === account.accountId;
  const test = merchant?.test ?? false;
  if (member === undefined || !(isSelf ? !test : managesMembers({ membership, test }))) return crumb.href;
  const { merchantName: from, accountName: name, accountEmail: email, byClaim } = member;
  return removalPage(context, {
    member: { accountId, name, email },
    isSelf,
    from,
    crumb,
    forms: { path: MEMBERS, subject: ["merchant", merchantId] },
    byClaim,
    external: externalLabel !== "" && !test,
    effects: [t.members.appsStay],
  });
}

/** The account's own membership, null if it does not belong to the merchant; an empty id selects its first merchant. */
async function findOwnMembership({ web, call, account }: PageContext, merchantId: string): Promise<Membership | null> {
  const request = { merchantId, accountId: account.accountId, pageSize: 1 };
  const { memberships } = await web.clients.accounts.listMemberships(request, call);
  return memberships[0] ?? null;
}

/** An account that removes itself has no page of this merchant any more. */
async function remove({ web, call, account, t }: PageContext, fields: Fields): Promise<FlashRedirect> {
  const { accounts } = web.clients;
  const merchantId = merchantIn(fields);
  const accountId = fields.one("account_id") ?? "";
  const { done } = t.members;
  const { memberships } = await accounts.listMemberships({ merchantId, accountId, pageSize: 1 }, call);
  await unlessGone(accounts.removeMembership({ merchantId, accountId }, call));
  if (accountId === account.accountId) return { to: CONNECTED_APPS, flash: { done: done.leave } };
  const [member] = memberships;
  const text = member === undefined ? done.removed : done.remove(memberName(member));
  return { to: pathOf(merchantId), flash: { done: text } };
}

const merchantIn = (fields: Fields) => fields.one("merchant") ?? "";
const pathOf = (merchant: string) => pathWith(MEMBERS, { merchant });

const FORM: Omit<PageForm, "handle"> = {
  basePath: (_params, fields) => pathOf(merchantIn(fields)),
  redisplay: (context, rejected) => show(context, merchantIn(rejected.fields), inShopWords(context, rejected)),
};

function stepOf(step: Step): PageForm["handle"] {
  return async (context, fields): Promise<FlashRedirect> => {
    const merchantId = merchantIn(fields);
    return { to: pathOf(merchantId), flash: { done: await step(context, merchantId, fields) } };
  };
}

async function setRole({ web, call, t }: PageContext, merchantId: string, fields: Fields): Promise<string> {
  const accountId = fields.one("account_id") ?? "";
  const role = valueNamed(MerchantRole, fields.one("role")) ?? MerchantRole.UNSPECIFIED;
  const { membership } = await web.clients.accounts.upsertMembership({ merchantId, accountId, role }, call);
  return t.members.done.role(memberName(membership), roleName(t, role));
}

async function revoke({ web, call, t }: PageContext, _merchantId: string, fields: Fields): Promise<string> {
  const invitationId = fields.one("invitation_id") ?? "";
  const { invitation } = await web.clients.accounts.revokeInvitation({ invitationId }, call);
  return t.members.done.revoke(invitation?.email ?? "");
}

async function roleText(context: PageContext, fields: Fields): Promise<string | null> {
  const { t } = context;
  const membership = await findOwnMembership(context, merchantIn(fields));
  if (membership === null || membership.role === MerchantRole.OWNER) return null;
  return t.members.roleChanged(membership.merchantName, roleName(t, membership.role));
}

/** The texts of rejections are those of the console, which call the shop a merchant. */
function inShopWords({ t }: PageContext, rejected: RejectedForm): RejectedForm {
  return rejected.message === t.rejected.reasons.LAST_OWNER
    ? { ...rejected, message: t.members.lastOwnerRefused }
    : rejected;
}

async function invite(context: PageContext, fields: Fields): Promise<FlashRedirect> {
  const merchantId = merchantIn(fields);
  const email = (fields.one("email") ?? "").trim();
  const role = valueNamed(MerchantRole, fields.one("invited_role")) ?? MerchantRole.UNSPECIFIED;
  const repeatedInvitationId = fields.one("invitation_id") ?? "";
  const request = { email, merchantId, role, repeatedInvitationId };
  const replaces = await isInvited(context, { email, merchantId });
  const made = await context.web.clients.accounts.createInvitation(request, context.call);
  const offer = { email, role: wordOf(MerchantRole, role), replaces };
  return { to: pathOf(merchantId), flash: newInvitationFlash(offer, made) };
}

/** @throws PageError 404 for a merchant that the account does not belong to, also for operators */
async function show(context: PageContext, wanted: string, rejected: RejectedForm | null): Promise<Page> {
  const { web, call, t } = context;
  const { accounts } = web.clients;
  // The navigation also shows the first merchant of the session.
  const [first] = context.memberships;
  const membership = await findOwnMembership(context, wanted || (first?.merchantId ?? ""));
  if (membership === null) {
    if (wanted !== "") throw new PageError(404, "not_found");
    const { title } = t.members;
    return { title, body: noShopPage(context, { ...context, title }) };
  }
  const { merchantId } = membership;
  const isOwner = membership.role === MerchantRole.OWNER;
  const token = context.query.one("page") ?? "";
  const [{ merchant }, { memberships: members, nextPageToken: next }, invitations, { mail }] = await Promise.all([
    accounts.getMerchant({ merchantId, withoutMembers: true }, call),
    accounts.listMemberships({ merchantId, pageSize: SHOWN, pageToken: token }, call),
    isOwner ? readInvitations(context, merchantId) : [],
    accounts.getSignInOptions({}, call),
  ]);
  const view = { membership, test: merchant?.test ?? false, members, invitations, mail, token, next, rejected };
  return { title: t.members.title, body: membersPage(context, view), status: rejected?.status };
}

/** An expired invitation stays in the list for this long. */
const EXPIRED_SHOWN = 30 * 24 * 3600 * 1000;

/** The open invitations, and those that were declined or have expired lately and were not sent again. */
async function readInvitations({ web, call }: PageContext, merchantId: string): Promise<Invitation[]> {
  const { accounts } = web.clients;
  const [{ invitations: open }, { invitations: all }] = await Promise.all([
    accounts.listInvitations({ merchantId, pageSize: SHOWN }, call),
    accounts.listInvitations({ merchantId, pageSize: SHOWN, includeEnded: true }, call),
  ]);
  const isLast = (one: Invitation) => all.find(({ email }) => email === one.email) === one;
  return [...open, ...all.filter((one) => isUnanswered(one) && isLast(one))];
}

/** True for an invitation that was declined while its link would still work, or that expired not long ago. */
function isUnanswered({ state, expiresAt }: Invitation): boolean {
  const expiry = expiresAt === undefined ? 0 : timestampMs(expiresAt);
  if (state === InvitationState.DECLINED) return expiry > Date.now();
  return state === InvitationState.EXPIRED && expiry > Date.now() - EXPIRED_SHOWN;
}
