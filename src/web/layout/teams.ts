import { type Account, TeamRole } from "../../../gen/latchkey/v1/account_service_pb.ts";

/** A team that the account works in. */
export interface Team {
  /** The id of its developer account, which apps have as `developer_account_id`. */
  teamId: string;
  name: string;
  role: TeamRole;
}

/** The teams of an account, its own first if it is a developer. */
export function teamsOf(account: Account): Team[] {
  const ownTeam = { teamId: account.accountId, name: account.name || account.email, role: TeamRole.OWNER };
  const others = account.teams.map(({ teamAccountId: teamId, teamName: name, role }) => ({ teamId, name, role }));
  return account.developer ? [ownTeam, ...others] : others;
}

/** True if the account can use the developer portal: it is a developer, or a member of a developer's team. */
export function isInTeam({ developer, teams }: Account): boolean {
  return developer || teams.length > 0;
}

/** The team whose apps the pages show: the chosen team, or else the first. The account must work in at least one team. */
export function currentTeam({ account, chosenTeam }: { account: Account; chosenTeam: string | null }): Team {
  const teams = teamsOf(account);
  const [first] = teams;
  if (first === undefined) throw new Error("the account works in no team");
  return teams.find(({ teamId }) => teamId === chosenTeam) ?? first;
}
