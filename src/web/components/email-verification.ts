import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";

/**
 * True if the account's email address is unverified, or the account has lost it. Such accounts get no roles and cannot submit apps.
 * Accounts with neither email nor password use the platform's own login and count as verified.
 */
export function isUnverified({ email, hasPassword, emailVerifiedAt }: Account): boolean {
  return emailVerifiedAt === undefined && (email !== "" || hasPassword);
}

/** True if the account lost its email address to another account that has verified it. */
export function hasLostEmail(account: Account): boolean {
  return account.email === "" && account.hasPassword;
}
