import { hashPassword } from "../../credential/password.ts";
import type { Call } from "../call.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";

/** Seconds until a rejected hash may be retried. */
const RETRY_AFTER = 2;

/** Hashes a new password in the process's password queue. @throws RequestError RATE_LIMITED if the queue rejects it */
export async function hashInQueue({ limits }: AccountDependencies, password: string, call: Call): Promise<string> {
  const hash = await limits.hash(call, () => hashPassword(password));
  if (hash === null) throw rateLimited(RETRY_AFTER);
  return hash;
}

/** @throws RequestError PASSWORD_CLOSED if PASSWORD_SIGN_IN is off */
export function requirePasswords({ allowPasswords }: AccountDependencies): void {
  if (!allowPasswords) throw denied("PASSWORD_CLOSED", "Password sign-in is disabled. Use the platform's login.");
}
