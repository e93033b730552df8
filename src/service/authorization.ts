import type { Actor, Call } from "./call.ts";
import { RequestError } from "./errors.ts";

/** The signed-in account. @throws RequestError SESSION without one; a browser is then sent to the sign-in page */
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
