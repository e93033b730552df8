import type { Account } from "../../../gen/latchkey/v1/account_service_pb.ts";

/**
 * True where nobody has verified the account's e-mail, or it lost it: the core then gives it no role and submits no app of it. An account
 * without e-mail and password signs in by the platform's own login.
 */
export function isUnverified({ email, hasPassword, emailVerifiedAt }: Account): boolean {
  return emailVerifiedAt === undefined && (email !== "" || hasPassword);
}

/** True for an account whose e-mail went to somebody who verified it. */
export function hasLostEmail(account: Account): boolean {
  return account.email === "" && account.hasPassword;
}
