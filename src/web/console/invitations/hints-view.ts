import type { Invitation } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { type Html, html } from "../../components/html.ts";
import { pathWith } from "../../components/list.ts";
import { notice } from "../../components/notice.ts";
import type { PageContext } from "../../router/page-router.ts";
import { isOpen, PATH } from "./row-view.ts";

/** Hints about a new invitation whose address has another open one, or an account whose roles can be changed instead. */
export async function invitationHints(context: PageContext, email: string): Promise<Html> {
  const { web, call, params } = context;
  const { created } = context.t.console.invitations;
  const { invitations } = await web.clients.accounts.listInvitations({ search: email }, call);
  const made = invitations.find(({ invitationId }) => invitationId === params.id);
  if (made === undefined) return html``;
  const hasOther = invitations.some((one) => one !== made && one.email === made.email && isOpen(one));
  const account = await findAccount(context, made);
  return html`${hasOther && notice("warn", html`${created.otherOpen(made.email)} <a href="${pathWith(PATH, { email: made.email })}">${created.viewOpen}</a>`)}
${account && notice("warn", html`${created.hasAccount(made.email)} <a href="${`/console/accounts/${account.accountId}`}">${created.openAccount}</a>`)}`;
}

/** The account of the address, if the invitation offers a role that an operator can give the account at once. */
async function findAccount({ web, call }: PageContext, { email, operator, developer }: Invitation) {
  if (!operator && !developer) return null;
  const { accounts } = await web.clients.accounts.listAccounts({ emailPrefix: email, pageSize: 1 }, call);
  return accounts.find((account) => account.email === email) ?? null;
}
