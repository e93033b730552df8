import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";

/**
 * What somebody wants with an app. `write`: its developer alone; `review`: an operator; `archive`: either of them; `read`: the same.
 * A service key may by its right, which the mount has checked.
 */
export type Need = "read" | "write" | "review" | "archive";

/** How the caller stands to the app. */
export interface Standing {
  /** The app's developer acts: by their session, or by a service key that they created. */
  ownsApp: boolean;
}

/** @throws RequestError NOT_FOUND to whoever may not even see it, so that nobody learns which apps there are; else the role that it takes */
export function checkAccess(call: Call, developerId: string, need: Need): Standing {
  const { actor, caller } = call;
  if (actor === null) return { ownsApp: caller.createdBy === developerId };
  const ownsApp = actor.accountId === developerId;
  if (!ownsApp && !actor.operator) throw appNotFound();
  if (need === "review" && !actor.operator) throw refuseRole("OPERATOR_ONLY", "Only an operator reviews apps.");
  if (need === "write" && !ownsApp) throw refuseRole("DEVELOPER_ONLY", "Only the app's own developer changes it.");
  return { ownsApp };
}

/** The account whose apps a list may show; null: everybody's. @throws RequestError to a developer who asks for another's */
export function visibleDeveloper({ actor }: Call, asked: string | null): string | null {
  if (actor === null || actor.operator) return asked;
  if (asked !== null && asked !== actor.accountId) throw refuseRole("OTHER_ACCOUNT", "This is another account.");
  return actor.accountId;
}

/** Whose app a new one will be. @throws RequestError for another account than the session's, or none at all */
export function developerOfNew(call: Call, asked: string | null): string {
  const field = "developer_account_id";
  if (call.actor === null) {
    if (asked !== null) return asked;
    throw new RequestError("invalid_argument", "INVALID", "Name the developer's account.", {
      violations: [{ field, description: "Required where no developer is signed in." }],
    });
  }
  if (asked !== null && asked !== call.actor.accountId) throw refuseRole("OTHER_ACCOUNT", "Apps are made for oneself.");
  if (!call.actor.developer) throw refuseRole("DEVELOPER_ONLY", "Only developers make apps.");
  return call.actor.accountId;
}

export function appNotFound(): RequestError {
  return new RequestError("not_found", "NOT_FOUND", "There is no such app.");
}

function refuseRole(reason: string, message: string): RequestError {
  return new RequestError("permission_denied", reason, message);
}
