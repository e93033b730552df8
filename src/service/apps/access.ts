import { isKeyOfTeam, isMemberOf, teamRoleOf } from "../authorization.ts";
import type { Actor, Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/** Access to an app. The developer's team has `read`, `write` and `archive`; operators `read`, `review` and `archive` all apps. */
export type AppAccess = "read" | "write" | "review" | "archive";

/**
 * Checks a session's access. The permissions of service keys are checked before the call. `ownsApp` is true if a member of the
 * developer's team acts, by session or by a service key that they created, also while the developer is suspended.
 *
 * @throws RequestError NOT_FOUND without any access, so that app ids cannot be probed; OPERATOR_ONLY, DEVELOPER_ONLY
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

/** @throws RequestError DEVELOPER_ONLY for a session without the developer role and without a team */
export function requireDeveloper({ actor }: Call): void {
  if (actor !== null && !actor.developer && !actor.teams?.length) throw developerOnly("Only developers validate apps.");
}

/** The developer to act for: an account whose team the session's account works in; null: its own account. */
export function chooseTeam(actor: Actor, requested: string | null): string {
  if (requested === null || teamRoleOf(actor, requested) !== null) return requested ?? actor.accountId;
  throw otherAccount("The account does not work in the team of this developer.");
}
