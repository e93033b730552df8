import { LockMode } from "@mikro-orm/core";
import { isUuid } from "../../credential/uuid.ts";
import { Account } from "../../model/account.ts";
import type { Call } from "../call.ts";
import { RequestError } from "../errors.ts";
import type { AccountDependencies } from "./dependencies.ts";
import { toEmail } from "./fields.ts";
import type { AccountRecord } from "./records.ts";
import { markVerified } from "./take-email.ts";
import { toAccountRecord } from "./to-record.ts";
import { notFound, requirePlatform } from "./who.ts";

export interface MarkEmailVerified {
  accountId: string;
  /** What was checked: the mark must not fall on another address. */
  email: string;
}

/** Marks an account's e-mail as verified, on the word of the platform. */
export async function markEmailVerified(
  deps: AccountDependencies,
  { accountId, email }: MarkEmailVerified,
  call: Call,
): Promise<AccountRecord> {
  requirePlatform(call, "accounts:write");
  if (!isUuid(accountId)) throw notFound("account");
  return deps.management.transactional(async (tx) => {
    const account = await tx.em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (account === null) throw notFound("account");
    if (!account.email || account.email !== toEmail(email)) throw otherEmail();
    await markVerified(tx, account, { call, by: "operator" });
    return toAccountRecord(account);
  });
}

function otherEmail(): RequestError {
  const message =
    "The account does not have this e-mail address. Look at the account again before you verify its address.";
  return new RequestError("failed_precondition", "EMAIL_CHANGED", message);
}
