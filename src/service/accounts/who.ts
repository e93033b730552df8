import type { Call, Right } from "../call.ts";
import { Refusal } from "../errors.ts";

/** True for the platform itself: a service key acting by `right`, or a signed-in operator. */
export function isPlatform(call: Call, right: Right): boolean {
  return call.actor === null ? call.caller.rights.has(right) : call.actor.operator;
}

/** Refuses everybody but the platform itself. */
export function requirePlatform(call: Call, right: Right): void {
  if (!isPlatform(call, right))
    throw denied("OPERATOR_ONLY", `Only an operator, or a service key with ${right}, may do this.`);
}

/** A signed-in operator, or a service key with every right over accounts: they make operators, so nobody lesser may. */
export function requireOperatorMaker(call: Call): void {
  const { actor, caller } = call;
  const may =
    actor === null ? caller.rights.has("accounts:read") && caller.rights.has("accounts:write") : actor.operator;
  if (!may)
    throw denied("OPERATOR_ONLY", "Only an operator, or a service key with every accounts right, makes operators.");
}

export function denied(reason: string, message: string): Refusal {
  return new Refusal("permission_denied", reason, message);
}

export function notFound(noun: "account" | "merchant" | "invitation" | "service key"): Refusal {
  return new Refusal("not_found", `${noun.toUpperCase().replace(" ", "_")}_NOT_FOUND`, `There is no such ${noun}.`);
}

/** The same call, done by an account that has just shown who it is: what the audit says of a sign-in. */
export function asAccount(call: Call, account: { accountId: string; operator: boolean; developer: boolean }): Call {
  const { accountId, operator, developer } = account;
  return { ...call, actor: { accountId, operator, developer, sessionId: "" } };
}
