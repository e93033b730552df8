import type { TeamRole } from "../model/team.ts";
import type { Actor, Call, Caller } from "./call.ts";
import { RequestError } from "./errors.ts";

/** The signed-in account. @throws RequestError SESSION if no account is signed in; the pages then redirect to the sign-in */
export function requireActor({ actor }: Call): Actor {
  if (actor === null) throw new RequestError("unauthenticated", "SESSION", "No account is signed in.");
  return actor;
}

/** True for a service key, which has access to all resources of its permissions, and for a signed-in operator. */
export function actsForPlatform({ actor }: Call): boolean {
  return actor === null || actor.operator;
}

/** @throws RequestError OPERATOR_ONLY with `message` if the signed-in account is not an operator */
export function requireOperator(call: Call, message: string): void {
  if (!actsForPlatform(call)) throw new RequestError("permission_denied", "OPERATOR_ONLY", message);
}

/**
 * The role of the signed-in account in the team of a developer; null if it is not a member. `teamId` is the id of the developer's account.
 * Every check whether an app, a test merchant or a webhook belongs to the caller uses this function.
 */
export function teamRoleOf({ accountId, teams = [] }: Actor, teamId: string): TeamRole | null {
  if (accountId === teamId) return "OWNER";
  return teams.find((team) => team.teamId === teamId)?.role ?? null;
}

/**
 * True if the account is a member of the team, whatever the state of the team's developer. A suspension ends the access of the members, but
 * does not make them independent reviewers.
 */
export function isMemberOf(actor: Actor, teamId: string): boolean {
  return teamRoleOf(actor, teamId) !== null || (actor.inactiveTeams ?? []).includes(teamId);
}

/** True if the account that created the service key is a member of the team. */
export function isKeyOfTeam({ createdBy, creatorTeams = [] }: Caller, teamId: string): boolean {
  return createdBy === teamId || creatorTeams.includes(teamId);
}
