import type { Call, Permission } from "../call.ts";
import { RequestError } from "../errors.ts";

/** True for the platform itself: a service key acting by `permission`, or a signed-in operator. */
export function isPlatform(call: Call, permission: Permission): boolean {
  return call.actor === null ? call.caller.permissions.has(permission) : call.actor.operator;
}

/** Refuses everybody but the platform itself. */
export function requirePlatform(call: Call, permission: Permission): void {
  if (!isPlatform(call, permission))
    throw denied("OPERATOR_ONLY", `Only an operator, or a service key with ${permission}, may do this.`);
}

/** A signed-in operator, or a service key with every permission over accounts: they make operators, so nobody lesser may. */
export function requireOperatorMaker(call: Call): void {
  const { actor, caller } = call;
  const may =
    actor === null
      ? caller.permissions.has("accounts:read") && caller.permissions.has("accounts:write")
      : actor.operator;
  if (!may)
    throw denied(
      "OPERATOR_ONLY",
      "Only an operator, or a service key with every accounts permission, makes operators.",
    );
}

export function denied(reason: string, message: string): RequestError {
  return new RequestError("permission_denied", reason, message);
}

export function notFound(noun: "account" | "merchant" | "invitation" | "service key"): RequestError {
  return new RequestError(
    "not_found",
    `${noun.toUpperCase().replace(" ", "_")}_NOT_FOUND`,
    `There is no such ${noun}.`,
  );
}

/** The same call, done by an account that has just shown who it is: what the audit says of a sign-in. */
export function asAccount(call: Call, account: { accountId: string; operator: boolean; developer: boolean }): Call {
  const { accountId, operator, developer } = account;
  return { ...call, actor: { accountId, operator, developer, sessionId: "" } };
}
