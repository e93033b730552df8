import { PageError } from "../../errors/page-error.ts";
import { type Fields, multilineText } from "../../http/fields.ts";
import type { FormResult, Page, PageContext, PageForm, PageRouter } from "../../router/page-router.ts";
import type { RejectedForm } from "../../router/rejected-form.ts";
import { withRepeated } from "../already.ts";
import { createdInvitationPath } from "../paths.ts";
import { REASON_FIELDS } from "../reason-fields.ts";
import { readSuspensions } from "../suspensions.ts";
import { accountPage, resetLinkPage } from "./account-view.ts";
import { readTeam } from "./team-view.ts";
import { invitePage, isSuspended, listPage, PATH } from "./view.ts";

const MERCHANTS_SHOWN = 25;

type Handler = (context: PageContext, accountId: string, fields: Fields) => Promise<unknown>;

/** `/console/accounts/{account_id}`: an account with its merchants, roles and state. */
export function addAccountRoutes(router: PageRouter): void {
  router.page(`${PATH}/:id`, (context) => showAccount(context, null));
  const step = (name: keyof PageContext["t"]["console"]["accounts"]["done"], handle: Handler) =>
    router.form(`${PATH}/:id/${name}`, {
      ...stepForm(handle),
      done: ({ t }) => t.console.accounts.done[name],
    });
  step("roles", ({ web, call }, accountId, fields) => {
    const [operator, developer] = [fields.one("operator") === "yes", fields.one("developer") === "yes"];
    return web.clients.accounts.setAccountRoles({ accountId, operator, developer }, call);
  });
  step("verify-email", ({ web, call }, accountId, fields) =>
    web.clients.accounts.markEmailVerified({ accountId, email: fields.one("email") ?? "" }, call),
  );
  router.form(`${PATH}/:id/suspend`, {
    ...stepForm(async () => {}),
    kept: REASON_FIELDS,
    handle: suspend,
    done: ({ t }) => t.console.accounts.done.suspend,
  });
  step("reset-two-step", ({ web, call }, accountId) => web.clients.accounts.resetSecondFactor({ accountId }, call));
  step("resume", ({ web, call }, accountId) => web.clients.accounts.resumeAccount({ accountId }, call));
}

/** `/console/accounts/{account_id}/reset-link`: a link for a new password, which the operator passes on. */
export function addResetLinkRoutes(router: PageRouter): void {
  router.page(`${PATH}/:id/reset-link`, async (context) => resetLinkPage(context));
  router.form(`${PATH}/:id/reset-link`, {
    basePath: (params) => `${PATH}/${params.id}`,
    async handle(context) {
      const { accounts } = context.web.clients;
      const accountId = idOf(context);
      const { account } = await accounts.getAccount({ accountId, withoutMemberships: true }, context.call);
      const { url } = await accounts.createPasswordResetLink({ accountId }, context.call);
      return { to: `${PATH}/${accountId}/reset-link`, flash: { email: account?.email ?? "", url } };
    },
    redisplay: showAccount,
  });
}

async function suspend(context: PageContext, fields: Fields): Promise<FormResult> {
  const accountId = idOf(context);
  const reasonCode = fields.one("reason_code") ?? "";
  const request = { accountId, reasonCode, reasonText: multilineText(fields, "reason_text").trim() };
  const { alreadySuspended } = await context.web.clients.accounts.suspendAccount(request, context.call);
  if (!alreadySuspended) return `${PATH}/${accountId}`;
  const suspension = (await readSuspensions(context, "account", [accountId])).get(accountId);
  return withRepeated(context, await showAccount(context, null), { suspension, fields });
}

function idOf({ params }: Pick<PageContext, "params">): string {
  return params.id ?? "";
}

function stepForm(handle: Handler): PageForm {
  return {
    basePath: (params) => `${PATH}/${params.id}`,
    async handle(context, fields) {
      await handle(context, idOf(context), fields);
      return `${PATH}/${idOf(context)}`;
    },
    redisplay: showAccount,
  };
}

async function showAccount(context: PageContext, rejected: RejectedForm | null): Promise<Page> {
  const { accounts } = context.web.clients;
  const [accountId, token] = [idOf(context), context.query.one("page") ?? ""];
  const wanted = { accountId, withoutMemberships: true, withLastSignIn: true };
  const { account } = await accounts.getAccount(wanted, context.call);
  if (account === undefined) throw new PageError(404, "not_found");
  const request = { accountId, pageSize: MERCHANTS_SHOWN, pageToken: token };
  const stopped = isSuspended(account) ? [accountId] : [];
  const [{ memberships, nextPageToken: next }, team, suspensions] = await Promise.all([
    accounts.listMemberships(request, context.call),
    readTeam(context, account),
    readSuspensions(context, "account", stopped),
  ]);
  const suspension = suspensions.get(accountId);
  return accountPage(context, { account, suspension, team, memberships, token, next, rejected });
}

/** `/console/accounts`: the list of accounts, and new invitations. */
export function addAccountListRoutes(router: PageRouter): void {
  router.page(PATH, listPage);
  router.page(`${PATH}/invite`, (context) => invitePage(context, null));
  router.form(`${PATH}/invite`, {
    basePath: () => `${PATH}/invite`,
    async handle(context, fields) {
      const email = (fields.one("email") ?? "").trim();
      const [operator, developer] = [fields.one("operator") === "yes", fields.one("developer") === "yes"];
      const made = await context.web.clients.accounts.createInvitation({ email, operator, developer }, context.call);
      return {
        to: createdInvitationPath(made.invitationId),
        flash: { email, url: made.url, mailed: made.mailed ? "yes" : "" },
      };
    },
    redisplay: invitePage,
  });
}
