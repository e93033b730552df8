import { isKeyOfTeam, isMemberOf, teamRoleOf } from "../authorization.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/** Access to an app. The developer's team has `read`, `write` and `archive`; operators have `read`, `review` and `archive` for all apps. */
export type AppAccess = "read" | "write" | "review" | "archive";

/**
 * Checks the access of a session; the transport has already checked the permissions of a service key. `ownsApp` is true if a member of the
 * developer's team acts, by session or by a service key that the member created, also while the developer is suspended.
 * @throws RequestError NOT_FOUND for a caller without any access, so that app ids cannot be probed; OPERATOR_ONLY, DEVELOPER_ONLY
 */
export function checkAccess({ actor, caller }: Call, developerId: string, access: AppAccess): { ownsApp: boolean } {
  if (actor === null) return { ownsApp: isKeyOfTeam(caller, developerId) };
  const worksInTeam = teamRoleOf(actor, developerId) !== null;
  if (!worksInTeam && !actor.operator) throw appNotFound();
  if (access === "review" && !actor.operator) {
    throw new RequestError("permission_denied", "OPERATOR_ONLY", "Only an operator reviews apps.");
  }
  if (access === "write" && !worksInTeam) {
    throw developerOnly("Only the team of the app's developer changes it.");
  }
  return { ownsApp: isMemberOf(actor, developerId) };
}

export function ownApp(): RequestError {
  return new RequestError("permission_denied", "OWN_APP", "You cannot review an app of your own team.");
}

export function appNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such app.");
}

export function otherAccount(message: string): RequestError {
  return new RequestError("permission_denied", "OTHER_ACCOUNT", message);
}

export function developerOnly(message: string): RequestError {
  return new RequestError("permission_denied", "DEVELOPER_ONLY", message);
}

/** @throws RequestError DEVELOPER_ONLY for an account with neither the developer role nor a team */
export function requireDeveloper({ actor }: Call): void {
  if (actor !== null && !actor.developer && !actor.teams?.length) throw developerOnly("Only developers validate apps.");
}

/**
 * The developer to act for: `requested` if the session's account works in the team of this developer; if `requested` is null, the session's
 * account itself.
 */
export function chooseTeam(actor: Actor, requested: string | null): string {
  if (requested === null || teamRoleOf(actor, requested) !== null) return requested ?? actor.accountId;
  throw otherAccount("The account does not work in the team of this developer.");
}
