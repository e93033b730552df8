import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import { countTeamMembers, findTeamRole, lockTeamAccount } from "../../store/accounts/team-members.ts";
import type { ManagementTransaction } from "../../store/connection/management.ts";
import type { Query } from "../../store/connection/query.ts";
import type { Call, Permission } from "../call.ts";
import { RequestError } from "../errors.ts";
import { isPlatform, requirePlatform } from "./authorization.ts";
import { denied, notFound } from "./errors.ts";

/**
 * Locks the developer account of a team, so that changes of its members and test merchants run one at a time. Null if there is no such
 * account.
 */
export async function lockTeam({ em, query }: ManagementTransaction, teamId: string): Promise<Account | null> {
  if (!isUuid(teamId)) return null;
  await lockTeamAccount(query, teamId);
  return em.findOne(Account, { id: teamId }, { refresh: true });
}

/**
 * Locks a team and allows the platform and the team's OWNERs.
 * @throws RequestError OWNER_ONLY for other members; TEAM_NOT_FOUND for other accounts, and if the account is no active developer
 */
export async function lockManagedTeam(tx: ManagementTransaction, teamId: string, call: Call): Promise<Account> {
  const team = await lockTeam(tx, teamId);
  if (!(await managesTeam(tx.query, teamId, { call, permission: "accounts:write" }))) throw notFound("team");
  if (team === null || !team.developer || team.state !== "ACTIVE") throw notFound("team");
  return team;
}

/**
 * True for the platform and for OWNERs of the team; false for accounts that are no members.
 * @throws RequestError OWNER_ONLY for other members, OPERATOR_ONLY for a service key without the permission
 */
export async function managesTeam(
  query: Query,
  teamId: string,
  { call, permission }: { call: Call; permission: Permission },
): Promise<boolean> {
  if (isPlatform(call, permission)) return true;
  if (call.actor === null) requirePlatform(call, permission);
  const { accountId } = call.actor!;
  // Read again: a removal may have committed after the session was resolved.
  const role = isUuid(teamId) ? await findTeamRole(query, { teamId, accountId }) : null;
  if (role === null) return false;
  if (role !== "OWNER") throw denied("OWNER_ONLY", "Only owners of the team can manage its members.");
  return true;
}

/** @throws RequestError TEAM_ACCOUNT for the developer account of the team, which is always an owner, so that the team keeps an owner */
export function requireNotTeamAccount(teamId: string, accountId: string): void {
  if (teamId !== accountId) return;
  const message = "The developer account of the team is always an owner.";
  throw new RequestError("failed_precondition", "TEAM_ACCOUNT", message);
}

/** The maximum number of members of a team besides its own account. Invitations of the platform may exceed it. */
const MAX_MEMBERS = 100;

/** @throws RequestError TEAM_LIMIT unless the locked team has this number of free places */
export async function requireTeamPlaces(query: Query, teamId: string, places: number): Promise<void> {
  if ((await countTeamMembers(query, teamId)) + places <= MAX_MEMBERS) return;
  const message = `A team has at most ${MAX_MEMBERS} members. Remove one first.`;
  throw new RequestError("failed_precondition", "TEAM_LIMIT", message);
}

export function memberNotFound(): RequestError {
  return new RequestError("not_found", "TEAM_MEMBER_NOT_FOUND", "This account is not a member of the team.");
}
