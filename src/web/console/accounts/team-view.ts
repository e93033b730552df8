import type { Account, TeamMember } from "../../../../gen/latchkey/v1/account_service_pb.ts";
import { teamRoleName } from "../../components/enum-names.ts";
import { type Html, html } from "../../components/html.ts";
import { listTable } from "../../components/list.ts";
import type { PageContext } from "../../router/page-router.ts";
import { PATH } from "./view.ts";

/** The members of a developer's team, and the teams of other developers that the account works in; null if there are none. */
export function teamSection(context: PageContext, account: Account, members: readonly TeamMember[]): Html | null {
  const { t } = context;
  const { accounts: texts } = t.console;
  const others = members.filter(({ accountId }) => accountId !== account.accountId);
  const link = (id: string, name: string) => html`<a href="${`${PATH}/${id}`}" dir="auto">${name || id}</a>`;
  const inThisTeam = others.map((one) => [link(one.accountId, one.name), texts.inThisTeam, teamRoleName(t, one.role)]);
  const elsewhere = account.teams.map((one) => [
    link(one.teamAccountId, one.teamName),
    texts.inOtherTeam,
    teamRoleName(t, one.role),
  ]);
  const rows = [...inThisTeam, ...elsewhere];
  if (rows.length === 0) return null;
  const columns = [texts.name, texts.relation, t.console.merchants.role];
  return html`<section class="card" aria-labelledby="teams"><h2 id="teams">${texts.teams}</h2>${listTable({ caption: texts.teams, columns, rows, none: "" })}</section>`;
}

/** The members of the account's own team; empty unless the account is a developer. */
export async function readTeam({ web, call }: PageContext, account: Account): Promise<TeamMember[]> {
  if (!account.developer) return [];
  return (await web.clients.accounts.listTeamMembers({ teamAccountId: account.accountId }, call)).members;
}
