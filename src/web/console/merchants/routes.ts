import { Code, ConnectError } from "@connectrpc/connect";
import { MerchantRole, MerchantState, type MerchantUsage } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { roleName, valueNamed } from "../../components/enum-names.ts";
import { html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { memberName } from "../../components/person-name.ts";
import { PageError } from "../../errors/page-error.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import type { FlashRedirect } from "../../router/flash.ts";
import type { FormResult, Page, PageContext, PageForm, PageRouter } from "../../router/page-router.ts";
import { FormError, type RejectedForm } from "../../router/rejected-form.ts";
import { withRepeated } from "../already.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import { createdInvitationPath, merchantPath } from "../paths.ts";
import { REASON_FIELDS } from "../reason-fields.ts";
import { searchAccount } from "../search.ts";
import { idOf, isUnresolved } from "../search-filter.ts";
import { readSuspensions } from "../suspensions.ts";
import { USAGE_MAX } from "../usage-max.ts";
import { readClosing } from "./closing.ts";
import { readNewest } from "./installations-view.ts";
import { hasFixedMembers, merchantPage } from "./merchant-view.ts";
import { listPage, newPage, PATH } from "./view.ts";

const MEMBERS_SHOWN = 25;

/** Changes the merchant and returns the message about it. */
type Step = (context: PageContext, merchantId: string, fields: Fields) => Promise<string>;

/** `/console/merchants/view?id=`: one merchant with its members and state. Forms contain the merchant id. */
export function addMerchantRoutes(router: PageRouter): void {
  router.page(`${PATH}/view`, (context) => showMerchant(context, context.query.one("id") ?? "", null));
  router.form(`${PATH}/role`, { ...FORM, handle: stepOf(setRole) });
  router.page(`${PATH}/remove`, askToRemove);
  router.form(`${PATH}/remove`, { ...FORM, handle: stepOf(remove) });
  router.form(`${PATH}/suspend`, {
    ...FORM,
    kept: ["merchant_id", ...REASON_FIELDS],
    handle: suspend,
    done: ({ t }) => t.console.merchants.done.suspend,
  });
  router.form(`${PATH}/resume`, { ...FORM, handle: stepOf(resume) });
  router.form(`${PATH}/invite`, { ...FORM, handle: invite });
  addClosing(router);
}

async function setRole({ web, call, t }: PageContext, merchantId: string, fields: Fields): Promise<string> {
  const role = valueNamed(MerchantRole, fields.one("role")) ?? MerchantRole.UNSPECIFIED;
  const accountId = fields.one("account_id") ?? "";
  const { membership } = await web.clients.accounts.upsertMembership({ merchantId, accountId, role }, call);
  return t.members.done.role(memberName(membership), roleName(t, role));
}

async function remove({ web, call, t }: PageContext, merchantId: string, fields: Fields): Promise<string> {
  const { accounts } = web.clients;
  const accountId = fields.one("account_id") ?? "";
  const { done } = t.members;
  const { memberships } = await accounts.listMemberships({ merchantId, accountId, pageSize: 1 }, call);
  await accounts.removeMembership({ merchantId, accountId }, call);
  const [member] = memberships;
  return member === undefined ? done.removed : done.remove(memberName(member));
}

async function resume({ web, call, t }: PageContext, merchantId: string): Promise<string> {
  await web.clients.accounts.resumeMerchant({ merchantId }, call);
  return t.console.merchants.done.resume;
}

async function suspend(context: PageContext, fields: Fields): Promise<FormResult> {
  const merchantId = merchantIn(fields);
  const reasonCode = fields.one("reason_code") ?? "";
  const request = { merchantId, reasonCode, reasonText: multilineText(fields, "reason_text").trim() };
  const { alreadySuspended } = await context.web.clients.accounts.suspendMerchant(request, context.call);
  if (!alreadySuspended) return merchantPath(merchantId);
  const suspension = (await readSuspensions(context, "merchant", [merchantId])).get(merchantId);
  return withRepeated(context, await showMerchant(context, merchantId, null), { suspension, fields });
}

function merchantIn(fields: Fields): string {
  return fields.one("merchant_id") ?? "";
}

const FORM: Omit<PageForm, "handle"> = {
  basePath: (_params, fields) => merchantPath(merchantIn(fields)),
  redisplay: (context, rejected) => showMerchant(context, merchantIn(rejected.fields), rejected),
};

function stepOf(step: Step): PageForm["handle"] {
  return async (context, fields): Promise<FlashRedirect> => {
    const merchantId = merchantIn(fields);
    return { to: merchantPath(merchantId), flash: { done: await step(context, merchantId, fields) } };
  };
}

async function showMerchant(context: PageContext, merchantId: string, rejected: RejectedForm | null): Promise<Page> {
  const { accounts } = context.web.clients;
  const shown = { merchantId, withoutMembers: true, withUsage: true };
  const { merchant } = await accounts.getMerchant(shown, context.call);
  if (merchant === undefined) throw new PageError(404, "not_found");
  const token = context.query.one("page") ?? "";
  const member = await searchAccount(context, (context.query.one("member") ?? "").trim());
  const request = { merchantId, accountId: idOf(member), pageSize: MEMBERS_SHOWN, pageToken: token };
  const unclear = isUnresolved([{ match: member }]);
  const [{ memberships: members, nextPageToken: next }, installations, closing] = await Promise.all([
    unclear ? { memberships: [], nextPageToken: "" } : accounts.listMemberships(request, context.call),
    readNewest(context, merchantId),
    readClosing(context, merchant),
  ]);
  const stopped = merchant.state === MerchantState.SUSPENDED ? [merchantId] : [];
  const suspension = (await readSuspensions(context, "merchant", stopped)).get(merchantId);
  return merchantPage(context, {
    merchant,
    suspension,
    closing,
    members,
    member,
    installations,
    token,
    next,
    rejected,
  });
}

async function invite(context: PageContext, fields: Fields): Promise<FlashRedirect> {
  const merchantId = merchantIn(fields);
  const email = (fields.one("email") ?? "").trim();
  const role = valueNamed(MerchantRole, fields.one("invited_role")) ?? MerchantRole.UNSPECIFIED;
  const made = await context.web.clients.accounts.createInvitation({ email, merchantId, role }, context.call);
  return {
    to: createdInvitationPath(made.invitationId),
    flash: { email, url: made.url, mailed: made.mailed ? "yes" : "" },
  };
}

/** Asks whether to remove a member. Redirects to the merchant if the account is no longer a member, or if the members are fixed. */
async function askToRemove(context: PageContext): Promise<Page | string> {
  const { merchants: texts } = context.t.console;
  const merchantId = context.query.one("id") ?? "";
  const accountId = context.query.one("account_id") ?? "";
  const back = merchantPath(merchantId);
  if (accountId === "") return back;
  const { accounts } = context.web.clients;
  const { merchant } = await accounts.getMerchant({ merchantId, withoutMembers: true }, context.call);
  if (merchant === undefined || hasFixedMembers(merchant)) return back;
  const { memberships } = await accounts.listMemberships({ merchantId, accountId, pageSize: 1 }, context.call);
  const [member] = memberships;
  if (member === undefined) return back;
  const { externalLabel } = await accounts.getSignInOptions({}, context.call);
  // The login can grant the membership again even if it did not grant this one.
  const lasting = externalLabel === "" ? texts.removeEffects : texts.removeExternalEffects;
  const confirmation = {
    crumb: { href: back, label: merchant.name },
    title: texts.removeTitle(memberName(member), member.merchantName),
    effects: [
      ...(member.accountEmail === "" ? [] : [texts.removeEmail(member.accountEmail)]),
      ...(member.byClaim ? texts.removeClaimEffects : lasting),
    ],
    action: `${PATH}/remove`,
    fields: html`<input type="hidden" name="merchant_id" value="${merchantId}"><input type="hidden" name="account_id" value="${accountId}">`,
    submit: texts.removeSubmit,
    cancel: texts.cancel,
    back,
  };
  return confirmPage(context, confirmation, null);
}

function addClosing(router: PageRouter): void {
  router.page(`${PATH}/close`, (context) => closePage(context, context.query.one("id") ?? "", null));
  router.form(`${PATH}/close`, {
    basePath: (_params, fields) => pathWith(`${PATH}/close`, { id: merchantIn(fields) }),
    async handle(context, fields) {
      requireConfirmed(context, fields);
      await context.web.clients.accounts.closeMerchant({ merchantId: merchantIn(fields) }, context.call);
      return merchantPath(merchantIn(fields));
    },
    done: ({ t }) => t.console.merchants.done.close,
    redisplay: (context, rejected) => closePage(context, merchantIn(rejected.fields), rejected),
  });
}

function usageEffects({ t }: PageContext, usage: MerchantUsage | undefined): string[] {
  const { merchants: texts } = t.console;
  // A core of the previous release counts nothing.
  if (usage === undefined) return [texts.closeAll];
  const { installationCount: apps, memberCount: members } = usage;
  return [texts.closeApps(apps, apps >= USAGE_MAX), texts.closeMembers(members, members >= USAGE_MAX)];
}

async function closePage(context: PageContext, merchantId: string, rejected: RejectedForm | null): Promise<Page> {
  const { merchants: texts } = context.t.console;
  const request = { merchantId, withoutMembers: true, withUsage: true };
  const { merchant } = await context.web.clients.accounts.getMerchant(request, context.call);
  const [back, name] = [merchantPath(merchantId), merchant?.name ?? merchantId];
  const notice = merchant?.usage?.memberCount === 0 ? [] : [texts.closeNotice];
  const confirmation = {
    crumb: { href: back, label: name },
    title: texts.closeTitle(name),
    effects: [...usageEffects(context, merchant?.usage), ...notice, texts.closeEffect],
    action: `${PATH}/close`,
    fields: html`<input type="hidden" name="merchant_id" value="${merchantId}">`,
    checkbox: texts.confirm,
    submit: texts.closeSubmit,
    cancel: texts.cancel,
    back,
  };
  return confirmPage(context, confirmation, rejected);
}

/** `/console/merchants`: the list by name, and new merchants. */
export function addMerchantListRoutes(router: PageRouter): void {
  router.page(PATH, listPage);
  router.page(`${PATH}/new`, async (context) => newPage(context, null));
  router.form(`${PATH}/new`, {
    basePath: () => `${PATH}/new`,
    async handle(context, fields) {
      const { accounts } = context.web.clients;
      const one = (name: string) => (fields.one(name) ?? "").trim();
      const ownerAccountId = await ownerIn(context, one("owner_email"));
      const request = { merchantId: one("merchant_id"), name: one("name"), ownerAccountId };
      const { merchant } = await accounts.createMerchant(request, context.call);
      return merchantPath(merchant?.merchantId ?? "");
    },
    done: ({ t }) => t.console.merchants.done.add,
    redisplay: async (context, rejected) => newPage(context, rejected),
  });
}

/** The account id of the owner. Required, because without an owner the RPC would make the operator the owner. @throws FormError */
async function ownerIn({ web, call, t }: PageContext, email: string): Promise<string> {
  if (email === "") throw new FormError([{ field: "owner_email", text: t.rejected.fields.owner_email ?? "" }]);
  try {
    const { account } = await web.clients.accounts.getAccount({ email, withoutMemberships: true }, call);
    return account?.accountId ?? "";
  } catch (failure) {
    if (ConnectError.from(failure).code !== Code.NotFound) throw failure;
    throw new FormError([{ field: "owner_email", text: t.console.merchants.ownerNone }]);
  }
}
