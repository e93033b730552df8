import type { TeamMembership, TeamRole } from "../../model/team.ts";
import { micros, type Query, type Statement } from "../connection/query.ts";
import { nameKey } from "../connection/search.ts";

/** A member of a team. Timestamps in microseconds. */
export interface TeamMemberRow {
  accountId: string;
  name: string;
  email: string | null;
  role: TeamRole;
  joinedAt: number;
}

/**
 * SQL: the teams of other developers that an account works in, as rows `t`. Omits teams whose own account is suspended or no developer,
 * because their members have no access.
 * @param account the SQL of the account's id
 */
export function teamsOf(account: string): string {
  return `team_member t join account o on o.id = t.team_id and o.state = 'ACTIVE' and o.developer where t.account_id = ${account}`;
}

/** SQL: the teams that `teamsOf` omits, in the same form. Their members neither have access to the apps nor may review them. */
export function inactiveTeamsOf(account: string): string {
  return `team_member t join account o on o.id = t.team_id and not (o.state = 'ACTIVE' and o.developer) where t.account_id = ${account}`;
}

/** SQL: true if the account is the team's own account or works in the team by `teamsOf`. Both parameters are SQL of ids. */
export function worksInTeam(account: string, team: string): string {
  return `(${account} = ${team} or exists (select from ${teamsOf(account)} and t.team_id = ${team}))`;
}

const LOCK: Statement = {
  name: "lock-team",
  text: "select from account where id = $1 for no key update",
};

/** Locks the developer account of a team. Inserts of rows that reference the account do not wait for this lock. */
export async function lockTeamAccount(query: Query, teamId: string): Promise<void> {
  await query(LOCK, [teamId]);
}

const ROLE: Statement = {
  name: "find-team-role",
  text: `
    select case when $1::uuid = $2::uuid then 'OWNER' else (select t.role from ${teamsOf("$2::uuid")} and t.team_id = $1::uuid) end as role`,
};

/** The role of an account in a team; null if the account is not a member. */
export async function findTeamRole(
  query: Query,
  { teamId, accountId }: { teamId: string; accountId: string },
): Promise<TeamRole | null> {
  const [found] = await query<{ role: TeamRole | null }>(ROLE, [teamId, accountId]);
  return found?.role ?? null;
}

/** A team of another developer. */
export type NamedTeam = TeamMembership & { name: string };

const LIST_TEAMS: Statement = {
  name: "list-teams",
  prepared: true,
  text: `select t.team_id as "teamId", o.name, t.role from ${teamsOf("$1")} order by ${nameKey("o")}, t.id`,
};

/** The teams of other developers that an account works in, by name. */
export async function listTeams(query: Query, accountId: string): Promise<NamedTeam[]> {
  return query<NamedTeam>(LIST_TEAMS, [accountId]);
}

const MEMBER = `a.id as "accountId", a.name, a.email, t.role, ${micros("t.created_at")} as "joinedAt"`;

const LIST_MEMBERS: Statement = {
  name: "list-team-members",
  text: `
    select ${MEMBER} from (
      select null::uuid as id, a.id as account_id, 'OWNER' as role, a.created_at from account a where a.id = $1
      union all
      select t.id, t.account_id, t.role, t.created_at from team_member t where t.team_id = $1
    ) t join account a on a.id = t.account_id order by t.id nulls first`,
};

/** The members of a team in the order in which they joined, its own account first. */
export async function listTeamMembers(query: Query, teamId: string): Promise<TeamMemberRow[]> {
  return query<TeamMemberRow>(LIST_MEMBERS, [teamId]);
}

const ADD: Statement = {
  name: "add-team-member",
  text: `
    insert into team_member (team_id, account_id, role) select $1, $2, $3 where $1::uuid <> $2::uuid
    on conflict (account_id, team_id) do update set role = 'OWNER' where excluded.role = 'OWNER'`,
};

/** Adds a member. An existing member keeps a higher role. No effect for the team's own account. */
export async function addTeamMember(query: Query, { teamId, accountId, role }: NewMember): Promise<void> {
  await query(ADD, [teamId, accountId, role]);
  await syncTestMerchants(query, teamId);
}

interface NewMember extends TeamMembership {
  accountId: string;
}

const SET_ROLE: Statement = {
  name: "set-team-member-role",
  text: `
    update team_member t set role = $3 from account a where t.team_id = $1 and t.account_id = $2 and a.id = t.account_id
    returning ${MEMBER}`,
};

/** Changes the role of a member and returns the member; null if there is no such member. */
export async function setTeamMemberRole(
  query: Query,
  { teamId, accountId, role }: NewMember,
): Promise<TeamMemberRow | null> {
  const [member] = await query<TeamMemberRow>(SET_ROLE, [teamId, accountId, role]);
  return member ?? null;
}

const REMOVE: Statement = {
  name: "remove-team-member",
  text: "delete from team_member where team_id = $1 and account_id = $2 returning id",
};

/** Removes a member; false if there is no such member. The caller must revoke the member's invitations. */
export async function removeTeamMember(
  query: Query,
  { teamId, accountId }: { teamId: string; accountId: string },
): Promise<boolean> {
  if ((await query(REMOVE, [teamId, accountId])).length === 0) return false;
  await syncTestMerchants(query, teamId);
  return true;
}

const ADD_TO_TEST_MERCHANTS: Statement = {
  name: "add-team-to-test-merchants",
  text: `
    insert into membership (account_id, merchant_id, role)
    select t.account_id, m.id, 'MANAGER' from team_member t join merchant m on m.developer_id = t.team_id and m.state <> 'CLOSED'
      join account o on o.id = t.team_id and o.state = 'ACTIVE' and o.developer
    where t.team_id = $1 on conflict (account_id, merchant_id) do nothing`,
};

const REMOVE_FROM_TEST_MERCHANTS: Statement = {
  name: "remove-from-test-merchants",
  text: `
    delete from membership s using merchant m
    where m.developer_id = $1 and s.merchant_id = m.id and s.account_id <> $1
      and not exists (select from ${teamsOf("s.account_id")} and t.team_id = $1)`,
};

/**
 * Makes the members of a team the only managers of its test merchants; removes them all while the team's account is suspended or no
 * developer. Call it in each transaction that changes members, test merchants or that account.
 */
export async function syncTestMerchants(query: Query, teamId: string): Promise<void> {
  await query(ADD_TO_TEST_MERCHANTS, [teamId]);
  await query(REMOVE_FROM_TEST_MERCHANTS, [teamId]);
}

const COUNT: Statement = {
  name: "count-team-members",
  text: "select count(*)::int as count from team_member where team_id = $1",
};

/** The number of members, not counting the team's own account. */
export async function countTeamMembers(query: Query, teamId: string): Promise<number> {
  const [row] = await query<{ count: number }>(COUNT, [teamId]);
  return row!.count;
}
