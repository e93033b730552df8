import type { Call, Permission } from "../call.ts";
import { denied } from "./errors.ts";

/** True for a service key with `permission`, and for a signed-in operator. */
export function isPlatform(call: Call, permission: Permission): boolean {
  return call.actor === null ? call.caller.permissions.has(permission) : call.actor.operator;
}

/** @throws RequestError OPERATOR_ONLY unless a service key with `permission` or an operator calls */
export function requirePlatform(call: Call, permission: Permission): void {
  if (!isPlatform(call, permission))
    throw denied("OPERATOR_ONLY", `Only an operator, or a service key with ${permission}, may do this.`);
}

/** @throws RequestError OPERATOR_ONLY unless an operator, or a service key with all accounts permissions, calls */
export function requireOperatorGrantor({ actor, caller }: Call): void {
  const allowed =
    actor === null
      ? caller.permissions.has("accounts:read") && caller.permissions.has("accounts:write")
      : actor.operator;
  if (allowed) return;
  const message = "Only an operator, or a service key with every accounts permission, can create operators.";
  throw denied("OPERATOR_ONLY", message);
}

/** The call with the account as its actor, to audit a sign-in during which no account is signed in yet. */
export function actingAs(call: Call, account: { id: string; operator: boolean; developer: boolean }): Call {
  const { id: accountId, operator, developer } = account;
  return { ...call, actor: { accountId, operator, developer, sessionId: "" } };
}
