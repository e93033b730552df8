import { hashPassword } from "../../credential/password.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";

/** Seconds after which password work that was turned away may be tried again. */
const RETRY_AFTER = 2;

/** The refusal of an attempt past the limit, or of password work that was turned away. */
export function throttled(retryAfterSeconds: number): RequestError {
  return new RequestError("resource_exhausted", "RATE_LIMITED", "There are too many attempts. Try again later.", {
    retryAfterSeconds,
  });
}

/** Hashes a new password under the process's cap on argon2 work. @throws RequestError where too much waits */
export async function hashInTurn({ limits }: AccountDependencies, password: string, call: Call): Promise<string> {
  const hash = await limits.hash(call, () => hashPassword(password));
  if (hash === null) throw throttled(RETRY_AFTER);
  return hash;
}
