import { PageError } from "../../errors/page-error.ts";
import type { Fields } from "../../http/fields.ts";
import type { ConsoleVisit } from "../context.ts";
import type { ConsoleForm, ConsolePage, Desk } from "../page-router.ts";
import { createdInvitationPath } from "../paths.ts";
import type { Refused } from "../refusal.ts";
import { accountPage } from "./account-view.ts";
import { invitePage, listPage, PATH } from "./view.ts";

const MERCHANTS_SHOWN = 25;

type Act = (visit: ConsoleVisit, accountId: string, fields: Fields) => Promise<unknown>;

/** `/console/accounts/{account_id}`: who it is, where it belongs, its roles and its standing. */
export function addAccountRoutes(desk: Desk): void {
  desk.page(`${PATH}/:id`, (visit) => showAccount(visit, null));
  const step = (name: string, act: Act) => desk.form(`${PATH}/:id/${name}`, stepForm(act));
  step("roles", ({ web, call }, accountId, fields) => {
    const [operator, developer] = [fields.one("operator") === "yes", fields.one("developer") === "yes"];
    return web.clients.accounts.setAccountRoles({ accountId, operator, developer }, call);
  });
  step("verify-email", ({ web, call }, accountId, fields) =>
    web.clients.accounts.markEmailVerified({ accountId, email: fields.one("email") ?? "" }, call),
  );
  step("suspend", ({ web, call }, accountId, fields) => {
    const reasonCode = fields.one("reason_code") ?? "";
    const reasonText = (fields.one("reason_text") ?? "").trim();
    return web.clients.accounts.suspendAccount({ accountId, reasonCode, reasonText }, call);
  });
  step("resume", ({ web, call }, accountId) => web.clients.accounts.resumeAccount({ accountId }, call));
}

function idOf({ params }: Pick<ConsoleVisit, "params">): string {
  return params.id ?? "";
}

function stepForm(act: Act): ConsoleForm {
  return {
    home: (params) => `${PATH}/${params.id}`,
    async act(visit, fields) {
      await act(visit, idOf(visit), fields);
      return `${PATH}/${idOf(visit)}`;
    },
    again: showAccount,
  };
}

async function showAccount(visit: ConsoleVisit, refused: Refused | null): Promise<ConsolePage> {
  const { accounts } = visit.web.clients;
  const [accountId, token] = [idOf(visit), visit.query.one("page") ?? ""];
  const { account } = await accounts.getAccount({ accountId, withoutMemberships: true }, visit.call);
  if (account === undefined) throw new PageError(404, "not_found");
  const asked = { accountId, pageSize: MERCHANTS_SHOWN, pageToken: token };
  const { memberships, nextPageToken: next } = await accounts.listMemberships(asked, visit.call);
  return accountPage(visit, { account, memberships, token, next, refused });
}

/** `/console/accounts`: everybody by e-mail, and invitations. */
export function addAccountListRoutes(desk: Desk): void {
  desk.page(PATH, listPage);
  desk.page(`${PATH}/invite`, async (visit) => invitePage(visit, null));
  desk.form(`${PATH}/invite`, {
    home: () => `${PATH}/invite`,
    async act(visit, fields) {
      const email = (fields.one("email") ?? "").trim();
      const [operator, developer] = [fields.one("operator") === "yes", fields.one("developer") === "yes"];
      const made = await visit.web.clients.accounts.createInvitation({ email, operator, developer }, visit.call);
      return { to: createdInvitationPath(made.invitationId), once: { email, url: made.url } };
    },
    again: async (visit, refused) => invitePage(visit, refused),
  });
}
