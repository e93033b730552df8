import type { Account } from "../../model/account.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import { requirePlatform } from "./authorization.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { markVerified } from "./email-ownership.ts";
import { toEmail } from "./fields.ts";
import { lockAccount } from "./locked-account.ts";

export interface MarkEmailVerifiedRequest {
  accountId: string;
  /** The verified address, which must equal the current address of the account. */
  email: string;
}

/** Marks an account's e-mail as verified by the platform. */
export async function markEmailVerified(
  deps: AccountDependencies,
  { accountId, email }: MarkEmailVerifiedRequest,
  call: Call,
): Promise<Account> {
  requirePlatform(call, "accounts:write");
  return deps.management.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account.email || account.email !== toEmail(email)) throw emailChanged();
    await markVerified(tx, account, { call, by: "operator" });
    return account;
  });
}

function emailChanged(): RequestError {
  const message = "The account has another e-mail address. Check the account again before you verify its address.";
  return new RequestError("failed_precondition", "EMAIL_CHANGED", message);
}
