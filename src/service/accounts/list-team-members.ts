import { isUuid } from "../../credential/uuid.ts";
import * as store from "../../store/accounts/team-members.ts";
import type { Call } from "../call.ts";
import { isPlatform, requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { notFound } from "./errors.ts";

export interface ListTeamMembersRequest {
  /** Null: the team of the signed-in account. */
  teamId: string | null;
}

/**
 * Lists the members of a team, its developer account first. Only the platform and OWNERs see e-mails.
 * @throws RequestError TEAM_NOT_FOUND, also for accounts that are not members
 */
export async function listTeamMembers(
  { management }: Pick<AccountDependencies, "management">,
  request: ListTeamMembersRequest,
  call: Call,
): Promise<store.TeamMemberRow[]> {
  const { actor } = call;
  const teamId = request.teamId ?? actor?.accountId ?? "";
  const byPlatform = isPlatform(call, "accounts:read");
  if (actor === null) requirePlatform(call, "accounts:read");
  if (!isUuid(teamId)) throw notFound("team");
  return management.read(async (_em, query) => {
    const role = actor && (await store.findTeamRole(query, { teamId, accountId: actor.accountId }));
    if (!byPlatform && role === null) throw notFound("team");
    const members = await store.listTeamMembers(query, teamId);
    if (members.length === 0) throw notFound("team");
    if (byPlatform || role === "OWNER") return members;
    return members.map((member) => ({ ...member, email: null }));
  });
}
