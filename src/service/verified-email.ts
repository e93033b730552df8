import type { Account } from "../model/account.ts";
import { requireNotClosed } from "./accounts/closed-account.ts";
import { RequestError } from "./errors.ts";

type Known = Pick<Account, "email" | "emailVerifiedAt" | "passwordHash">;

/**
 * True if the account has no proven e-mail address: the address is not verified, or the account has lost its address. An account without
 * e-mail and password signs in through the external login, which is trusted.
 */
export function isUnverified({ email, emailVerifiedAt, passwordHash }: Known): boolean {
  if (emailVerifiedAt) return false;
  return Boolean(email) || Boolean(passwordHash);
}

/** @throws RequestError EMAIL_UNVERIFIED, ACCOUNT_CLOSED, before an account gets a role by its e-mail address */
export function requireVerified(account: Known & Pick<Account, "reasonCode">): void {
  requireNotClosed(account);
  if (!isUnverified(account)) return;
  const message =
    "This account has not verified its e-mail address. Invite the address instead, or mark it as verified if you know its owner.";
  throw new RequestError("failed_precondition", "EMAIL_UNVERIFIED", message);
}
