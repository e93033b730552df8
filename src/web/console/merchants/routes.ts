import { Code, ConnectError } from "@connectrpc/connect";
import { MerchantRole } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { valueNamed } from "../../components/enum-names.ts";
import { html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { ShownOnce } from "../../router/flash.ts";
import { confirmPage, requireConfirmed } from "../confirm.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsoleForm, ConsolePage, Desk } from "../page-router.ts";
import { createdInvitationPath, merchantPath } from "../paths.ts";
import { FormError, type Refused } from "../refusal.ts";
import { soughtAccount } from "../search.ts";
import { idOf, isUnclear } from "../search-filter.ts";
import { merchantPage } from "./merchant-view.ts";
import { listPage, newPage, PATH } from "./view.ts";

const MEMBERS_SHOWN = 25;

type Act = (visit: ConsoleVisit, merchantId: string, fields: Fields) => Promise<unknown>;

/** `/console/merchants/view?id=`: one merchant and what can be done about it. Every form names the merchant in a field. */
export function addMerchantRoutes(desk: Desk): void {
  desk.page(`${PATH}/view`, (visit) => showMerchant(visit, visit.query.one("id") ?? "", null));
  const step = (name: string, act: Act) => desk.form(`${PATH}/${name}`, stepForm(act));
  step("role", ({ web, call }, merchantId, fields) => {
    const role = valueNamed(MerchantRole, fields.one("role")) ?? MerchantRole.UNSPECIFIED;
    const accountId = fields.one("account_id") ?? "";
    return web.clients.accounts.upsertMembership({ merchantId, accountId, role }, call);
  });
  step("remove", ({ web, call }, merchantId, fields) =>
    web.clients.accounts.removeMembership({ merchantId, accountId: fields.one("account_id") ?? "" }, call),
  );
  step("suspend", ({ web, call }, merchantId, fields) => {
    const reasonCode = fields.one("reason_code") ?? "";
    const reasonText = (fields.one("reason_text") ?? "").trim();
    return web.clients.accounts.suspendMerchant({ merchantId, reasonCode, reasonText }, call);
  });
  step("resume", ({ web, call }, merchantId) => web.clients.accounts.resumeMerchant({ merchantId }, call));
  desk.form(`${PATH}/invite`, { ...stepForm(async () => {}), act: invite });
  addClosing(desk);
}

function merchantIn(fields: Fields): string {
  return fields.one("merchant_id") ?? "";
}

function stepForm(act: Act): ConsoleForm {
  return {
    home: (_params, fields) => merchantPath(merchantIn(fields)),
    async act(visit, fields) {
      await act(visit, merchantIn(fields), fields);
      return merchantPath(merchantIn(fields));
    },
    again: (visit, refused) => showMerchant(visit, merchantIn(refused.fields), refused),
  };
}

async function showMerchant(visit: ConsoleVisit, merchantId: string, refused: Refused | null): Promise<ConsolePage> {
  const { accounts } = visit.web.clients;
  const { merchant } = await accounts.getMerchant({ merchantId, withoutMembers: true }, visit.call);
  if (merchant === undefined) throw new PageError(404, "not_found");
  const token = visit.query.one("page") ?? "";
  const member = await soughtAccount(visit, (visit.query.one("member") ?? "").trim());
  const asked = { merchantId, accountId: idOf(member), pageSize: MEMBERS_SHOWN, pageToken: token };
  const unclear = isUnclear([{ sought: member }]);
  const { memberships: members, nextPageToken: next } = unclear
    ? { memberships: [], nextPageToken: "" }
    : await accounts.listMemberships(asked, visit.call);
  return merchantPage(visit, { merchant, members, member, token, next, refused });
}

async function invite(visit: ConsoleVisit, fields: Fields): Promise<ShownOnce> {
  const merchantId = merchantIn(fields);
  const email = (fields.one("email") ?? "").trim();
  const role = valueNamed(MerchantRole, fields.one("invited_role")) ?? MerchantRole.UNSPECIFIED;
  const made = await visit.web.clients.accounts.createInvitation({ email, merchantId, role }, visit.call);
  return { to: createdInvitationPath(made.invitationId), once: { email, url: made.url } };
}

function addClosing(desk: Desk): void {
  desk.page(`${PATH}/close`, (visit) => closePage(visit, visit.query.one("id") ?? "", null));
  desk.form(`${PATH}/close`, {
    home: (_params, fields) => pathWith(`${PATH}/close`, { id: merchantIn(fields) }),
    async act(visit, fields) {
      requireConfirmed(visit, fields);
      await visit.web.clients.accounts.closeMerchant({ merchantId: merchantIn(fields) }, visit.call);
      return merchantPath(merchantIn(fields));
    },
    again: (visit, refused) => closePage(visit, merchantIn(refused.fields), refused),
  });
}

async function closePage(visit: ConsoleVisit, merchantId: string, refused: Refused | null): Promise<ConsolePage> {
  const { merchants: texts } = visit.t.console;
  const asked = { merchantId, withoutMembers: true };
  const { merchant } = await visit.web.clients.accounts.getMerchant(asked, visit.call);
  const question = {
    title: texts.closeTitle(merchant?.name ?? merchantId),
    effects: [texts.closeEffect],
    action: `${PATH}/close`,
    fields: html`<input type="hidden" name="merchant_id" value="${merchantId}">`,
    box: texts.confirm,
    submit: texts.closeSubmit,
    keep: texts.keep,
    back: merchantPath(merchantId),
  };
  return confirmPage(visit, question, refused);
}

/** `/console/merchants`: all of them by name, and new ones. */
export function addMerchantListRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/new`, async (visit) => newPage(visit, null));
  desk.form(`${PATH}/new`, {
    home: () => `${PATH}/new`,
    async act(visit, fields) {
      const { accounts } = visit.web.clients;
      const one = (name: string) => (fields.one(name) ?? "").trim();
      const ownerAccountId = await ownerIn(visit, one("owner_email"));
      const asked = { merchantId: one("merchant_id"), name: one("name"), ownerAccountId };
      const { merchant } = await accounts.createMerchant(asked, visit.call);
      return merchantPath(merchant?.merchantId ?? "");
    },
    again: async (visit, refused) => newPage(visit, refused),
  });
}

/** @throws FormError where no account is named: the operator would become the owner otherwise */
async function ownerIn({ web, call, t }: ConsoleVisit, email: string): Promise<string> {
  if (email === "") throw new FormError([{ field: "owner_email", text: t.console.refused.fields.owner_email ?? "" }]);
  try {
    const { account } = await web.clients.accounts.getAccount({ email, withoutMemberships: true }, call);
    return account?.accountId ?? "";
  } catch (failure) {
    if (ConnectError.from(failure).code !== Code.NotFound) throw failure;
    throw new FormError([{ field: "owner_email", text: t.console.merchants.ownerNone }]);
  }
}
