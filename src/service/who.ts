import type { Actor, Call } from "./call.ts";
import { RequestError } from "./errors.ts";

/** The signed-in account. @throws RequestError SESSION, which sends a browser to the sign-in, if there is none */
export function requireActor({ actor }: Call): Actor {
  if (actor === null) throw new RequestError("unauthenticated", "SESSION", "Nobody is signed in.");
  return actor;
}

/** True for a service key, which acts by its right over everything, and for a signed-in operator. */
export function actsForPlatform({ actor }: Call): boolean {
  return actor === null || actor.operator;
}

/** @param message why, for the person. @throws RequestError OPERATOR_ONLY for a signed-in account that is no operator */
export function requireOperator(call: Call, message: string): void {
  if (!actsForPlatform(call)) throw new RequestError("permission_denied", "OPERATOR_ONLY", message);
}
