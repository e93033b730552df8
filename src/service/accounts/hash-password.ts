import { isGuessable } from "../../credential/guessable-password.ts";
import { hashPassword } from "../../credential/password.ts";
import type { Call } from "../call.ts";
import { invalidFields } from "../violations.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";

const TOO_COMMON = "The password is easy to guess. Choose several words that do not belong together.";

/** Seconds until a rejected hash may be retried. */
const RETRY_AFTER = 2;

/** A password that a person has chosen. */
export interface ChosenPassword {
  password: string;
  /** The field of the request that has the password. */
  field: "password" | "new_password";
  /** The account's e-mail address and name. */
  owner: readonly string[];
}

/**
 * Hashes a chosen password in the process's password queue.
 * @throws RequestError INVALID for a password that is easy to guess, RATE_LIMITED if the queue rejects it
 */
export async function hashChosenPassword(
  deps: AccountDependencies,
  { password, field, owner }: ChosenPassword,
  call: Call,
): Promise<string> {
  const texts = [...owner, await deps.platformName()];
  return queued(deps, call, async () => {
    if (await isGuessable(password, texts)) {
      throw invalidFields([{ field, reason: "TOO_COMMON", description: TOO_COMMON }]);
    }
    return hashPassword(password);
  });
}

/**
 * Hashes a password that the platform gives in the process's password queue.
 * @throws RequestError RATE_LIMITED if the queue rejects it
 */
export function hashGivenPassword(deps: AccountDependencies, password: string, call: Call): Promise<string> {
  return queued(deps, call, () => hashPassword(password));
}

async function queued({ limits }: AccountDependencies, call: Call, hash: () => Promise<string>): Promise<string> {
  const hashed = await limits.hash(call, hash);
  if (hashed === null) throw rateLimited(RETRY_AFTER);
  return hashed;
}

/** @throws RequestError PASSWORD_CLOSED if PASSWORD_SIGN_IN is off */
export function requirePasswords({ allowPasswords }: AccountDependencies): void {
  if (!allowPasswords) throw denied("PASSWORD_CLOSED", "Password sign-in is disabled. Use the platform's login.");
}
