import { isGuessable } from "../../credential/guessable-password.ts";
import { hashPassword } from "../../credential/password.ts";
import type { Call } from "../call.ts";
import { invalidFields } from "../violations.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { denied, rateLimited } from "./errors.ts";

const TOO_COMMON = "The password is easy to guess. Choose several words that do not belong together.";

/** Seconds until a rejected hash may be retried. */
const RETRY_AFTER = 2;

export interface NewPassword {
  password: string;
  /** The field of the request that has the password. */
  field: "password" | "new_password";
  /** The account's e-mail address and name. */
  owner: readonly string[];
}

/**
 * Hashes a new password in the process's password queue.
 * @throws RequestError INVALID for a password that is easy to guess, RATE_LIMITED if the queue rejects it
 */
export async function hashNewPassword(
  { limits, platformName }: AccountDependencies,
  { password, field, owner }: NewPassword,
  call: Call,
): Promise<string> {
  const texts = [...owner, await platformName()];
  const hash = await limits.hash(call, () => hashUncommon(password, { field, texts }));
  if (hash === null) throw rateLimited(RETRY_AFTER);
  return hash;
}

/**
 * Hashes a new password. @param texts words that the password may not consist of
 * @throws RequestError INVALID for a password that is easy to guess
 */
export async function hashUncommon(
  password: string,
  { field, texts }: Pick<NewPassword, "field"> & { texts: readonly string[] },
): Promise<string> {
  if (await isGuessable(password, texts)) {
    throw invalidFields([{ field, reason: "TOO_COMMON", description: TOO_COMMON }]);
  }
  return hashPassword(password);
}

/** @throws RequestError PASSWORD_CLOSED if PASSWORD_SIGN_IN is off */
export function requirePasswords({ allowPasswords }: AccountDependencies): void {
  if (!allowPasswords) throw denied("PASSWORD_CLOSED", "Password sign-in is disabled. Use the platform's login.");
}
