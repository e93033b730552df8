import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/** Access to an app. Developers `read`, `write` and `archive` their own; operators `read`, `review` and `archive` all. */
export type AppAccess = "read" | "write" | "review" | "archive";

/**
 * Checks a session's access. The permissions of service keys are checked before the call. `ownsApp` is true if the app's developer acts,
 * by session or by a service key that they created.
 *
 * @throws RequestError NOT_FOUND without any access, so that app ids cannot be probed; OPERATOR_ONLY, DEVELOPER_ONLY
 */
export function checkAccess({ actor, caller }: Call, developerId: string, access: AppAccess): { ownsApp: boolean } {
  if (actor === null) return { ownsApp: caller.createdBy === developerId };
  const ownsApp = actor.accountId === developerId;
  if (!ownsApp && !actor.operator) throw appNotFound();
  if (access === "review" && !actor.operator) {
    throw new RequestError("permission_denied", "OPERATOR_ONLY", "Only an operator reviews apps.");
  }
  if (access === "write" && !ownsApp) {
    throw developerOnly("Only the app's own developer changes it.");
  }
  return { ownsApp };
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

/** @throws RequestError DEVELOPER_ONLY for a session without the developer role */
export function requireDeveloper({ actor }: Call): void {
  if (actor !== null && !actor.developer) throw developerOnly("Only developers validate apps.");
}
