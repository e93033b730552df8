import type { Account } from "../model/account.ts";
import { RequestError } from "./errors.ts";

type Known = Pick<Account, "email" | "emailVerifiedAt" | "passwordHash">;

/**
 * True where an account may belong to somebody else than the holder of its address: it signed up and nobody verified the address, or it lost
 * the address. An account without e-mail and password signs in by the platform's own login, which vouches for it.
 */
export function isUnverified({ email, emailVerifiedAt, passwordHash }: Known): boolean {
  if (emailVerifiedAt) return false;
  return Boolean(email) || Boolean(passwordHash);
}

/** @throws RequestError EMAIL_UNVERIFIED before an account is given a role that its e-mail address was named for */
export function requireVerified(account: Known): void {
  if (!isUnverified(account)) return;
  const message =
    "This account has not verified its e-mail address. Invite the address instead, or mark it as verified if you know whose it is.";
  throw new RequestError("failed_precondition", "EMAIL_UNVERIFIED", message);
}
